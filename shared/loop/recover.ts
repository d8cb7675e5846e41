import type { EventDraft, StopName } from '../session/events.ts';
import type { Branch } from '../session/state.ts';
import { readPartial } from './read-answer.ts';

/**
 * Closes a try that is under way: what arrived stays as an attempt.
 * @param scriptCursor where a script goes on; as if nothing had been asked when left out
 */
export function closeAttempt(
  branch: Branch,
  kind: 'cancelled' | 'interrupted',
  message: string,
  scriptCursor = branch.attempt?.scriptCursor ?? branch.scriptCursor,
): EventDraft[] {
  const open = branch.attempt;
  if (!open) return [];
  const { partial, rawInput } = readPartial(open.frames);
  return [
    {
      branch: branch.id,
      type: 'request-error',
      request: open.id,
      error: { kind, type: kind, message, requestId: open.requestId, retryable: true },
      ...(partial ? { partial } : {}),
      ...(rawInput.size > 0 ? { rawInput: [...rawInput] } : {}),
      outcome: 'interrupted',
      scriptCursor,
    },
  ];
}

/** After a crash nothing resumes by itself: a branch is brought to rest where MACHINE §1, last column, says. */
export function recover(branch: Branch): EventDraft[] {
  const { id } = branch;
  const rest = (stop: StopName): EventDraft => ({ branch: id, type: 'stopped', reason: 'interrupted', stop });
  switch (branch.phase) {
    case 'sending':
      return [...closeAttempt(branch, 'interrupted', 'Loupe was stopped while this answer came in.'), rest('request')];
    case 'backing-off':
      return [rest('request')];
    case 'running': {
      const started = branch.calls.filter((call) => call.state === 'running');
      const doubts = started.map((call): EventDraft => ({ branch: id, type: 'tool-call-doubt', call: call.id }));
      return [...doubts, rest('tools')];
    }
    case 'ended':
      return [];
    default:
      return branch.stopped === null && branch.goal !== null ? [rest(branch.phase)] : [];
  }
}
