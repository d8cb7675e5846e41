import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { diffText, type LineChange, type TextDiff } from '../../../shared/view/diff-text.ts';
import { FoldButton } from './FoldButton.tsx';
import { useFold } from './opened.ts';

const CONTEXT = 2;
const SHORT_LINES = 12;
const MOST_LINES = 400;

/** Which of the two columns a text stands in. */
export type Column = 'a' | 'b';

/** One side of two texts: its own lines, what the other side lacks marked by word. Long equal stretches fold. */
export function TextSide(props: { before: string; after: string; column: Column; id: string }) {
  const t = useTranslations('compare.list');
  const { before, after, column } = props;
  const diff = useMemo(() => sharedDiff(before, after), [before, after]);
  const [open, toggle] = useFold(`${props.id} lines`);
  const rows = useMemo(() => sideRows(diff.lines, column, open), [diff, column, open]);
  const shown = rows.slice(0, MOST_LINES);
  return (
    <>
      {diff.gaveUp && column === 'a' && <p className="text-ink-2">{t('tooDifferent')}</p>}
      {shown.map((row, index) =>
        typeof row === 'number' ? (
          <FoldButton key={index} open={open} onToggle={toggle} text={t('equalLines', { count: row })} />
        ) : (
          <Line key={index} line={row} column={column} />
        ),
      )}
      {rows.length > MOST_LINES && <p className="text-ink-2">{t('moreLines', { count: rows.length - MOST_LINES })}</p>}
    </>
  );
}

/** Both columns ask for the same pair one after the other. */
let newest: { before: string; after: string; diff: TextDiff } | null = null;

function sharedDiff(before: string, after: string): TextDiff {
  if (newest?.before === before && newest.after === after) return newest.diff;
  const diff = diffText(before, after);
  newest = { before, after, diff };
  return diff;
}

function Line({ line, column }: { line: LineChange; column: Column }) {
  const t = useTranslations('compare.list');
  if (line.kind === 'same') return <Words line={line} />;
  return (
    <div className={column === 'b' ? 'bg-edited' : 'bg-sunk'}>
      <span className="sr-only-live">{t(column === 'b' ? 'addedWord' : 'removedWord')}: </span>
      <Words line={line} />
    </div>
  );
}

function Words({ line }: { line: LineChange }) {
  const text = line.pieces.map((piece, index) =>
    piece.kind === 'same' ? (
      piece.text
    ) : piece.kind === 'added' ? (
      <ins key={index} className="font-semibold no-underline">
        {piece.text}
      </ins>
    ) : (
      <del key={index} className="font-semibold decoration-ink-2 decoration-1">
        {piece.text}
      </del>
    ),
  );
  return <div className="min-h-[1lh] whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</div>;
}

/** Lines of one side; a number stands for that many equal ones far from any change. */
function sideRows(lines: readonly LineChange[], column: Column, open: boolean): (LineChange | number)[] {
  const foreign = column === 'a' ? 'added' : 'removed';
  const near = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) near.add(at);
  }
  const rows: (LineChange | number)[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.kind === foreign) continue;
    const last = rows.at(-1);
    if (open || near.has(index) || lines.length <= SHORT_LINES) rows.push(line);
    else if (typeof last === 'number') rows[rows.length - 1] = last + 1;
    else rows.push(1);
  }
  return rows;
}
