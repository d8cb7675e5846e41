import type { translator } from '../i18n/translator.ts';
import type { Pill } from './pill.ts';

const plain = { code: (text: string): string => text };

/** The words of a pill as one line, for the window title and for screen readers. */
export function pillText(pill: Pill, t: ReturnType<typeof translator<'state'>>): string {
  switch (pill.kind) {
    case 'paused':
    case 'interrupted':
      return t.markup(`pill.${pill.kind}`, { ...plain, stop: pill.stop, turn: pill.turn });
    case 'replaying':
      return t.markup('pill.replaying', { ...plain, stop: pill.stop, turn: pill.turn, turns: pill.turns });
    case 'retrying':
      return t('pill.retrying', { try: pill.try, of: pill.of });
    case 'done':
    case 'stopped':
    case 'failed':
      return t.markup(`pill.${pill.kind}`, { ...plain, reason: pill.reason });
    default:
      return t(`pill.${pill.kind}`);
  }
}
