import { isTimed } from '../session/clock.ts';
import type { AttemptError, EventDraft } from '../session/events.ts';
import type { Limits } from '../session/limits.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, OpenAttempt, SessionState } from '../session/state.ts';
import { failed } from './answer-facts.ts';
import { endCall } from './calls.ts';
import type { Deadline, Fact, Moment } from './inputs.ts';
import { closeAttempt } from './recover.ts';
import { requestStart } from './request-start.ts';
import { outcome } from './stop-reason.ts';

/** Moments at which something must happen although nothing came from outside. Derived, so it survives a crash. */
export function deadlines(state: SessionState): Deadline[] {
  return state.record.branches.flatMap((branch) => branchDeadlines(state.record.limits, branch));
}

function branchDeadlines(limits: Limits, branch: Branch): Deadline[] {
  if (!isMoving(branch) || branch.deleted) return [];
  const { id, attempt, backoff } = branch;
  const list: Deadline[] = [];
  if (isTimed(branch) && branch.movingSince !== null) {
    const left = Math.max(0, limits.timeoutMs - branch.counters.elapsedMs);
    list.push({ kind: 'run', branch: id, effect: 0, at: branch.movingSince + left });
  }
  if (attempt) {
    list.push({ kind: 'request', branch: id, effect: attempt.effect, at: attempt.heardAt + limits.requestTimeoutMs });
  }
  if (backoff) list.push({ kind: 'retry', branch: id, effect: backoff.effect, at: backoff.until });
  for (const call of branch.calls) {
    if (call.state !== 'running' || call.effect === null) continue;
    list.push({ kind: 'tool', branch: id, effect: call.effect, at: (call.startedAt ?? 0) + limits.toolTimeoutMs });
  }
  return list;
}

/** What a deadline brings; nothing when it is no longer, or not yet, due. */
export function deadline(
  state: SessionState,
  branch: Branch,
  fact: Extract<Fact, { type: 'deadline' }>,
  moment: Moment,
): EventDraft[] {
  const { limits } = state.record;
  const due = branchDeadlines(limits, branch).find(
    (each) => each.kind === fact.deadline && each.effect === fact.effect,
  );
  if (!due || due.at > moment.at) return [];
  switch (fact.deadline) {
    case 'run':
      return runTimeout(limits, branch, moment);
    case 'request':
      return branch.attempt ? failed(state, branch, branch.attempt, silence(limits, branch.attempt), null, moment) : [];
    case 'retry':
      return [requestStart(state, branch)];
    case 'tool': {
      const call = branch.calls.find((each) => each.effect === fact.effect);
      const text = `The tool did not finish within ${limits.toolTimeoutMs} ms and was stopped. It may have done part of its work.`;
      return call ? [endCall(branch, call, { content: text, is_error: true }, moment)] : [];
    }
  }
}

function runTimeout(limits: Limits, branch: Branch, moment: Moment): EventDraft[] {
  const elapsed = branch.counters.elapsedMs + (moment.at - (branch.movingSince ?? moment.at));
  const data = { limit: 'timeoutMs' as const, value: limits.timeoutMs, at: elapsed };
  const served = branch.attempt?.nextCursor ?? undefined;
  return [
    ...closeAttempt(branch, 'cancelled', 'The run reached its time limit.', served),
    { branch: branch.id, type: 'limit-hit', limit: 'timeoutMs', value: limits.timeoutMs, reached: elapsed },
    { branch: branch.id, type: 'run-end', outcome: outcome('timeout'), limit: data, phase: branch.phase },
  ];
}

function silence(limits: Limits, open: OpenAttempt): AttemptError {
  return {
    kind: 'timeout',
    type: 'timeout',
    message: `Nothing came from the endpoint for ${limits.requestTimeoutMs} ms.`,
    requestId: open.requestId,
    retryable: true,
  };
}
