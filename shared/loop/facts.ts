import type { EventDraft } from '../session/events.ts';
import type { Limits } from '../session/limits.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import { bodyEnd, failed } from './answer-facts.ts';
import { endCall } from './calls.ts';
import { deadline } from './deadlines.ts';
import type { Fact, Moment } from './inputs.ts';
import { recover } from './recover.ts';
import { shapeResult } from './result-shape.ts';
import { truncateResult } from './truncate.ts';

/**
 * What a fact from outside makes of the state. A fact for an effect that is already closed becomes a `late` event
 * when it brings something, and changes nothing else (MACHINE §1); one for a branch that is not there is dropped.
 */
export function foldFact(state: SessionState, fact: Fact, moment: Moment): EventDraft[] {
  if (fact.type === 'recover') return state.record.branches.flatMap((branch) => recover(branch));
  const branch = branchById(state, fact.branch);
  if (!branch) return [];
  switch (fact.type) {
    case 'tool-result':
      return toolResult(state.record.limits, branch, fact, moment);
    case 'tool-waits': {
      const call = branch.calls.find((each) => each.effect === fact.effect && each.state === 'running');
      return call ? [{ branch: branch.id, type: 'tool-call-wait', call: call.id, why: 'waiting' }] : [];
    }
    case 'deadline':
      return deadline(state, branch, fact, moment);
    default:
      return requestFact(state, branch, fact, moment);
  }
}

type RequestFact = Extract<Fact, { request: string }>;

function requestFact(state: SessionState, branch: Branch, fact: RequestFact, moment: Moment): EventDraft[] {
  const open = branch.attempt;
  if (open?.id !== fact.request) {
    const effect = Number(fact.request.slice(1));
    return fact.type === 'body-end'
      ? [{ branch: branch.id, type: 'late', effect, what: 'response', request: fact.request }]
      : [];
  }
  switch (fact.type) {
    case 'head': {
      const { status, requestId, nextCursor } = fact;
      const next = nextCursor === undefined || nextCursor === null ? {} : { nextCursor };
      return [{ branch: branch.id, type: 'response-head', request: open.id, status, requestId, ...next }];
    }
    case 'chunk':
      return [{ branch: branch.id, type: 'response-chunk', request: open.id, frames: fact.frames }];
    case 'fail':
      return failed(state, branch, open, fact.error, fact.nextCursor, moment);
    case 'body-end':
      return bodyEnd(state, branch, open, fact, moment);
  }
}

function toolResult(
  limits: Limits,
  branch: Branch,
  fact: Extract<Fact, { type: 'tool-result' }>,
  moment: Moment,
): EventDraft[] {
  const call = branch.calls.find((each) => each.effect === fact.effect && each.state === 'running');
  if (!call) {
    const { effect, result } = fact;
    return [{ branch: branch.id, type: 'late', effect, what: 'tool-result', call: fact.call, result }];
  }
  return [endCall(branch, call, truncateResult(shapeResult(fact.result), limits), moment)];
}
