import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { placeIn, snippetAt } from '../../../shared/view/search-fold.ts';
import type { FoundPassage } from '../../../shared/view/search.ts';
import { useSearch } from '../../store/search.ts';
import { useSession } from '../../store/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import type { SessionSearching } from './use-session-search.ts';

type Row = { heading: string } | { passage: FoundPassage };

const HEADING_HEIGHT = 28;
const ROW_HEIGHT = 46;

/** Every text that was found, those on the looked-at path first, then those of other branches under their names. */
export function HitList({ search }: { search: SessionSearching }) {
  const t = useTranslations('search');
  const [element, setElement] = useState<HTMLElement | null>(null);
  const rows = useRows(search);
  // oxlint-disable-next-line react/incompatible-library -- the virtualiser is meant to draw anew when it scrolls
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element,
    estimateSize: (index) => ('heading' in (rows[index] ?? {}) ? HEADING_HEIGHT : ROW_HEIGHT),
    overscan: 6,
  });
  return (
    <div ref={setElement} className="s-list">
      <ol aria-label={t('list')} style={{ height: virtual.getTotalSize() }} className="relative">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <li
              key={item.key}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {'heading' in row ? (
                <h3 className="s-heading">{row.heading}</h3>
              ) : (
                <HitRow passage={row.passage} needle={search.needle ?? ''} onShow={() => search.show(row.passage)} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function useRows(search: SessionSearching): readonly Row[] {
  const t = useTranslations('search');
  const branches = useSession((session) => session.newest?.record.branches);
  const here = useSession((session) => session.branch);
  const { found } = search;
  return useMemo(() => {
    const rows: Row[] = [];
    if (found.here.length > 0) rows.push({ heading: t('here') }, ...found.here.map((passage) => ({ passage })));
    const byBranch = new Map<string | null, FoundPassage[]>();
    for (const passage of found.elsewhere) {
      const group = byBranch.get(passage.branch);
      if (group) group.push(passage);
      else byBranch.set(passage.branch, [passage]);
    }
    for (const [branch, passages] of byBranch) {
      const name = branches?.find(({ id }) => id === branch)?.name ?? '';
      const heading = branch === null ? t('nowhere') : branch === here ? t('later') : t('onBranch', { name });
      rows.push({ heading }, ...passages.map((passage) => ({ passage })));
    }
    return rows;
  }, [found, branches, here, t]);
}

function HitRow(props: { passage: FoundPassage; needle: string; onShow(): void }) {
  const { passage, needle } = props;
  const t = useTranslations('search');
  const current = useSearch((search) => search.current?.passage === passage);
  const snippet = useMemo(
    () => snippetAt(passage.text, placeIn(passage.text, needle, 0), needle.length, 40),
    [passage, needle],
  );
  return (
    <button type="button" onClick={props.onShow} className={classNames('s-row', current && 's-row-current')}>
      <span className="s-place mono">
        <b>{placeName(passage)}</b> {passage.field}
        {passage.count > 1 && <span className="ml-auto">{t('times', { count: passage.count })}</span>}
      </span>
      <span className="s-snippet mono">
        {snippet.before}
        <mark>{snippet.match}</mark>
        {snippet.after}
      </span>
    </button>
  );
}

/** The id of what holds the text, as it is shown elsewhere: `m12`, `m12.2`, `q7`, `c1`. */
function placeName({ place }: FoundPassage): string {
  switch (place.kind) {
    case 'node':
      return place.block === undefined ? place.node : `${place.node}.${place.block}`;
    case 'call':
      return place.call;
    case 'attempt':
      return place.request;
    case 'config':
      return place.config;
  }
}
