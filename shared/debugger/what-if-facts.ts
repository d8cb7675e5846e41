import { encodeSse } from '../messages/sse.ts';
import type { StreamEvent } from '../messages/types.ts';
import { profileOf } from '../messages/profiles.ts';
import type { Fact } from '../loop/inputs.ts';
import { errorBody, errorTypeOf } from '../scripted/http-errors.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import type { AttemptError, BranchId, RawFrame, RequestId } from '../session/events.ts';
import type { FaultName, WhatIf } from '../session/what-if-types.ts';
import type { MadeUpMessage } from './what-if-answer.ts';

/** What `retry-after` of the made-up 429 asks for, in milliseconds. */
export const RATE_LIMIT_WAIT_MS = 5000;
/** UTF-16 units per made-up delta: small enough that a short answer, too, can be cut in the middle. */
const CHUNK_CHARS = 12;

interface Target {
  branch: BranchId;
  request: RequestId;
}

/** What the outside would have said, as the facts that a real answer comes in. */
export function madeUpFacts(
  target: Target,
  what: WhatIf,
  made: MadeUpMessage | null,
  nextCursor: number,
  model: string,
): Fact[] {
  if (what.kind === 'fault') {
    const error = httpFault(what.fault, model);
    if (error) return [{ type: 'fail', ...target, error, nextCursor }];
  }
  if (!made) return [];
  const events = messageToEvents(made.message, { chunkChars: CHUNK_CHARS, rawInput: made.rawInput });
  const isCut = what.kind === 'fault' && what.fault === 'cut_stream';
  const frames = (isCut ? cutInContent(events) : events).map((event): RawFrame => [0, encodeSse(event)]);
  return [
    { type: 'head', ...target, status: 200, requestId: null },
    { type: 'chunk', ...target, frames },
    { type: 'body-end', ...target, json: false, nextCursor },
  ];
}

/** The events up to the middle of the content; of an empty answer only its start. */
function cutInContent(events: readonly StreamEvent[]): StreamEvent[] {
  const deltas = events.flatMap((event, index) => (event.type === 'content_block_delta' ? [index] : []));
  const last = deltas[Math.floor((deltas.length - 1) / 2)];
  return events.slice(0, last === undefined ? 1 : last + 1);
}

/** The API's own words for the faults that have an HTTP status. */
export function httpFault(fault: FaultName, model: string): AttemptError | null {
  switch (fault) {
    case 'rate_limit':
      return {
        ...httpError(429, 'This request would exceed your rate limit. (Made up by Loupe.)'),
        retryAfterMs: RATE_LIMIT_WAIT_MS,
      };
    case 'overloaded':
      return httpError(529, 'Overloaded');
    case 'prompt_too_long': {
      const { contextWindow } = profileOf(model);
      return httpError(400, `prompt is too long: ${contextWindow + 4096} tokens > ${contextWindow} maximum`);
    }
    default:
      return null;
  }
}

function httpError(status: number, message: string): AttemptError {
  const type = errorTypeOf(status);
  const retryable = status === 429 || status >= 500;
  return { kind: 'http', status, type, message, body: errorBody(type, message, 'req_made_up'), retryable };
}
