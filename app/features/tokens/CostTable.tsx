import { useFormatter, useTranslations } from 'use-intl';
import { PRICES_AS_OF } from '../../../shared/messages/prices.ts';
import { type ModelTotal, type TokenRow, totalsByModel } from './token-rows.ts';

const COLUMNS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

/** Totals as measured, and the price they have by the list: derived, never a bill. */
export function CostTable({ rows }: { rows: readonly TokenRow[] }) {
  const t = useTranslations('drawer.tokensTab');
  const format = useFormatter();
  const totals = totalsByModel(rows);
  const all = rows.reduce((sum, row) => sum + row.input + row.output, 0);
  return (
    <>
      <p className="text-ink-2">{t('measured')}</p>
      <p className="text-big font-semibold tabular">{format.number(all)}</p>
      <table className="mt-3 w-full border-collapse text-right tabular">
        <caption className="mb-1 text-left font-semibold">{t('cost')}</caption>
        <thead>
          <tr className="border-b border-hairline text-label text-ink-2">
            <th scope="col" className="py-1 text-left font-normal">
              {t('model')}
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="pl-3 font-normal">
                {t(column)}
              </th>
            ))}
            <th scope="col" className="pl-3 font-normal">
              {t('dollars')}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <TotalRow key={total.model} total={total} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-label text-ink-2">{t('priceNote', { date: PRICES_AS_OF })}</p>
    </>
  );
}

function TotalRow({ total }: { total: ModelTotal }) {
  const t = useTranslations('drawer.tokensTab');
  const format = useFormatter();
  return (
    <tr className="mono border-b border-hairline text-path">
      <th scope="row" className="max-w-40 truncate py-1.5 text-left font-semibold" title={total.model}>
        {total.model}
      </th>
      {COLUMNS.map((column) => (
        <td key={column} className="pl-3">
          {format.number(total[column])}
        </td>
      ))}
      <td className="pl-3 font-semibold">
        {total.cost === 'unknown'
          ? t('noPrice')
          : format.number(total.cost, { style: 'currency', currency: 'USD', minimumFractionDigits: 4 })}
      </td>
    </tr>
  );
}
