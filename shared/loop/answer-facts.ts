import { SCRIPT_EXHAUSTED_MESSAGE } from '../scripted/respond.ts';
import type { AttemptError, EventDraft } from '../session/events.ts';
import type { Branch, OpenAttempt, SessionState } from '../session/state.ts';
import type { Fact, Moment } from './inputs.ts';
import { runEnd } from './leave-response.ts';
import { readAnswer, readPartial } from './read-answer.ts';
import { withoutEmptyTexts } from './result-shape.ts';
import { retryDelay, shouldRetry } from './retry.ts';
import { outcome } from './stop-reason.ts';

/** The body of an answer is whole: it becomes a message on the path, or an attempt that does not. */
export function bodyEnd(
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
  const content = withoutEmptyTexts(message.content);
  const result = message.stop_reason === 'refusal' ? 'refused' : content.length === 0 ? 'empty' : 'complete';
  const end: EventDraft = {
    branch: branch.id,
    type: 'response-end',
    request: open.id,
    message,
    ...(rawInput.length > 0 ? { rawInput } : {}),
    outcome: result,
    scriptCursor: fact.nextCursor ?? open.nextCursor ?? open.scriptCursor,
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

/**
 * A try failed: the next one waits while `maxRetries` allows, else the run ends. Where a person has asked to pause, or
 * wants to see each failed try, the branch rests instead of waiting.
 */
export function failed(
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
    scriptCursor: nextCursor ?? open.nextCursor ?? open.scriptCursor,
  };
  if (!again) return [end, runEnd(branch, outcome(broken.reason))];
  const stops = stopInsteadOfWait(state, branch, error);
  if (stops) return [end, stops];
  const ms = Math.round(retryDelay(error, branch.tries, moment.random));
  const wait = { request: open.id, try: branch.tries + 1, of: maxRetries, ms, until: moment.at + ms };
  return [end, { branch: branch.id, type: 'retry-wait', ...wait }];
}

function stopInsteadOfWait(state: SessionState, branch: Branch, error: AttemptError): EventDraft | null {
  const stop = { branch: branch.id, type: 'stopped', stop: 'request', text: error.message } as const;
  if (state.record.exceptions.failedTry && branch.run?.mode !== 'headless') return { ...stop, reason: 'exception' };
  return branch.goal?.kind === 'pause' ? { ...stop, reason: 'pause' } : null;
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
