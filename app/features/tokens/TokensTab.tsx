import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useViewed, useViewedBranch } from '../../store/hooks.ts';
import { Chart, type Scale } from './Chart.tsx';
import { CostTable } from './CostTable.tsx';
import { type TokenRow, tokenRows } from './token-rows.ts';

/** Measured input per request, its sum against the budget, and what it would cost. */
export function TokensTab() {
  const t = useTranslations('drawer.tokensTab');
  const state = useViewed();
  const branch = useViewedBranch();
  const rows = useMemo(() => (state && branch ? tokenRows(state, branch) : []), [state, branch]);
  if (!state || rows.length === 0) return <p className="px-4 py-3 text-ink-2">{t('empty')}</p>;
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(20rem,2fr)] divide-x divide-hairline">
      <Part title={t('perRequest')}>
        <Chart label={chartLabel(rows, t)} count={rows.length} max={Math.max(...rows.map((row) => row.input))}>
          {(scale) => <Bars rows={rows} scale={scale} />}
        </Chart>
      </Part>
      <Part title={t('sum')} aside={<Legend />}>
        <SumChart rows={rows} budget={state.record.limits.tokenBudget} />
      </Part>
      <div className="min-h-0 overflow-y-auto px-4 py-3">
        <CostTable rows={rows} />
      </div>
    </div>
  );
}

function chartLabel(rows: readonly TokenRow[], t: ReturnType<typeof useTranslations<'drawer.tokensTab'>>): string {
  return t('chart', { count: rows.length, first: rows[0]?.input ?? 0, last: rows.at(-1)?.input ?? 0 });
}

function Part(props: { title: string; aside?: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-4">
        <h3 className="font-semibold">{props.title}</h3>
        <span className="ml-auto">{props.aside}</span>
      </div>
      {props.children}
    </div>
  );
}

function Legend() {
  const t = useTranslations('drawer.tokensTab');
  return (
    <span className="flex items-center gap-2">
      <svg width={30} height={8} aria-hidden>
        <path d="M0 4H30" stroke="var(--ink)" strokeWidth={2} />
        <circle cx={15} cy={4} r={3.5} fill="var(--ink)" />
      </svg>
      {t('measured')}
    </span>
  );
}

function Bars({ rows, scale }: { rows: readonly TokenRow[]; scale: Scale }) {
  const width = Math.max(1, Math.min(40, scale.band * 0.72));
  return rows.map((row, index) => {
    const left = scale.x(index + 1) - width / 2;
    const top = scale.y(row.input);
    return (
      <g key={row.request}>
        <rect x={left} y={top} width={width} height={Math.max(0, scale.bottom - top)} fill="var(--hairline)" />
        <rect x={left} y={top - 1} width={width} height={2} fill="var(--ink)" />
      </g>
    );
  });
}

/** Beyond this a dot per request would only be a thicker line. */
const MOST_DOTS = 80;

function SumChart({ rows, budget }: { rows: readonly TokenRow[]; budget: number }) {
  const t = useTranslations('drawer.tokensTab');
  const total = rows.at(-1)?.sum ?? 0;
  // The budget is drawn once it is in reach: else the curve would lie flat under it.
  const near = budget > 0 && total > budget / 4;
  return (
    <Chart label={`${t('sum')}: ${total}`} count={rows.length} max={near ? Math.max(total, budget * 1.08) : total}>
      {(scale) => (
        <>
          {near && <BudgetLine scale={scale} budget={budget} label={t('budget')} />}
          <path d={areaUnder(rows, scale)} fill="var(--sunk)" />
          <path
            d={rows.map((row, index) => `${index === 0 ? 'M' : 'L'}${scale.x(index + 1)} ${scale.y(row.sum)}`).join('')}
            fill="none"
            stroke="var(--ink)"
            strokeWidth={2}
          />
          {rows.length <= MOST_DOTS &&
            rows.map((row, index) => (
              <circle key={row.request} cx={scale.x(index + 1)} cy={scale.y(row.sum)} r={3.5} fill="var(--ink)" />
            ))}
        </>
      )}
    </Chart>
  );
}

function areaUnder(rows: readonly TokenRow[], scale: Scale): string {
  const points = rows.map((row, index) => `L${scale.x(index + 1)} ${scale.y(row.sum)}`).join('');
  return `M${scale.x(1)} ${scale.bottom}${points}L${scale.x(rows.length)} ${scale.bottom}Z`;
}

function BudgetLine({ scale, budget, label }: { scale: Scale; budget: number; label: string }) {
  const y = scale.y(budget);
  return (
    <g>
      <line x1={46} x2={scale.right} y1={y} y2={y} stroke="var(--error)" strokeWidth={1.5} />
      <text x={54} y={y - 6} className="fill-error text-label font-semibold">
        {label}
      </text>
    </g>
  );
}
