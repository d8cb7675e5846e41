import {
  ChevronLeft,
  ChevronRight,
  ImageDown,
  List,
  LocateFixed,
  Maximize,
  Search as SearchIcon,
  Workflow,
  X,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import type { Hit } from '../../../shared/view/graph-search.ts';
import { useIntent } from '../../commands/intents.ts';
import { setFollow, setList, useSelection } from '../../store/selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { TabTools } from '../../ui/TabTools.tsx';
import { useSearch } from './use-search.ts';

/** The graph's own tools at the right end of the tab row. */
export function GraphTools(props: { model: GraphModel; onFit(): void; onHit(hit: Hit): void }) {
  const { model, onFit, onHit } = props;
  const t = useTranslations('graph');
  const follow = useSelection((selection) => selection.follow);
  const list = useSelection((selection) => selection.list);
  const [finding, setFinding] = useState(false);
  useIntent('search', () => setFinding(true));
  return (
    <TabTools>
      {finding ? <SearchField onHit={onHit} onClose={() => setFinding(false)} /> : null}
      {!finding && (
        <IconButton
          label={t('find')}
          keys="/"
          icon={<SearchIcon size={16} aria-hidden />}
          onClick={() => setFinding(true)}
        />
      )}
      {!list && <IconButton label={t('fit')} icon={<Maximize size={16} aria-hidden />} onClick={onFit} />}
      <Menu
        align="end"
        trigger={<IconButton label={t('picture')} icon={<ImageDown size={16} aria-hidden />} />}
        entries={[
          { id: 'copy', label: t('copy'), onSelect: () => void picture('copyPicture', model) },
          { id: 'png', label: t('savePng'), onSelect: () => void picture('savePng', model) },
          { id: 'svg', label: t('saveSvg'), onSelect: () => void picture('saveSvg', model) },
        ]}
      />
      <button
        type="button"
        aria-pressed={follow}
        title={t('followNote')}
        className={classNames('g-follow', follow && 'g-follow-on')}
        onClick={() => setFollow(!follow)}
      >
        <LocateFixed size={15} aria-hidden />
        {t('follow')}
      </button>
      <IconButton
        label={list ? t('graph') : t('list')}
        keys="l"
        icon={list ? <Workflow size={16} aria-hidden /> : <List size={16} aria-hidden />}
        onClick={() => setList(!list)}
      />
    </TabTools>
  );
}

/** Drawing the picture by itself is loaded when it is asked for. */
async function picture(what: 'copyPicture' | 'savePng' | 'saveSvg', model: GraphModel): Promise<void> {
  const made = await import('./picture.ts');
  await made[what](model);
}

function SearchField(props: { onHit(hit: Hit): void; onClose(): void }) {
  const t = useTranslations('graph');
  const search = useSearch(props.onHit);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') props.onClose();
    else if (event.key === 'Enter') search.go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = search.hits.length;
  return (
    <div className="g-search" role="search">
      <SearchIcon size={14} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('find')}
        value={search.query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={press}
      />
      <span className="g-mono tabular" role="log">
        {search.query === ''
          ? ''
          : count === 0
            ? search.searching
              ? t('searching')
              : t('noHits')
            : t('hits', { at: search.at + 1, count })}
      </span>
      <IconButton
        small
        label={t('lastHit')}
        icon={<ChevronLeft size={15} aria-hidden />}
        onClick={() => search.go(-1)}
      />
      <IconButton
        small
        label={t('nextHit')}
        icon={<ChevronRight size={15} aria-hidden />}
        onClick={() => search.go(1)}
      />
      <IconButton small label={t('closeSearch')} icon={<X size={15} aria-hidden />} onClick={props.onClose} />
    </div>
  );
}
