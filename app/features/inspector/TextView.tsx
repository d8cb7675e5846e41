import { useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cutText } from '../../../shared/view/inspect-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useRows } from './use-rows.ts';

const SHORT_LINES = 16;
const SHORT_UNITS = 1000;
/** A line of millions of characters freezes every browser; longer ones are shown in pieces. */
const PIECE = 2000;
const LINE_HEIGHT = 17;

/** Preformatted text of any size: short text as it is, long text cut with a way to see all of it. */
export function TextView(props: { text: string; label: string; tone?: string }) {
  const t = useTranslations('inspector');
  const [all, setAll] = useState(false);
  const short = useMemo(() => shorten(props.text), [props.text]);
  if (props.text === '') return <p className="text-ink-2">{t('emptyText')}</p>;
  return (
    <div>
      {all ? (
        <LongText text={props.text} label={props.label} />
      ) : (
        <pre
          className={`border-l-2 py-0.5 pl-3 whitespace-pre-wrap [overflow-wrap:anywhere] ${props.tone ?? 'border-strong'}`}
        >
          {short.text}
          {short.cut && '…'}
        </pre>
      )}
      {short.cut && (
        <Button small look="quiet" className="mt-1 -ml-2" onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: short.lines })}
        </Button>
      )}
    </div>
  );
}

function shorten(text: string): { text: string; cut: boolean; lines: number } {
  const lines = countLines(text);
  let end = -1;
  for (let line = 0; line < SHORT_LINES && lines > SHORT_LINES; line++) end = text.indexOf('\n', end + 1);
  const head = cutText(end < 0 ? text : text.slice(0, end), SHORT_UNITS);
  return { text: head.text, cut: end >= 0 || head.rest > 0, lines };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** All of a text in a scrolling box that mounts only the lines in sight. */
export function LongText(props: { text: string; label: string; height?: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => pieces(props.text), [props.text]);
  const rows = useRows(lines.length, LINE_HEIGHT, scroller);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      className="ring-inside overflow-auto border border-hairline bg-paper"
      style={{ height: props.height ?? Math.min(360, lines.length * LINE_HEIGHT + 8) }}
    >
      <div className="relative" style={{ height: rows.total }}>
        {rows.items.map((item) => (
          <div
            key={item.index}
            ref={rows.measure}
            data-index={item.index}
            className="mono absolute inset-x-0 top-0 min-h-[17px] px-3 text-code whitespace-pre-wrap [overflow-wrap:anywhere]"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {lines[item.index]}
          </div>
        ))}
      </div>
    </div>
  );
}

function pieces(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    let rest = line;
    while (rest.length > PIECE) {
      const cut = cutText(rest, PIECE);
      lines.push(cut.text);
      rest = rest.slice(cut.text.length);
    }
    lines.push(rest);
  }
  return lines;
}
