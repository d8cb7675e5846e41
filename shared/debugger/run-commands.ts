import type { EventDraft } from '../session/events.ts';
import { isMoving } from '../session/reduce-support.ts';
import { notRun, reasonOf, resultBlock } from '../session/sendable.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';
import { closeAttempt } from '../loop/facts.ts';
import { runEnd } from '../loop/leave-response.ts';
import { outcome } from '../loop/stop-reason.ts';

/** Ends a run at once: what had arrived stays as an attempt, open calls stay open, a later result is `late`. */
export function terminate(branch: Branch): EventDraft[] {
  const why = 'The run was stopped by a person.';
  const closing = isMoving(branch) ? closeAttempt(branch, 'cancelled', why) : [];
  return [...closing, runEnd(branch, outcome('cancelled'))];
}

/**
 * Answers what an ended run left open: results that are in are kept, the others become `is_error` "not run". Calls
 * of an answer that was cut count as open too.
 */
export function decideOpenCalls(state: SessionState, branch: Branch): EventDraft[] {
  if (nodeById(state, branch.head)?.role !== 'assistant' || branch.calls.length === 0) return [];
  const reason = reasonOf(branch);
  return [
    {
      branch: branch.id,
      type: 'message-append',
      role: 'user',
      content: branch.calls.map((call) => resultBlock(call.toolUseId, call.result ?? notRun(reason))),
      origin: 'results',
      calls: branch.calls.map((call) => call.id),
    },
  ];
}
