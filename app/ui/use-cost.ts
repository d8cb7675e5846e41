import { useFormatter } from 'use-intl';
import { cost as costOf } from '../../shared/messages/prices.ts';
import type { Usage } from '../../shared/messages/types.ts';

/** List price of a usage in US dollars, in words; null when no price of the model is known: never $0. */
export function useCost(): (usage: Usage, model: string) => string | null {
  const format = useFormatter();
  return (usage, model) => {
    const dollars = costOf(usage, model);
    if (typeof dollars !== 'number') return null;
    // Four decimals, and more where the sum is smaller than that.
    const digits = dollars >= 0.001 || dollars === 0 ? 4 : 6;
    return format.number(dollars, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  };
}
