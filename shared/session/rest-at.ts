import { blocksOf, isToolUse } from '../messages/blocks.ts';
import type { StopName } from './events.ts';
import { callsAreWhole, keepCalls, openCallsOf } from './open-calls.ts';
import { stopAt } from './reduce-support.ts';
import type { Branch, MessageNode, OpenCall, PhaseName, PlaceStep, SessionState } from './state.ts';

/** The stop whose values a phase holds: moving phases stand for the one they left, an end for where it came. */
export function restStop(branch: Pick<Branch, 'phase' | 'endedIn'>): StopName {
  const phase: PhaseName = branch.phase === 'ended' ? (branch.endedIn ?? 'request') : branch.phase;
  switch (phase) {
    case 'response':
    case 'tools':
    case 'results':
      return phase;
    case 'running':
      return 'tools';
    default:
      return 'request';
  }
}

/**
 * A branch that rests with `head` as its newest message, at `stop` or the stop before it that this message allows:
 * without calls there are no `tools`, without their results no `results`. The calls are read off the head; what the
 * branch knew of the same calls stays.
 */
export function restAt(
  state: SessionState,
  branch: Branch,
  head: MessageNode | undefined,
  stop: StopName,
  seq: number,
): Branch {
  const atAnswer = head?.role === 'assistant' && stop !== 'request';
  const calls = atAnswer ? keepCalls(state, openCallsOf(state, head), branch.calls) : [];
  const phase = phaseAt(head, stop, calls);
  const turn = head?.turn ?? 0;
  return {
    ...branch,
    head: head?.id ?? null,
    phase,
    calls,
    turn: phase === 'request' ? turn + 1 : turn,
    passed: false,
    stopped: branch.stopped ?? { reason: 'entry', seq, breakpoints: [], calls: [] },
    outcome: null,
    limit: null,
    endedIn: null,
    tries: 0,
    nextPatch: null,
    lastAttempt: null,
  };
}

function phaseAt(head: MessageNode | undefined, stop: StopName, calls: readonly OpenCall[]): StopName {
  if (head?.role !== 'assistant' || stop === 'request') return 'request';
  if (calls.length === 0 || !callsAreWhole(head)) return 'response';
  return stop === 'results' && calls.some((call) => call.result === null) ? 'tools' : stop;
}

/** Where a branch rests after its path was edited while it stood as `before`. */
export function stopAfterEdit(before: Branch, head: MessageNode | undefined): StopName {
  const stop = stopAt(head);
  if (stop === 'request' || !blocksOf(head?.content).some(isToolUse)) return stop;
  const was = restStop(before);
  return was === 'request' ? 'response' : was;
}

/** Where a branch stands, for the way back. */
export function placeStep(branch: Branch, label: PlaceStep['label']): PlaceStep {
  const { head, config, calls, edited, counters } = branch;
  return { label, head, config, stop: restStop(branch), calls, edited, counters };
}

/** The way back from an edit, and none forward any more. */
export function remember(branch: Branch, label: PlaceStep['label']): Pick<Branch, 'undo' | 'redo'> {
  return { undo: [...branch.undo, placeStep(branch, label)], redo: [] };
}
