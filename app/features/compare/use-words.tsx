import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Comparison } from '../../../shared/view/compare.ts';
import type { Divergence, Who } from '../../../shared/view/compare-divergence.ts';
import type { Figures } from '../../../shared/view/compare-figures.ts';
import { divergencePlace } from '../../../shared/view/compare-place.ts';
import { rich } from '../../i18n/rich.tsx';

/** Numbers of a comparison in words. Differences carry their sign; nothing is rounded to zero. */
export function useNumbers() {
  const t = useTranslations('compare');
  const format = useFormatter();
  const signed = (value: number, text: string): string =>
    value > 0 ? `+${text}` : value < 0 ? `−${text}` : t('total.same');
  const count = (value: number): string => format.number(value);
  const dollars = (value: Figures['cost']): string => {
    if (value === 'unknown') return t('total.unknown');
    const digits = Math.abs(value) >= 0.001 || value === 0 ? 4 : 6;
    return format.number(value, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  };
  const time = (ms: number): string =>
    ms < 1000
      ? t('run.ms', { value: format.number(Math.round(ms)) })
      : t('run.s', { value: format.number(ms / 1000, { maximumFractionDigits: 2 }) });
  return {
    count,
    dollars,
    time,
    percent: (value: number): string => format.number(value, { style: 'percent', maximumFractionDigits: 0 }),
    countDelta: (value: number): string => signed(value, count(Math.abs(value))),
    timeDelta: (value: number): string => signed(value, time(Math.abs(value))),
    dollarsDelta: (value: Figures['cost']): string =>
      value === 'unknown' ? t('total.unknown') : signed(value, dollars(Math.abs(value))),
  };
}

/** Where two runs part, as one sentence; null when they are equal. */
export function useSentence(comparison: Comparison): { first: ReactNode; cause: string | null } | null {
  const t = useTranslations('compare');
  const { divergence } = comparison;
  const place = usePlace(divergence);
  if (!divergence) return null;
  const row = comparison.rows[divergence.row];
  const turn = (row?.b ?? row?.a)?.number ?? divergence.row + 1;
  switch (divergence.kind) {
    case 'block':
      return {
        first: t.rich('sentence.block', { place: () => place, turn }),
        cause: t(`cause.${divergence.cause.kind}`, { side: sideOf(divergence.cause.who, t('both')) }),
      };
    case 'config':
      return {
        first: t('sentence.config', { turn, names: divergence.changes.map((change) => change.name).join(', ') }),
        cause: null,
      };
    case 'end': {
      const side = divergence.ended.toUpperCase();
      const before =
        comparison.rows[divergence.row - 1]?.[divergence.ended]?.number ?? row?.[divergence.ended]?.number ?? 0;
      return {
        first: before === 0 ? t('sentence.endAtStart', { side }) : t('sentence.end', { side, turn: before }),
        cause: null,
      };
    }
    case 'extra':
      return { first: t('sentence.extra', { turn, side: divergence.only.toUpperCase() }), cause: null };
  }
}

function sideOf(who: Who, both: string): string {
  return who === 'both' ? both : who.toUpperCase();
}

/** `tool_result of lookup_order: content.status`. */
function usePlace(divergence: Divergence | null): ReactNode {
  const t = useTranslations('compare.sentence');
  const place = divergencePlace(divergence);
  if (!place || divergence?.kind !== 'block') return null;
  const { type, tool } = place;
  return type === null
    ? t('message')
    : tool
      ? t.rich('typeOf', { type, tool, ...rich })
      : t.rich('type', { type, ...rich });
}

/** What stands behind the turn in the sentence: the field, or the side that has the block alone. */
export function useDetail(divergence: Divergence | null): ReactNode {
  const t = useTranslations('compare.sentence');
  const place = divergencePlace(divergence);
  if (!place || divergence?.kind !== 'block') return null;
  if (place.field) return t.rich('field', { field: place.field, ...rich });
  const { block, pair } = divergence;
  const only = block ? (block.a ? (block.b ? null : 'A') : 'B') : pair.a ? (pair.b ? null : 'A') : 'B';
  return only ? t('onlySide', { side: only }) : null;
}
