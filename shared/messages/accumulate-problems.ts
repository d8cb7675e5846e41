/**
 * What can be wrong with a message stream, as named results. A `fatal` problem ends the fold: the message is not
 * complete and what arrived is a partial. A `note` is kept beside a message that is still whole.
 */
export type StreamProblem = {
  severity: 'fatal' | 'note';
  /** 0-based number of the event in the stream; for `cut`, of the event that did not come. */
  index: number;
  /** One sentence in English: what happened and where. */
  message: string;
  /** Whether the same request may be sent again: the fault is the line's or passing, not the request's. */
  retryable: boolean;
} & (
  | { kind: 'event-order'; expected: string; got: string }
  /** An event of a known type that lacks a field it cannot do without. */
  | { kind: 'bad-event'; event: string; field: string }
  /** A named frame whose data is no JSON. The SDK throws the parse error. */
  | { kind: 'bad-json'; event: string; data: string }
  /** The API's own `error` event. `text` is its message. */
  | { kind: 'error-event'; errorType: string; text: string; body: Record<string, unknown> }
  /** The body ended before `message_stop`. The SDK's raw iterator ends silently here, its helper rejects. */
  | { kind: 'cut'; after: 'nothing' | 'message_start' | 'content' | 'message_delta' }
  /** The SDK throws a TypeError here (1.14: `Cannot … properties of undefined`). */
  | { kind: 'usage-missing'; event: 'message_start' | 'message_delta' }
  /** The SDK skips frames without an `event:` line. Reported once per stream. */
  | { kind: 'nameless-frame' }
  /** A delta that its block cannot take; the SDK drops it silently. Kept in `unknownDeltas`. */
  | { kind: 'delta-mismatch'; block: number; delta: string; blockType: string }
);

export type StreamProblemKind = StreamProblem['kind'];

/** A tool input that did not become an object. The block holds `{}`; the text is kept. */
export interface InputProblem {
  /** Index of the block in `content`. */
  block: number;
  /** Null if the block has no id. */
  toolUseId: string | null;
  name: string | null;
  /** `truncated`: the text stops in the middle. `invalid`: no text behind it could make it an object. */
  reason: 'truncated' | 'invalid';
  /** Everything that arrived of it. */
  raw: string;
  /** Offset of the first wrong UTF-16 unit; null when truncated. */
  at: number | null;
  message: string;
}

/** Error types that pass by themselves. Anything else, unknown types too, would fail the same way again. */
const RETRYABLE_TYPES = new Set([
  'overloaded_error',
  'api_error',
  'rate_limit_error',
  'timeout_error',
  'conflict_error',
]);

/** Whether an `error.type` is worth another try (reference: error table of platform.claude.com/docs/en/api/errors). */
export function isRetryableErrorType(type: string): boolean {
  return RETRYABLE_TYPES.has(type);
}

/** Whether an HTTP status is worth another try: 408, 409, 429 and every 5xx (SDK `client.ts` `shouldRetry`). */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

export function orderProblem(severity: 'fatal' | 'note', index: number, expected: string, got: string): StreamProblem {
  const message = `Event ${index} of the stream is ${got} where ${expected} was expected.`;
  return { kind: 'event-order', severity, index, expected, got, message, retryable: false };
}

export function badEvent(index: number, event: string, field: string): StreamProblem {
  const message = `Event ${index} of the stream, ${event}, has no usable \`${field}\`.`;
  return { kind: 'bad-event', severity: 'fatal', index, event, field, message, retryable: false };
}

export function errorEvent(index: number, body: Record<string, unknown>): StreamProblem {
  const error = body.error !== null && typeof body.error === 'object' ? (body.error as Record<string, unknown>) : {};
  const errorType = typeof error.type === 'string' ? error.type : 'unknown';
  const text = typeof error.message === 'string' ? error.message : '';
  const message = `The API broke the stream off with an error event: ${errorType}${text === '' ? '' : `: ${text}`}`;
  const retryable = isRetryableErrorType(errorType);
  return { kind: 'error-event', severity: 'fatal', index, errorType, text, body, message, retryable };
}

const CUT_TEXT = {
  nothing: 'before the first event',
  message_start: 'after message_start, before any content',
  content: 'in the middle of the content',
  message_delta: 'after message_delta, before message_stop',
} as const;

export function cutProblem(index: number, after: keyof typeof CUT_TEXT): StreamProblem {
  const message = `The stream ended ${CUT_TEXT[after]}.`;
  return { kind: 'cut', severity: 'fatal', index, after, message, retryable: true };
}

export function usageMissing(index: number, event: 'message_start' | 'message_delta'): StreamProblem {
  const message = `${event} has no \`usage\`: the tokens of this answer are unknown, and the SDK's stream helper throws.`;
  return { kind: 'usage-missing', severity: 'note', index, event, message, retryable: false };
}

export function badJson(index: number, event: string, data: string, why: string): StreamProblem {
  const message = `The data of event ${index}, ${event}, is no JSON (${why}).`;
  return { kind: 'bad-json', severity: 'fatal', index, event, data, message, retryable: false };
}

export function namelessFrame(index: number): StreamProblem {
  const message = `Event ${index} came without an \`event:\` line. It is read here; the SDK skips such frames.`;
  return { kind: 'nameless-frame', severity: 'note', index, message, retryable: false };
}

export function deltaMismatch(index: number, block: number, delta: string, blockType: string): StreamProblem {
  const message = `Event ${index} is a ${delta} for block ${block}, a ${blockType} block, which takes none.`;
  return { kind: 'delta-mismatch', severity: 'note', index, block, delta, blockType, message, retryable: false };
}
