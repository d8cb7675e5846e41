import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { snapshot } from '../../../shared/messages/accumulate-finish.ts';
import type { Attempt, OpenAttempt } from '../../../shared/session/state.ts';
import { attemptById, nodeById } from '../../../shared/session/tree.ts';
import { requestOf } from '../../../shared/view/inspect-attempts.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { namesOf, type StreamRow } from '../../../shared/view/inspect-stream.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { BlockList } from './BlockList.tsx';
import { TextView } from './TextView.tsx';
import { useDuration, useSize } from './use-duration.ts';
import { type ReadStream, useRawStream } from './use-raw-stream.ts';
import { useRows } from './use-rows.ts';

const ROW_HEIGHT = 22;
const ALL = '*';

/** The raw server-sent events of an answer with their times, and the message as it was after each. */
export function StreamTab({ view, subject }: { view: PathView; subject: Subject }) {
  const t = useTranslations('inspector.stream');
  const attempt = useMemo(() => writtenBy(view, subject), [view, subject]);
  const stream = useRawStream(attempt);
  if (attempt === null) return <p className="p-4 text-ink-2">{t('none')}</p>;
  if (stream.kind === 'loading') return <p className="p-4 text-ink-2">{t('loading')}</p>;
  if (stream.kind === 'failed') {
    return (
      <div className="p-4" role="alert">
        <p>{t('failed', { reason: stream.reason })}</p>
        <Button small className="mt-2" onClick={stream.retry}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return <StreamBody stream={stream} body={errorBody(attempt)} />;
}

/** The try whose stream wrote the subject; for a result the one that wrote its call. */
function writtenBy(view: PathView, subject: Subject): Attempt | OpenAttempt | null {
  const request = requestOf(view, subject);
  if (request?.kind === 'sent' && request.wrote) return request.attempt;
  const node = subject.kind === 'pair' ? nodeById(view.state, subject.pair.use?.node) : undefined;
  return attemptById(view.state, node?.request) ?? null;
}

/** The body of an answer that was an error and not a stream, as the log keeps it. */
function errorBody(attempt: Attempt | OpenAttempt): string {
  const body = 'error' in attempt ? attempt.error?.body : undefined;
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

function StreamBody({ stream, body }: { stream: ReadStream; body: string }) {
  const t = useTranslations('inspector.stream');
  const size = useSize();
  const [name, setName] = useState(ALL);
  const [picked, setPicked] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const { rows, leftover } = stream;
  const shown = useMemo(() => (name === ALL ? rows : rows.filter((row) => row.name === name)), [rows, name]);
  const whole = leftover === '' ? body : leftover;
  if (rows.length === 0 && whole !== '') {
    return (
      <div className="p-4">
        <p className="mb-2 text-ink-2">{t('notStream')}</p>
        <TextView text={whole} label={t('title')} />
      </div>
    );
  }
  if (rows.length === 0) return <p className="p-4 text-ink-2">{t(stream.live ? 'empty' : 'compacted')}</p>;
  const names = namesOf(rows);
  const selected = rows[picked ?? rows.length - 1];
  const read = rows[hovered ?? -1] ?? selected;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-3 px-4">
        <Select
          label={t('filter')}
          look="field"
          items={[
            { value: ALL, label: t('all') },
            ...names.map(([value, count]) => ({ value, label: `${value} (${count})`, mono: true })),
          ]}
          value={name}
          onChange={setName}
        />
        <span className="ml-auto text-label text-ink-2">
          {t('count', { shown: shown.length, all: rows.length })} · {size(stream.bytes)}
          {stream.live && ` · ${t('live')}`}
        </span>
      </div>
      <EventList
        rows={shown}
        selected={selected?.index ?? -1}
        follow={picked === null && stream.live}
        onPick={setPicked}
        onHover={setHovered}
      />
      {leftover !== '' && (
        <div className="shrink-0 border-t border-hairline px-4 py-2 text-error">
          <p className="mb-1">{t('leftover')}</p>
          <TextView text={leftover} label={t('leftover')} tone="border-error" />
        </div>
      )}
      {read !== undefined && <EventDetail row={read} />}
    </div>
  );
}

function EventList(props: {
  rows: readonly StreamRow[];
  selected: number;
  follow: boolean;
  onPick(index: number): void;
  onHover(index: number | null): void;
}) {
  const t = useTranslations('inspector.stream');
  const duration = useDuration();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = props;
  const visible = useRows(rows.length, ROW_HEIGHT, scroller);
  const { follow } = props;
  const { scrollTo } = visible;
  useEffect(() => {
    if (follow) scrollTo(rows.length - 1);
  }, [follow, rows.length, scrollTo]);
  const at = rows.findIndex((row) => row.index === props.selected);
  const shown = visible.items.some((item) => item.index === at);
  const move = (step: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
    if (next === undefined) return;
    props.onPick(next.index);
    visible.scrollTo(rows.indexOf(next));
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t('list')}
      aria-activedescendant={shown ? `stream-${props.selected}` : undefined}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(step);
      }}
      className="ring-inside min-h-24 flex-1 overflow-auto border-t border-hairline bg-paper"
    >
      <div className="relative" style={{ height: visible.total }}>
        {visible.items.map((item) => {
          const row = rows[item.index] as StreamRow;
          return (
            <div
              key={row.index}
              id={`stream-${row.index}`}
              role="option"
              tabIndex={-1}
              aria-selected={row.index === props.selected}
              onClick={() => props.onPick(row.index)}
              onPointerEnter={() => props.onHover(row.index)}
              onPointerLeave={() => props.onHover(null)}
              onKeyDown={undefined}
              className={`mono absolute inset-x-0 top-0 flex h-[22px] cursor-default items-center gap-2 px-4 text-code ${row.index === props.selected ? 'bg-sunk' : 'hover:bg-sunk'}`}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="w-14 shrink-0 text-right text-ink-2">{duration(row.dtMs)}</span>
              <span className={`shrink-0 font-semibold ${row.readable ? '' : 'text-error'}`}>{row.name}</span>
              <span className="min-w-0 truncate text-ink-2">{row.text}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The picked event as it came, and what the message had become by then. */
function EventDetail({ row }: { row: StreamRow }) {
  const t = useTranslations('inspector.stream');
  const duration = useDuration();
  const message = useMemo(() => snapshot(row.state).message, [row]);
  return (
    <div className="h-[46%] shrink-0 overflow-y-auto border-t border-strong px-4 py-3">
      <p className="mb-1.5 flex items-baseline justify-between gap-2">
        <b className="font-semibold">{t('soFar', { n: row.index + 1 })}</b>
        <span className="text-label text-ink-2">{t('at', { time: duration(row.dtMs) })}</span>
      </p>
      {message === null ? <p className="text-ink-2">{t('soFarEmpty')}</p> : <BlockList blocks={message.content} />}
      <p className="mt-3 mb-1.5 font-semibold">{t('raw')}</p>
      {!row.readable && <p className="mb-1.5 text-error">{t('unreadable')}</p>}
      <TextView text={row.raw.trimEnd()} label={t('raw')} />
    </div>
  );
}
