import type { AttemptError, CallResult, EventDraft } from '../session/events.ts';
import type { Limits } from '../session/limits.ts';
import { isMoving, isTimed } from '../session/reduce-support.ts';
import type { Branch, OpenAttempt, OpenCall, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import { ended } from './calls.ts';
import type { Deadline, Fact, Moment } from './inputs.ts';
import { runEnd } from './leave-response.ts';
import { readAnswer, readPartial } from './read-answer.ts';
import { requestStart } from './request-start.ts';
import { shapeResult, withoutEmptyTexts } from './result-shape.ts';
import { retryDelay, shouldRetry } from './retry.ts';
import { outcome } from './stop-reason.ts';
import { SCRIPT_EXHAUSTED_MESSAGE } from '../scripted/respond.ts';
import { truncateResult } from './truncate.ts';

/**
 * What a fact from outside makes of the state. A fact for an effect that is already closed becomes a `late` event
 * when it brings something, and changes nothing else (MACHINE §1).
 */
export function foldFact(state: SessionState, fact: Fact, moment: Moment): EventDraft[] {
  if (fact.type === 'recover') return state.record.branches.flatMap((branch) => recover(branch));
  const branch = branchById(state, fact.branch);
  if (!branch) return [];
  switch (fact.type) {
    case 'tool-result':
      return toolResult(state.record.limits, branch, fact, moment);
    case 'tool-waits': {
      const call = branch.calls.find((each) => each.effect === fact.effect);
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
    case 'head':
      return [
        { branch: branch.id, type: 'response-head', request: open.id, status: fact.status, requestId: fact.requestId },
      ];
    case 'chunk':
      return [{ branch: branch.id, type: 'response-chunk', request: open.id, frames: fact.frames }];
    case 'fail':
      return failed(state, branch, open, fact.error, fact.nextCursor, moment);
    case 'body-end':
      return bodyEnd(state, branch, open, fact, moment);
  }
}

function bodyEnd(
  state: SessionState,
  branch: Branch,
  open: OpenAttempt,
  fact: Extract<Fact, { type: 'body-end' }>,
  moment: Moment,
): EventDraft[] {
  const answer = readAnswer(open.frames, fact.json, open.requestId);
  if (answer.kind === 'broken') {
    const { error, reason, partial, rawInput } = answer;
    return failed(state, branch, open, error, fact.nextCursor, moment, { reason, partial, rawInput });
  }
  const { message, rawInput } = answer;
  const refused = message.stop_reason === 'refusal';
  const content = withoutEmptyTexts(message.content);
  const result = refused ? 'refused' : content.length === 0 ? 'empty' : 'complete';
  const end: EventDraft = {
    branch: branch.id,
    type: 'response-end',
    request: open.id,
    message,
    ...(rawInput.length > 0 ? { rawInput } : {}),
    outcome: result,
    scriptCursor: fact.nextCursor ?? open.scriptCursor,
  };
  if (result !== 'complete') return [end];
  const append: EventDraft = {
    branch: branch.id,
    type: 'message-append',
    role: 'assistant',
    content,
    origin: 'answer',
    request: open.id,
  };
  return [end, append];
}

interface Broken {
  reason: string;
  partial: ReturnType<typeof readPartial>['partial'];
  rawInput: [id: string, raw: string][];
}

/** A try failed: wait for the next one while `maxRetries` allows, else the run ends. */
function failed(
  state: SessionState,
  branch: Branch,
  open: OpenAttempt,
  error: AttemptError,
  nextCursor: number | null,
  moment: Moment,
  broken: Broken = whatArrived(open, error),
): EventDraft[] {
  const { maxRetries } = state.record.limits;
  const again = shouldRetry(error) && branch.tries < maxRetries && error.kind !== 'cancelled';
  const content = (broken.partial?.content.length ?? 0) > 0;
  const end: EventDraft = {
    branch: branch.id,
    type: 'request-error',
    request: open.id,
    error,
    ...(broken.partial ? { partial: broken.partial } : {}),
    ...(broken.rawInput.length > 0 ? { rawInput: broken.rawInput } : {}),
    outcome: content ? (again ? 'abandoned' : 'cut') : 'failed',
    scriptCursor: nextCursor ?? open.scriptCursor,
  };
  if (!again) return [end, runEnd(branch, outcome(broken.reason))];
  if (state.record.exceptions.failedTry && branch.run?.mode !== 'headless') {
    return [end, { branch: branch.id, type: 'stopped', reason: 'exception', stop: 'request', text: error.message }];
  }
  const ms = Math.round(retryDelay(error, branch.tries, moment.random));
  const wait = { request: open.id, try: branch.tries + 1, of: maxRetries, ms, until: moment.at + ms };
  return [end, { branch: branch.id, type: 'retry-wait', ...wait }];
}

function whatArrived(open: OpenAttempt, error: AttemptError): Broken {
  const { partial, rawInput } = readPartial(open.frames);
  return { reason: reasonOf(error), partial, rawInput: [...rawInput] };
}

function reasonOf(error: AttemptError): string {
  if (error.kind === 'stream') return 'stream_error';
  if (error.kind === 'timeout') return 'timeout';
  const exhausted = error.shouldRetry === false && error.message === SCRIPT_EXHAUSTED_MESSAGE;
  return exhausted ? 'script_exhausted' : 'api_error';
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
  const result = truncateResult(shapeResult(fact.result), limits);
  return [endCall(branch, call, result, moment)];
}

function endCall(branch: Branch, call: OpenCall, result: CallResult, moment: Moment): EventDraft {
  const duration = moment.at - (call.startedAt ?? moment.at);
  const source = call.injection ? 'injected' : call.source;
  return ended(branch, call, result, result.is_error ? 'error' : 'ok', source, duration);
}

/** Moments at which something must happen although nothing came from outside. Derived, so it survives a crash. */
export function deadlines(state: SessionState): Deadline[] {
  return state.record.branches.flatMap((branch) =>
    isMoving(branch) ? branchDeadlines(state.record.limits, branch) : [],
  );
}

function branchDeadlines(limits: Limits, branch: Branch): Deadline[] {
  const list: Deadline[] = [];
  if (isTimed(branch) && branch.movingSince !== null) {
    const at = branch.movingSince + Math.max(0, limits.timeoutMs - branch.counters.elapsedMs);
    list.push({ kind: 'run', branch: branch.id, effect: 0, at });
  }
  if (branch.attempt) {
    const { effect, heardAt } = branch.attempt;
    list.push({ kind: 'request', branch: branch.id, effect, at: heardAt + limits.requestTimeoutMs });
  }
  if (branch.backoff) {
    list.push({ kind: 'retry', branch: branch.id, effect: branch.backoff.effect, at: branch.backoff.until });
  }
  for (const call of branch.calls) {
    if (call.state !== 'running' || call.effect === null) continue;
    list.push({
      kind: 'tool',
      branch: branch.id,
      effect: call.effect,
      at: (call.startedAt ?? 0) + limits.toolTimeoutMs,
    });
  }
  return list;
}

function deadline(
  state: SessionState,
  branch: Branch,
  fact: Extract<Fact, { type: 'deadline' }>,
  moment: Moment,
): EventDraft[] {
  const { limits } = state.record;
  if (!isMoving(branch)) return [];
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
  return [
    ...closeAttempt(branch, 'cancelled', 'The run reached its time limit.'),
    { branch: branch.id, type: 'limit-hit', ...data },
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

/** Closes a try that is under way: what arrived stays as an attempt. */
export function closeAttempt(branch: Branch, kind: 'cancelled' | 'interrupted', message: string): EventDraft[] {
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
      scriptCursor: open.scriptCursor,
    },
  ];
}

/** After a crash nothing resumes by itself: each branch is brought to rest where MACHINE §1 says. */
function recover(branch: Branch): EventDraft[] {
  const id = branch.id;
  const rest = (stop: 'request' | 'response' | 'tools' | 'results'): EventDraft => ({
    branch: id,
    type: 'stopped',
    reason: 'interrupted',
    stop,
  });
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
