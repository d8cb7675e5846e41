import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Comparison } from '../../../shared/view/compare.ts';
import type { Step } from '../../../shared/view/compare-steps.ts';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import { buckets } from './items.ts';
import type { Column } from './TextSide.tsx';

const MOST_SEGMENTS = 240;
/** Narrower segments carry no words. */
const MOST_WORDS = 8;

/** Both runs as strips of one segment per turn, level with each other, and where they part. Leads to a turn. */
export function Overview(props: { comparison: Comparison; row: number; onRow(row: number): void }) {
  const t = useTranslations('compare.overview');
  const turns = useTranslations('compare.list');
  const { comparison, row, onRow } = props;
  const { rows, divergence } = comparison;
  const parts = buckets(rows.length, MOST_SEGMENTS);
  const to = (at: number): void => onRow(Math.max(0, Math.min(rows.length - 1, at)));
  const press = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    to(Math.floor(((event.clientX - box.left) / box.width) * rows.length));
  };
  const keys = (event: KeyboardEvent): void => {
    const target = { ArrowLeft: row - 1, ArrowRight: row + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(target);
  };
  if (rows.length === 0) return null;
  return (
    <div className="flex shrink-0 items-stretch gap-3 border-b border-hairline bg-paper px-3 py-2">
      <div className="flex flex-col justify-between py-0.5 text-title leading-4 font-semibold" aria-hidden>
        <span>A</span>
        <span>B</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('label')}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={row + 1}
        aria-valuetext={`${turns('turn', { turn: row + 1 })}, ${turns(rows[row]?.kind ?? 'same')}`}
        onPointerDown={press}
        onKeyDown={keys}
        className="relative min-w-0 flex-1"
      >
        <Strip column="a" comparison={comparison} parts={parts} />
        <div className="h-5" />
        <Strip column="b" comparison={comparison} parts={parts} />
        {divergence && <Line at={divergence.row / rows.length} text={t('diverge')} />}
      </div>
    </div>
  );
}

function Line({ at, text }: { at: number; text: string }) {
  const edge = at > 0.85 ? '-100%' : at < 0.08 ? '0' : '-50%';
  return (
    <div className="pointer-events-none absolute inset-y-0 w-0" style={{ left: `${at * 100}%` }}>
      <div className="absolute -inset-y-1 w-0.5 bg-ink" />
      <div
        className="absolute top-1/2 bg-ink px-1.5 text-label leading-4 font-semibold whitespace-nowrap text-on-fill"
        style={{ transform: `translate(${edge}, -50%)` }}
      >
        {text}
      </div>
    </div>
  );
}

function Strip(props: { column: Column; comparison: Comparison; parts: { from: number; to: number }[] }) {
  const t = useTranslations('compare.overview');
  const { column, comparison, parts } = props;
  const { rows } = comparison;
  const words = parts.length <= MOST_WORDS && parts.length === rows.length;
  return (
    <div className="flex h-4">
      {parts.map(({ from, to }) => {
        const step = newestIn(comparison, column, from, to);
        const reason = step?.answer?.node.stopReason;
        const color = step === null ? undefined : step.answer ? stopColor(reason ?? null) : 'var(--hairline-strong)';
        return (
          <div
            key={from}
            style={{ background: color }}
            className={`mono min-w-0 flex-1 truncate border-paper px-1.5 text-tag leading-4 font-semibold text-on-fill ${words ? 'border-r' : ''} ${step ? '' : 'hatch'}`}
          >
            {words && step?.answer && t('segment', { turn: step.number, reason: reason ?? 'null' })}
          </div>
        );
      })}
    </div>
  );
}

/** The last turn that a side has among these rows. */
function newestIn({ rows }: Comparison, column: Column, from: number, to: number): Step | null {
  for (let at = to; at >= from; at--) {
    const step = rows[at]?.[column];
    if (step) return step;
  }
  return null;
}
