import { finish, readJsonMessage, readStream } from '../messages/accumulate-finish.ts';
import type { FinishedStream } from '../messages/accumulate-finish.ts';
import type { StreamProblem } from '../messages/accumulate-problems.ts';
import { EMPTY_STREAM } from '../messages/accumulate.ts';
import { isRecord } from '../messages/blocks.ts';
import type { ErrorBody, ResponseMessage } from '../messages/types.ts';
import type { AttemptError, RawFrame } from '../session/events.ts';

/** What a body turned out to be. `broken` carries the reason the run would end with. */
export type Answer =
  | { kind: 'message'; message: ResponseMessage; rawInput: [id: string, raw: string][] }
  | {
      kind: 'broken';
      error: AttemptError;
      reason: 'stream_error' | 'protocol_error';
      partial: ResponseMessage | null;
      rawInput: [id: string, raw: string][];
      hasContent: boolean;
    };

/** The bytes of one recorded frame. */
export function frameBytes([, data]: RawFrame): Uint8Array {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  const binary = atob(data.b64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Reads the frames of a finished body as a message, under the strict grammar of the stream. */
export function readAnswer(frames: readonly RawFrame[], json: boolean, requestId: string | null): Answer {
  return json ? readJson(frames, requestId) : readEvents(frames, requestId);
}

/** What had arrived of an answer that will not be finished. */
export function readPartial(frames: readonly RawFrame[]): FinishedStream {
  return frames.length === 0 ? finish(EMPTY_STREAM) : readStream(frames.map(frameBytes));
}

function readEvents(frames: readonly RawFrame[], requestId: string | null): Answer {
  const stream = readPartial(frames);
  const rawInput = [...stream.rawInput];
  if (stream.complete) return { kind: 'message', message: stream.message, rawInput };
  return {
    kind: 'broken',
    error: streamError(stream.problem, requestId),
    reason:
      stream.problem.kind === 'event-order' || stream.problem.kind === 'bad-event' ? 'protocol_error' : 'stream_error',
    partial: stream.partial,
    rawInput,
    hasContent: stream.hasContent,
  };
}

function streamError(problem: StreamProblem, requestId: string | null): AttemptError {
  const base = { kind: 'stream' as const, requestId, retryable: problem.retryable };
  if (problem.kind !== 'error-event')
    return { ...base, type: `stream_${problem.kind.replaceAll('-', '_')}`, message: problem.message };
  return { ...base, type: problem.errorType, message: problem.text, body: problem.body as unknown as ErrorBody };
}

function readJson(frames: readonly RawFrame[], requestId: string | null): Answer {
  const decoder = new TextDecoder();
  const text = frames.map((frame) => decoder.decode(frameBytes(frame), { stream: true })).join('') + decoder.decode();
  const read = parse(text);
  const found = read === undefined ? null : readJsonMessage(read);
  if (found) return { kind: 'message', message: found.message, rawInput: [...found.rawInput] };
  const what =
    read === undefined
      ? 'no JSON'
      : isRecord(read)
        ? `an object of type ${JSON.stringify(read.type ?? null)}`
        : 'no object';
  return {
    kind: 'broken',
    error: {
      kind: 'stream',
      type: 'not_a_message',
      message: `The endpoint answered with ${what} where a message was expected.`,
      requestId,
      retryable: false,
    },
    reason: 'protocol_error',
    partial: null,
    rawInput: [],
    hasContent: false,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
