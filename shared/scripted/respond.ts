import { readStream } from '../messages/accumulate-finish.ts';
import type { ErrorBody, RequestBody, ResponseMessage } from '../messages/types.ts';
import { buildMessage, placeOf } from './build-answer.ts';
import type { AnswerPlace, AnswerSource } from './build-answer.ts';
import { firstRule } from './conditions.ts';
import { errorBody, errorTypeOf, statusOf } from './http-errors.ts';
import { scriptedId } from './ids.ts';
import { mustRemember, stepWithoutCursor } from './position.ts';
import type { ServedSteps } from './position.ts';
import { requestFacts } from './request-facts.ts';
import type { ApiStep, HttpErrorStep, Scenario, ScriptProblem, SseStep, StreamPace } from './scenario-types.ts';
import { isPrefixBound } from './signature.ts';
import { sseBytes } from './sse-bytes.ts';
import { cursorAfter, nextApiStep, readCursor, stepsOf } from './steps.ts';

export const SCRIPT_EXHAUSTED_MESSAGE = 'the script has no further answer';
const DEFAULT_CHUNK_CHARS = 24;

export interface ScriptedRequest {
  body: RequestBody;
  /** Names in lower case. Only `x-loupe-step` is read, where `cursor` is not given. */
  headers?: ReadonlyMap<string, string> | Readonly<Record<string, string | undefined>>;
  /** Index into `steps` (steps.ts); null for a client that sends none. */
  cursor?: number | null;
}

/** What to send. `delayMs` null: the script sets no pace (time.ts says what it then costs). */
export type ScriptedAnswer =
  | { kind: 'message'; status: 200; message: ResponseMessage; stream: { chunkChars: number; delayMs: number | null } }
  | {
      kind: 'http_error';
      status: number;
      headers: Record<string, string>;
      body: ErrorBody | Record<string, unknown> | string;
    }
  | { kind: 'sse'; chunks: Uint8Array[]; end: 'eof' | 'reset' | 'hang'; delayMs: number | null };

export interface ScriptedResponse {
  answer: ScriptedAnswer;
  /** Who spoke; null when the script has run out. */
  place: AnswerPlace | null;
  /** Where the script stands now; null for a client without a cursor. Unmoved by a rule. */
  nextCursor: number | null;
  /** To be given back with the next request of the same conversation (`conversationKey`). */
  served: ServedSteps;
  /** Value of the `request-id` header; the same request at the same place has the same. */
  requestId: string;
  problems: ScriptProblem[];
}

export interface RespondOptions {
  /** Whether a model's thinking is bound to its prefix. */
  bound?: (model: string) => boolean;
}

/**
 * Answers one request from a script: by the first rule that holds, else by the step where the script stands. Pure: what
 * was served goes in and comes out. The request is not validated here.
 */
export function respond(
  scenario: Scenario,
  request: ScriptedRequest,
  served: ServedSteps = [],
  options: RespondOptions = {},
): ScriptedResponse {
  const { body } = request;
  const cursor = cursorOf(request);
  const facts = requestFacts(body);
  const rule = firstRule(scenario.rules ?? [], facts);
  const index = rule >= 0 ? rule : findStep(scenario, body, cursor, served);
  const source: AnswerSource = {
    scenarioId: scenario.id ?? 'scenario',
    place: { kind: rule >= 0 ? 'rule' : 'step', index: index ?? stepsOf(scenario).length },
    body,
    facts,
    bound: (options.bound ?? isPrefixBound)(body.model),
  };
  const requestId = scriptedId('req_', ...placeOf(source));
  const unmoved = { nextCursor: cursor, served, requestId };
  if (index === null) return { ...unmoved, answer: exhausted(requestId), place: null, problems: [] };
  if (rule >= 0)
    return { ...unmoved, place: source.place, ...answer(scenario.rules![rule]!.respond, source, requestId) };
  const step = stepsOf(scenario)[index] as ApiStep;
  return {
    ...answer(step, source, requestId),
    place: source.place,
    nextCursor: cursor === null ? null : cursorAfter(scenario, index),
    served: cursor === null && mustRemember(step) && !served.includes(index) ? [...served, index] : served,
    requestId,
  };
}

/** Which rule or step would answer this request; null when the script has run out. For a look ahead. */
export function whoAnswers(scenario: Scenario, request: ScriptedRequest, served: ServedSteps = []): AnswerPlace | null {
  const rule = firstRule(scenario.rules ?? [], requestFacts(request.body));
  if (rule >= 0) return { kind: 'rule', index: rule };
  const index = findStep(scenario, request.body, cursorOf(request), served);
  return index === null ? null : { kind: 'step', index };
}

function findStep(scenario: Scenario, body: RequestBody, cursor: number | null, served: ServedSteps): number | null {
  return cursor === null ? stepWithoutCursor(scenario, body, served) : nextApiStep(scenario, cursor);
}

function cursorOf({ cursor, headers }: ScriptedRequest): number | null {
  if (cursor !== undefined) return cursor;
  const name = 'x-loupe-step';
  return readCursor(isMap(headers) ? headers.get(name) : headers?.[name]);
}

function isMap(headers: ScriptedRequest['headers']): headers is ReadonlyMap<string, string> {
  return headers instanceof Map;
}

type Answered = Pick<ScriptedResponse, 'answer' | 'problems'>;

function answer(step: ApiStep, source: AnswerSource, requestId: string): Answered {
  switch (step.type) {
    case 'response':
    case 'response_each_turn': {
      const { message, problems } = buildMessage(step.message, source);
      return { answer: { kind: 'message', status: 200, message, stream: paceOf(step.stream) }, problems };
    }
    case 'http_error':
      return { answer: httpError(step, requestId), problems: [] };
    case 'sse':
      return { answer: source.body.stream === true ? rawStream(step) : unstreamed(step, requestId), problems: [] };
  }
}

function paceOf(pace: StreamPace | undefined): { chunkChars: number; delayMs: number | null } {
  return { chunkChars: pace?.chunkChars ?? DEFAULT_CHUNK_CHARS, delayMs: pace?.delayMs ?? null };
}

function httpError({ status, headers = {}, body }: HttpErrorStep, requestId: string): ScriptedAnswer {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    kind: 'http_error',
    status,
    headers: { 'request-id': requestId, ...Object.fromEntries(given) },
    body: body ?? errorBody(errorTypeOf(status), `scripted error ${status}`, requestId),
  };
}

function exhausted(requestId: string): ScriptedAnswer {
  const headers = { 'request-id': requestId, 'x-should-retry': 'false', 'x-loupe-script': 'exhausted' };
  return {
    kind: 'http_error',
    status: 500,
    headers,
    body: errorBody('api_error', SCRIPT_EXHAUSTED_MESSAGE, requestId),
  };
}

function rawStream(step: SseStep): ScriptedAnswer {
  return { kind: 'sse', chunks: sseBytes(step), end: step.end ?? 'eof', delayMs: step.delayMs ?? null };
}

/**
 * A raw stream for a client that asked for JSON: what the API would have said instead. A whole message is sent as one,
 * an error event becomes its HTTP error, and a cut stream a connection that breaks before its answer.
 */
function unstreamed(step: SseStep, requestId: string): ScriptedAnswer {
  const read = readStream(sseBytes(step));
  if (read.complete) return { kind: 'message', status: 200, message: read.message, stream: paceOf(undefined) };
  if (read.problem.kind !== 'error-event') {
    return { kind: 'sse', chunks: [], end: step.end === 'hang' ? 'hang' : 'reset', delayMs: null };
  }
  const { errorType, text } = read.problem;
  const headers = { 'request-id': requestId };
  return { kind: 'http_error', status: statusOf(errorType), headers, body: errorBody(errorType, text, requestId) };
}
