import { useTranslations } from 'use-intl';
import { rich } from '../../i18n/rich.tsx';
import type { Pill } from '../../store/pill.ts';

/** The words of a pill. Stop names and reasons are the machine's own, in mono and never translated. */
export function PillText({ pill }: { pill: Pill }) {
  const t = useTranslations('state.pill');
  switch (pill.kind) {
    case 'paused':
    case 'interrupted':
      return t.rich(pill.kind, { ...rich, stop: pill.stop, turn: pill.turn });
    case 'replaying':
      return t.rich('replaying', { ...rich, stop: pill.stop, turn: pill.turn, turns: pill.turns });
    case 'retrying':
      return t('retrying', { try: pill.try, of: pill.of });
    case 'done':
    case 'stopped':
    case 'failed':
      return t.rich(pill.kind, { ...rich, reason: pill.reason });
    default:
      return t(pill.kind);
  }
}
