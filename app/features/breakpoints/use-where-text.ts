import { useTranslations } from 'use-intl';
import type { BreakpointWhere } from '../../../shared/session/breakpoint-types.ts';

/** What a breakpoint watches, in words. */
export function useWhereText(): (where: BreakpointWhere) => string {
  const t = useTranslations('rail.breaks');
  return (where) => {
    switch (where.kind) {
      case 'stop':
        return t('atStop', { stop: where.stop });
      case 'tool':
        return t('atTool', { name: where.name });
      case 'stop_reason':
        return t('atReason', { value: where.value });
      case 'error-result':
        return t('atError');
      case 'problem':
        return t(`atProblem.${where.severity}`);
      case 'tokens':
        return t('atTokens', { count: where.over });
      case 'cost':
        return t('atCost', { value: String(where.over) });
      case 'same-call':
        return t('atSameCall', { times: where.times });
      case 'text':
        return t('atText', { text: where.contains });
      case 'node':
        return t('atNode', { stop: where.stop, node: where.node });
      case 'place':
        return t('atPlace', { stop: where.stop, turn: where.turn });
    }
  };
}
