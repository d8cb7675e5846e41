import type { StopName } from '../../shared/session/events.ts';
import { isMoving } from '../../shared/session/reduce-support.ts';
import type { Branch, PhaseName } from '../../shared/session/state.ts';

/** What the state pill says. Names inside (`stop`, `reason`) are the API's or the machine's and stay verbatim. */
export type Pill =
  | { kind: 'none' }
  | { kind: 'paused' | 'interrupted'; stop: StopName; turn: number }
  | { kind: 'running' | 'waiting' | 'pausing' }
  | { kind: 'retrying'; try: number; of: number }
  | { kind: 'done' | 'stopped' | 'failed'; reason: string }
  | { kind: 'replaying'; stop: PhaseName; turn: number; turns: number };

/**
 * Nothing of a running batch moves because a person is asked (MACHINE §1: `running` then counts as waiting).
 * Queued calls stand behind the one that asks.
 */
export function waitsForPerson(branch: Branch): boolean {
  const states = branch.calls.map((call) => call.state);
  const asked = states.some((state) => state === 'asks' || state === 'waiting');
  return branch.phase === 'running' && asked && !states.includes('running');
}

/** The pill of a branch as it is now. */
export function pillOf(branch: Branch): Pill {
  if (branch.phase === 'ended' && branch.outcome) return { kind: branch.outcome.status, reason: branch.outcome.reason };
  if (waitsForPerson(branch)) return { kind: 'waiting' };
  if (isMoving(branch)) return movingPill(branch);
  if (branch.goal && !branch.stopped) return { kind: 'running' };
  const stop = restStop(branch.phase);
  return { kind: branch.stopped?.reason === 'interrupted' ? 'interrupted' : 'paused', stop, turn: branch.turn };
}

/** The branch runs by itself, also in the moment between two phases; false where it rests or waits for a person. */
export function goesOn(branch: Branch): boolean {
  const { kind } = pillOf(branch);
  return kind === 'running' || kind === 'pausing' || kind === 'retrying';
}

/** The pill while the page shows the past of a branch. */
export function replayPill(viewed: Branch, newest: Branch): Pill {
  const { phase, turn } = viewed;
  return { kind: 'replaying', stop: phase, turn, turns: Math.max(turn, newest.turn) };
}

function movingPill(branch: Branch): Pill {
  if (branch.goal?.kind === 'pause') return { kind: 'pausing' };
  if (branch.phase === 'backing-off' && branch.backoff) {
    return { kind: 'retrying', try: branch.backoff.try, of: branch.backoff.of };
  }
  return { kind: 'running' };
}

/** The stop whose values a phase holds; moving phases stand for the one they left. */
export function restStop(phase: PhaseName): StopName {
  switch (phase) {
    case 'sending':
    case 'backing-off':
      return 'request';
    case 'running':
      return 'tools';
    case 'ended':
      return 'response';
    default:
      return phase;
  }
}
