import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type CompareRow, type Comparison, rowPairs } from '../../../shared/view/compare.ts';
import { configChanges } from '../../../shared/view/compare-config.ts';
import type { Step } from '../../../shared/view/compare-steps.ts';
import { classNames } from '../../ui/class-names.ts';
import { COLUMNS } from './columns.ts';
import { PairCells, pairHeight } from './PairGrid.tsx';
import { SetupTable } from './SetupTable.tsx';
import { useNumbers } from './use-words.tsx';

/** One turn of both sides: their messages opposite each other, between them the number and what the turn cost more or less. */
export function TurnItem(props: {
  comparison: Comparison;
  row: number;
  endsBefore: 'a' | 'b' | null;
  onlyDifferent: boolean;
}) {
  const { comparison, row: at, endsBefore, onlyDifferent } = props;
  const row = comparison.rows[at];
  const pairs = useMemo(() => {
    const all = row ? rowPairs(row) : [];
    return onlyDifferent ? all.filter((pair) => pair.kind !== 'same') : all;
  }, [row, onlyDifferent]);
  if (!row) return null;
  const starts: number[] = [];
  let next = 1;
  for (const pair of pairs) {
    starts.push(next);
    next += pairHeight(pair);
  }
  return (
    <div className={classNames('grid border-b border-hairline py-1.5', COLUMNS)}>
      <Middle row={row} span={Math.max(1, next - 1)} />
      {pairs.map((pair, index) => (
        <PairCells key={index} pair={pair} a={row.a} b={row.b} start={starts[index] ?? 1} id={`${at} ${index}`} />
      ))}
      {(['a', 'b'] as const).map(
        (column) =>
          !row[column] && (
            <Missing
              key={column}
              column={column}
              span={Math.max(1, next - 1)}
              ended={endsBefore === column ? lastNumber(comparison.rows, at, column) : null}
            />
          ),
      )}
      {(row.a?.lost.length ?? 0) + (row.b?.lost.length ?? 0) > 0 && <Lost row={row} start={next} />}
      {row.otherConfig && row.a && row.b && <RowSetup a={row.a} b={row.b} start={next + 1} />}
    </div>
  );
}

/** Number of the last turn that a side has before a row; 0 when it has none. */
function lastNumber(rows: readonly CompareRow[], before: number, column: 'a' | 'b'): number {
  for (let at = before - 1; at >= 0; at--) {
    const step = rows[at]?.[column];
    if (step) return step.number;
  }
  return 0;
}

function Middle({ row, span }: { row: CompareRow; span: number }) {
  const t = useTranslations('compare.list');
  const { countDelta, dollarsDelta, timeDelta } = useNumbers();
  const { delta, a, b } = row;
  const number = a && b && a.number !== b.number ? `${a.number} | ${b.number}` : String((a ?? b)?.number ?? '');
  const lines = [
    delta.input !== 0 && t('in', { value: countDelta(delta.input) }),
    delta.output !== 0 && t('out', { value: countDelta(delta.output) }),
    delta.cost !== 0 && delta.cost !== 'unknown' && dollarsDelta(delta.cost),
    delta.modelMs + delta.toolMs !== 0 && timeDelta(delta.modelMs + delta.toolMs),
  ];
  return (
    <div
      style={{ gridRow: `1 / span ${span}`, gridColumn: 2 }}
      className="-my-1.5 flex flex-col items-center border-x border-hairline bg-face px-1 pt-2.5 pb-2 text-center"
    >
      <span className={number.length > 3 ? 'text-title font-medium' : 'text-turn font-medium'}>{number}</span>
      <span className={classNames('text-label', row.kind === 'same' ? 'text-ink-2' : 'font-semibold')}>
        {t(row.kind)}
      </span>
      {row.otherConfig && <span className="text-label text-ink-2">{t('otherSetup')}</span>}
      {lines.map(
        (line, index) =>
          line && (
            <span key={index} className="mono text-path whitespace-nowrap text-ink-2 tabular">
              {line}
            </span>
          ),
      )}
    </div>
  );
}

function Missing({ column, span, ended }: { column: 'a' | 'b'; span: number; ended: number | null }) {
  const t = useTranslations('compare.list');
  const side = column.toUpperCase();
  return (
    <div
      style={{ gridRow: `1 / span ${span}`, gridColumn: column === 'a' ? 1 : 3 }}
      className="hatch -my-1.5 flex items-start justify-center p-4"
    >
      {ended !== null && (
        <p className="bg-paper px-2 py-1 text-center text-ink-2">
          {ended === 0 ? t('nothingAtAll', { side }) : t('nothing', { side, turn: ended })}
        </p>
      )}
    </div>
  );
}

function Lost({ row, start }: { row: CompareRow; start: number }) {
  const t = useTranslations('compare.list');
  const cell = (step: Step | null, gridColumn: number) =>
    step && step.lost.length > 0 ? (
      <p style={{ gridRow: start, gridColumn }} className="px-3 pb-1 text-ink-2">
        {t('lost', { count: step.lost.length })}: <span className="mono text-path">{reasons(step)}</span>
      </p>
    ) : null;
  return (
    <>
      {cell(row.a, 1)}
      {cell(row.b, 3)}
    </>
  );
}

function reasons(step: Step): string {
  return step.lost.map((attempt) => attempt.error?.type ?? attempt.outcome).join(', ');
}

function RowSetup({ a, b, start }: { a: Step; b: Step; start: number }) {
  const t = useTranslations('compare.list');
  const changes = useMemo(() => configChanges(a.config, b.config), [a.config, b.config]);
  return (
    <div style={{ gridRow: start, gridColumn: '1 / span 3' }} className="px-3 pt-1 pb-2">
      <SetupTable label={t('setup')} changes={changes} id={`setup ${a.number} ${b.number}`} />
    </div>
  );
}
