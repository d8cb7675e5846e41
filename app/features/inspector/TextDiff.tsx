import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { diffText, type LineChange } from '../../../shared/view/diff-text.ts';

const CONTEXT = 3;
/** Shorter texts are shown whole. */
const SHORT_LINES = 16;
const MOST_LINES = 400;
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** Two texts line by line; unchanged stretches fold to their edges. Signs carry the meaning, colour only helps. */
export function TextDiff({
  before,
  after,
  calm,
}: {
  before: string;
  after: string;
  /** All of it is new: only the signs say so. */ calm?: boolean;
}) {
  const t = useTranslations('inspector.diff');
  const diff = useMemo(() => diffText(before, after), [before, after]);
  const rows = useMemo(() => folded(diff.lines).slice(0, MOST_LINES), [diff]);
  return (
    <>
      {diff.gaveUp && <p className="mb-2 text-ink-2">{t('gaveUp')}</p>}
      <pre className="border border-hairline bg-paper py-1" tabIndex={0}>
        {rows.map((row, index) =>
          typeof row === 'number' ? (
            <div key={index} className="px-2 text-ink-2">
              ⋯ {t('unchangedLines', { count: row })}
            </div>
          ) : (
            <DiffLine key={index} line={row} calm={calm === true} />
          ),
        )}
      </pre>
    </>
  );
}

function DiffLine({ line, calm }: { line: LineChange; calm: boolean }) {
  const t = useTranslations('inspector.diff');
  const tone = line.kind === 'added' ? (calm ? '' : 'bg-edited') : line.kind === 'removed' ? 'text-ink-2' : '';
  return (
    <div className={`flex gap-2 px-2 ${tone}`}>
      <span aria-hidden className="w-2 shrink-0 select-none">
        {SIGNS[line.kind]}
      </span>
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {line.kind !== 'same' && <span className="sr-only-live">{t(line.kind)}: </span>}
        {line.pieces.map((piece, index) =>
          piece.kind === 'same' ? (
            piece.text
          ) : piece.kind === 'added' ? (
            <ins key={index} className={calm ? 'no-underline' : 'font-semibold no-underline'}>
              {piece.text}
            </ins>
          ) : (
            <del key={index}>{piece.text}</del>
          ),
        )}
      </span>
    </div>
  );
}

/** Lines, with a number standing for that many unchanged ones far from any change. */
function folded(lines: LineChange[]): (LineChange | number)[] {
  const near = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) near.add(at);
  }
  const rows: (LineChange | number)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = rows.at(-1);
    if (near.has(index) || lines.length <= SHORT_LINES) rows.push(line);
    else if (typeof last === 'number') rows[rows.length - 1] = last + 1;
    else rows.push(1);
  }
  return rows;
}
