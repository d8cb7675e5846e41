import { messageParts, type AnswerBody, plainAnswerMs, rawParts } from '../scripted/answer-parts.ts';
import type { Fault } from '../scripted/fault.ts';
import { errorBody } from '../scripted/http-errors.ts';
import { judgeRequest, type RequestContext } from '../scripted/judge.ts';
import { scriptedId } from '../scripted/ids.ts';
import { respond, type ScriptedAnswer, type ScriptedResponse } from '../scripted/respond.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import { hashHex } from '../messages/canonical-json.ts';
import type { ErrorBody } from '../messages/types.ts';
import type { AttemptError } from '../session/events.ts';
import { isRetryableStatus, noEnvelope } from '../loop/http-failure.ts';
import type { ModelCall, ModelOutcome, ModelPort } from './ports.ts';
import { hang, pause, Stopped, type WaitClock } from './waiting.ts';

export interface ScriptedModelSettings {
  /** The script of an open session; null when it has none. */
  scenarioOf(sessionId: string): Scenario | null;
  clock: WaitClock;
}

type HttpErrorAnswer = Extract<ScriptedAnswer, { kind: 'http_error' }>;

/** The version that the official SDK names; Loupe's own requests always go out with it. */
const CONTEXT: RequestContext = { apiVersion: '2026-10-21', betas: [], endpoint: 'messages' };

/**
 * The scripted model without HTTP in between: the simulated transport of a page that has no server. The same script,
 * the same judgement of requests and the same bytes as `/scripted/<scenario>/v1/messages`, in the same time.
 */
export function createScriptedModel(settings: ScriptedModelSettings): ModelPort {
  return {
    async send(call) {
      try {
        return await sendOnce(settings, call);
      } catch (error) {
        if (error instanceof Stopped) return failed(null, cancelled());
        throw error;
      }
    },
  };
}

async function sendOnce({ scenarioOf, clock }: ScriptedModelSettings, call: ModelCall): Promise<ModelOutcome> {
  if (call.endpoint === 'live') return failed(null, NEEDS_SERVER);
  const scenario = scenarioOf(call.sessionId);
  if (scenario === null) return failed(null, NO_SCRIPT);
  const stream = call.body.stream ?? true;
  const body = { ...call.body, stream };
  const fault = judgeRequest(body, CONTEXT);
  if (fault !== null)
    return failed(null, faultError(fault, scriptedId('req_', 'refused', hashHex(JSON.stringify(body)))));
  const response = respond(scenario, { body, cursor: call.scriptCursor });
  return response.answer.kind === 'http_error'
    ? refuse(clock, call, response, response.answer)
    : answer(clock, call, response, stream);
}

async function refuse(
  clock: WaitClock,
  call: ModelCall,
  { nextCursor, requestId }: ScriptedResponse,
  found: HttpErrorAnswer,
): Promise<ModelOutcome> {
  await pause(clock, plainAnswerMs(found, true), call.signal);
  return failed(nextCursor, httpError(found, requestId));
}

async function answer(
  clock: WaitClock,
  call: ModelCall,
  { answer: found, requestId, nextCursor }: ScriptedResponse,
  stream: boolean,
): Promise<ModelOutcome> {
  if (found.kind === 'http_error') throw new Error('An error has no body to stream.');
  if (found.kind === 'message' && !stream) {
    await pause(clock, plainAnswerMs(found, true), call.signal);
    call.onHead(200, requestId, nextCursor);
    call.onBytes(new TextEncoder().encode(JSON.stringify(found.message)));
    return { ok: true, nextCursor, json: true };
  }
  const body = found.kind === 'message' ? messageParts(found, true) : rawParts(found, true);
  await pause(clock, body.headMs, call.signal);
  call.onHead(200, requestId, nextCursor);
  return play(clock, call, body, nextCursor, requestId);
}

async function play(
  clock: WaitClock,
  call: ModelCall,
  { parts, end }: AnswerBody,
  nextCursor: number | null,
  requestId: string,
): Promise<ModelOutcome> {
  for (const { waitMs, bytes } of parts) {
    await pause(clock, waitMs, call.signal);
    if (bytes.length > 0) call.onBytes(bytes);
  }
  if (end === 'hang') return hang(clock, call.signal);
  return end === 'eof' ? { ok: true, nextCursor, json: false } : failed(nextCursor, broken(requestId));
}

function failed(nextCursor: number | null, error: AttemptError): ModelOutcome {
  return { ok: false, nextCursor, error };
}

function faultError({ status, type, message }: Fault, requestId: string): AttemptError {
  const body = errorBody(type, message, requestId);
  return { kind: 'http', status, type, message, body, requestId, retryable: isRetryableStatus(status) };
}

function httpError({ status, headers, body }: HttpErrorAnswer, requestId: string): AttemptError {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { type, message } = (typeof body === 'string' ? null : (body as ErrorBody).error) ?? noEnvelope(status);
  const should = named.get('x-should-retry');
  const wait = askedWaitMs(named);
  return {
    kind: 'http',
    status,
    type,
    message,
    body: typeof body === 'string' ? body : (body as ErrorBody),
    requestId,
    retryable: should === undefined ? isRetryableStatus(status) : should === 'true',
    ...(wait === null ? {} : { retryAfterMs: wait }),
    ...(should === undefined ? {} : { shouldRetry: should === 'true' }),
  };
}

/** `retry-after-ms`, else `retry-after` in seconds. A script that names a date has no clock to hold it against. */
function askedWaitMs(headers: ReadonlyMap<string, string>): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  const ms = Number.isNaN(exact) ? Number.parseFloat(headers.get('retry-after') ?? '') * 1000 : exact;
  return ms > 0 ? ms : null;
}

const NEEDS_SERVER: AttemptError = {
  kind: 'connection',
  type: 'needs_server',
  message:
    'This page runs without a server, so nothing was sent: a live request needs one. Start Loupe with ' +
    '"npm ci && npm start", or use the scripted model.',
  retryable: false,
};

const NO_SCRIPT: AttemptError = {
  kind: 'connection',
  type: 'no_script',
  message: 'This session has no script, so there is no model that could answer. Start one from a scenario.',
  retryable: false,
};

function broken(requestId: string): AttemptError {
  return {
    kind: 'stream',
    type: 'stream_error',
    message: 'The connection broke while the answer was arriving: the other side closed it.',
    requestId,
    retryable: true,
  };
}

function cancelled(): AttemptError {
  return { kind: 'cancelled', type: 'cancelled', message: 'The request was cancelled.', retryable: false };
}
