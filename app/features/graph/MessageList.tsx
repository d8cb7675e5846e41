import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { entryWords, type ListEntry, listEntries } from '../../../shared/view/graph-list.ts';
import type { CardNode, GraphModel, GraphRow } from '../../../shared/view/graph-types.ts';
import { useSearch } from '../../store/search.ts';
import { useSelection } from '../../store/selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { useGraph } from './graph-store.ts';
import { LineText } from './LineText.tsx';
import { MarkGlyph } from './MarkGlyph.tsx';
import { PairTag } from './PairTag.tsx';
import { RowControlView } from './RowControlView.tsx';
import { isSelected, useLit } from './targets.ts';
import { useGraphInput } from './use-graph-input.ts';
import { useNodeFocus } from './use-node-focus.ts';
import { useShowHit } from './use-show-hit.ts';

/** The graph as a list: the same nodes in order of time, each an entry that can be reached with the arrow keys. */
export function MessageList(props: { model: GraphModel }) {
  const { model } = props;
  const t = useTranslations('graph');
  const entries = useMemo(() => listEntries(model), [model]);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const follow = useSelection((selection) => selection.follow);
  const focused = useGraph((graph) => graph.focused);
  // oxlint-disable-next-line react/incompatible-library -- the virtualiser is meant to draw anew when it scrolls
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => element,
    estimateSize: (index) => estimate(entries[index]),
    getItemKey: (index) => entries[index]?.id ?? index,
    overscan: 8,
  });
  useEffect(() => {
    if (follow && element && entries.length > 0) virtual.scrollToIndex(entries.length - 1, { align: 'end' });
  }, [follow, element, entries.length, virtual]);
  const view = useMemo(
    () => ({ reveal: (id: string) => virtual.scrollToIndex(entries.findIndex((entry) => entry.id === id)) }),
    [virtual, entries],
  );
  useGraphInput(element, model, view);
  useShowHit(model, view.reveal);
  return (
    <div className="g-list" ref={setElement}>
      <ol aria-label={t('listName')} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index];
          if (!entry) return null;
          const isFirst = focused === null ? item.index === entries.length - 1 : entry.id === focused;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={entries.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Entry entry={entry} here={isFirst} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function estimate(entry: ListEntry | undefined): number {
  return (entry?.node.height ?? 40) + 16;
}

const Entry = memo(function Entry({ entry, here }: { entry: ListEntry; here: boolean }) {
  const { node } = entry;
  const t = useTranslations('graph');
  const selected = useSelection((selection) => isSelected(selection.selection, node));
  const found = useSearch(({ marks }) => marks.has(entry.id));
  const focus = useNodeFocus(entry.id, here);
  return (
    <div
      {...focus}
      role="group"
      aria-label={node.name}
      data-node={entry.id}
      className={classNames('g-entry', `g-entry-${node.lane}`, selected && 'g-selected', found && 'g-found')}
    >
      {node.kind === 'turn' && <p>{t('openTurn', { turn: node.turn })}</p>}
      {node.kind === 'end' && <p className="g-mono-strong">{entryWords(node)}</p>}
      {node.kind !== 'turn' && node.kind !== 'end' && node.kind !== 'fork' && <CardEntry node={node} />}
    </div>
  );
});

const ROLE = { user: 'user', assistant: 'assistant', tools: 'tool' } as const;

function CardEntry({ node }: { node: CardNode }) {
  return (
    <>
      <p className="g-entry-head">
        <RoleGlyph role={ROLE[node.lane]} />
        <b className={`g-tone-${node.header.tone} ${node.header.mono ? 'g-mono-strong' : 'g-title'}`}>
          {node.header.title}
        </b>
        <span className="g-path">{node.header.path}</span>
        <span className="g-right">{node.header.right}</span>
      </p>
      {node.rows.map((row) =>
        row.control ? <RowControlView key={row.id} node={node} row={row} /> : <EntryRow key={row.id} row={row} />,
      )}
      {node.footer && <p className="g-mono g-entry-foot">{node.footer.text}</p>}
      {node.tag && (
        <p className="g-entry-foot">
          <StopGlyph reason={node.tag.reason} size={14} /> <b className="g-mono-strong">{node.tag.word}</b>{' '}
          {node.tag.action}
        </p>
      )}
    </>
  );
}

function EntryRow({ row }: { row: GraphRow }) {
  const lit = useLit(row.pair?.key);
  const t = useTranslations('graph');
  return (
    <div className={classNames('g-entry-row', lit && 'g-entry-lit')} data-row={row.id} data-pair={row.pair?.key}>
      {row.mark && <MarkGlyph mark={row.mark} />}
      {row.label && (
        <span className="g-label">
          <LineText line={row.label} />
        </span>
      )}
      <span className="g-entry-lines">
        {row.lines.map((line, index) => (
          <span key={index} className="g-line">
            <LineText line={line} />
          </span>
        ))}
      </span>
      {row.problem && <span className="g-reading">{t(`problem.${row.problem}`)}</span>}
      {row.pair && <PairTag pair={row.pair} lit={lit} />}
    </div>
  );
}
