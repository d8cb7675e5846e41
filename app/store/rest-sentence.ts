import type { Branch } from '../../shared/session/state.ts';
import type { translator } from '../i18n/translator.ts';
import { restStop, waitsForPerson } from './pill.ts';

/** What a screen reader says when a branch comes to rest: the stop, what it means, and why it was made. */
export function restSentence(branch: Branch, t: ReturnType<typeof translator<'state'>>): string {
  if (branch.outcome && branch.phase === 'ended') {
    return t(`announce.${branch.outcome.status}`, { reason: branch.outcome.reason });
  }
  if (waitsForPerson(branch)) return t('announce.waiting');
  const stop = restStop(branch.phase);
  const { turn } = branch;
  const reason = branch.stopped?.reason;
  const why = reason === 'breakpoint' || reason === 'interrupted' ? `${t(`announce.${reason}`)} ` : '';
  return why + place(stop, turn, branch.calls.length, t);
}

function place(
  stop: ReturnType<typeof restStop>,
  turn: number,
  calls: number,
  t: ReturnType<typeof translator<'state'>>,
): string {
  return stop === 'tools' ? t('announce.tools', { turn, calls }) : t(`announce.${stop}`, { turn });
}
