import { ChevronLeft, ChevronRight, List, Search as SearchIcon, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIntent } from '../../commands/intents.ts';
import { setQuery } from '../../store/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useHighlights } from './use-highlights.ts';
import { type SessionSearching, useSessionSearch } from './use-session-search.ts';
import './search.css';

const HitList = lazy(async () => ({ default: (await import('./HitList.tsx')).HitList }));

/** The search over the whole session: field, count, ways to the next and the last hit, and the list of all. */
export function SearchBox() {
  const t = useTranslations('search');
  const search = useSessionSearch();
  useHighlights(search.needle);
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  const focus = (): void => field.current?.select();
  const move = (step: 1 | -1): void => (search.needle === null ? focus() : search.go(step));
  useIntent('search', focus);
  useIntent('nextHit', () => move(1));
  useIntent('lastHit', () => move(-1));
  const close = (): void => {
    setQuery('');
    setWanted(false);
    field.current?.blur();
    backToGraph();
  };
  const active = search.query !== '';
  // Nothing here and something elsewhere: the way there is offered at once.
  const { hits, hitsElsewhere } = search.found;
  const listed = search.needle !== null && (wanted || (hits === 0 && hitsElsewhere > 0));
  return (
    <div role="search" aria-label={t('label')} className="s-box">
      <SearchIcon size={14} aria-hidden className="shrink-0" />
      <input
        ref={field}
        type="search"
        aria-label={t('field')}
        placeholder={t('placeholder')}
        spellCheck={false}
        autoComplete="off"
        value={search.query}
        onChange={(event) => setQuery(event.target.value)}
        onPaste={pasteOneLine}
        onKeyDown={(event) => press(event, move, close)}
        className={classNames('s-input', active && 's-active')}
      />
      {!active && <Kbd>/</Kbd>}
      {active && (
        <Results search={search} listed={listed} onMove={move} onList={() => setWanted(!listed)} onClose={close} />
      )}
      {listed && (
        <Suspense fallback={null}>
          <HitList search={search} />
        </Suspense>
      )}
    </div>
  );
}

function Results(props: {
  search: SessionSearching;
  listed: boolean;
  onMove(step: 1 | -1): void;
  onList(): void;
  onClose(): void;
}) {
  const { search, listed } = props;
  const t = useTranslations('search');
  const { hits, hitsElsewhere } = search.found;
  return (
    <>
      <span className="mono tabular shrink-0 px-1 text-tag whitespace-nowrap" role="log">
        <CountText search={search} />
      </span>
      {hitsElsewhere > 0 && (
        <button type="button" className="s-elsewhere" aria-expanded={listed} onClick={props.onList}>
          {t('elsewhere', { count: hitsElsewhere })}
        </button>
      )}
      {hits > 0 && (
        <>
          <IconButton
            small
            label={t('lastHit')}
            keys="Shift ↵"
            icon={<ChevronLeft size={15} aria-hidden />}
            onClick={() => props.onMove(-1)}
          />
          <IconButton
            small
            label={t('nextHit')}
            keys="↵"
            icon={<ChevronRight size={15} aria-hidden />}
            onClick={() => props.onMove(1)}
          />
          <IconButton
            small
            label={t('all')}
            aria-expanded={listed}
            pressed={listed}
            icon={<List size={14} aria-hidden />}
            onClick={props.onList}
          />
        </>
      )}
      <IconButton small label={t('close')} keys="Esc" icon={<X size={15} aria-hidden />} onClick={props.onClose} />
    </>
  );
}

function CountText({ search }: { search: SessionSearching }) {
  const t = useTranslations('search');
  const { hits } = search.found;
  if (search.needle === null) return null;
  if (search.searching) return t('searching');
  return hits === 0 ? t('none') : t('count', { at: search.at + 1, count: hits });
}

function press(event: KeyboardEvent, move: (step: 1 | -1) => void, close: () => void): void {
  // A word that is being composed takes Enter and Escape for itself.
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape') close();
  else if (event.key === 'Enter' || event.key === 'F3') move(event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A field of one line drops line breaks; as spaces they still match the text that was copied. */
function pasteOneLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (!text.includes('\n')) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const line = text.replaceAll('\r\n', '\n').replaceAll('\n', ' ');
  setQuery(value.slice(0, selectionStart ?? 0) + line + value.slice(selectionEnd ?? value.length));
}

/** The arrow keys walk on from what was found. */
function backToGraph(): void {
  const centre = document.querySelector<HTMLElement>('#centre');
  (centre?.querySelector<HTMLElement>('[data-node][tabindex="0"]') ?? centre)?.focus({ preventScroll: true });
}
