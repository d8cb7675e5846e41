import { useTranslations } from 'use-intl';
import { PRICES_AS_OF } from '../../../shared/messages/prices.ts';
import type { Comparison } from '../../../shared/view/compare.ts';
import type { Figures } from '../../../shared/view/compare-figures.ts';
import { rich } from '../../i18n/rich.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useNumbers } from './use-words.tsx';

const COUNTS = ['requests', 'toolRuns', 'input', 'output'] as const;
const CACHE = ['cacheRead', 'cacheWrite'] as const;
const TIMES = ['modelMs', 'toolMs'] as const;
type Counted = (typeof COUNTS | typeof CACHE)[number];

/** What each side used as a whole, and the difference. */
export function Totals({ totals }: { totals: Comparison['totals'] }) {
  const t = useTranslations('compare.total');
  // Most runs use no cache: then its columns would only say so.
  const cached = CACHE.some((name) => totals.a[name] + totals.b[name] > 0);
  const counts: readonly Counted[] = cached ? [...COUNTS, ...CACHE] : COUNTS;
  return (
    <div className="shrink-0 overflow-x-auto border-b border-strong bg-face px-3 py-1.5">
      <table aria-label={t('title')} className="w-full border-collapse text-right tabular">
        <thead>
          <tr className="text-label text-ink-2">
            <th scope="col" className="sr-only-live">
              {t('side')}
            </th>
            {([...counts, 'cost', ...TIMES] as const).map((name) => (
              <th key={name} scope="col" className="pl-3 font-normal whitespace-nowrap">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="mono text-path">
          <FigureRow name="A" figures={totals.a} counts={counts} />
          <FigureRow name="B" figures={totals.b} counts={counts} />
          <FigureRow name={t('delta')} figures={totals.delta} counts={counts} difference />
        </tbody>
      </table>
      <p className="pt-1 text-label text-ink-2">
        <CostWords totals={totals} /> {t('note', { date: PRICES_AS_OF })}
      </p>
    </div>
  );
}

function FigureRow(props: { name: string; figures: Figures; counts: readonly Counted[]; difference?: boolean }) {
  const { name, figures, counts, difference } = props;
  const { count, countDelta, dollars, dollarsDelta, time, timeDelta } = useNumbers();
  const counted = difference ? countDelta : count;
  const timed = difference ? timeDelta : time;
  const priced = difference ? dollarsDelta : dollars;
  return (
    <tr className={classNames(difference && 'border-t border-strong font-semibold')}>
      <th scope="row" className="pr-2 text-left font-semibold whitespace-nowrap">
        {name}
      </th>
      {counts.map((key) => (
        <td key={key} className="pl-3 whitespace-nowrap">
          {counted(figures[key])}
        </td>
      ))}
      <td className="pl-3 whitespace-nowrap">{priced(figures.cost)}</td>
      {TIMES.map((key) => (
        <td key={key} className="pl-3 whitespace-nowrap">
          {timed(figures[key])}
        </td>
      ))}
    </tr>
  );
}

/** `B costs 37 % less than A`; nothing where a price is missing. */
function CostWords({ totals }: { totals: Comparison['totals'] }) {
  const t = useTranslations('compare.total');
  const { percent } = useNumbers();
  const [a, b] = [totals.a.cost, totals.b.cost];
  if (a === 'unknown' || b === 'unknown' || a === 0) return null;
  if (a === b) return <>{t('even')}</>;
  const share = percent(Math.abs(b - a) / a);
  return <>{t.rich(b < a ? 'less' : 'more', { percent: share, ...rich })}</>;
}
