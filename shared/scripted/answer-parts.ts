import { canonicalEvent } from './sse-text.ts';
import { messageToEvents } from './message-events.ts';
import type { ScriptedAnswer } from './respond.ts';
import { answerMs } from './time.ts';

/** What an answer costs before its first byte when the script sets no pace; the rest is spread over its deltas. */
const FIRST_BYTE_MS = 300;

/** Some bytes of a body, and the milliseconds in front of them. */
export interface Part {
  waitMs: number;
  bytes: Uint8Array;
}

/** How a body ends: in order, by a broken connection, or not at all. */
export type BodyEnd = 'eof' | 'reset' | 'hang';

export interface AnswerBody {
  /** Milliseconds before the head of the response. */
  headMs: number;
  parts: Part[];
  end: BodyEnd;
}

type MessageAnswer = Extract<ScriptedAnswer, { kind: 'message' }>;
type RawAnswer = Extract<ScriptedAnswer, { kind: 'sse' }>;

/**
 * Milliseconds before an answer that has no stream (JSON, HTTP error); a pace in the script is about streams.
 * @param natural whether it takes the time that it would cost
 */
export function plainAnswerMs(answer: ScriptedAnswer, natural: boolean): number {
  return natural ? answerMs(answer) : 0;
}

/** A message as server-sent events, byte for byte in the API's form. */
export function messageParts(answer: MessageAnswer, natural: boolean): AnswerBody {
  const { chunkChars, delayMs } = answer.stream;
  const events = messageToEvents(answer.message, { chunkChars });
  const deltas = events.filter((event) => event.type === 'content_block_delta').length;
  const total = natural && delayMs === null ? answerMs(answer) : 0;
  const headMs = Math.min(total, FIRST_BYTE_MS);
  const each = delayMs ?? (deltas === 0 ? 0 : (total - headMs) / deltas);
  const parts = events.map((event) => ({
    waitMs: event.type === 'content_block_delta' ? each : 0,
    bytes: canonicalEvent(event),
  }));
  return { headMs: deltas === 0 ? total : headMs, parts: gather(parts), end: 'eof' };
}

/** The bytes of an `sse` step, exactly as written. */
export function rawParts(answer: RawAnswer, natural: boolean): AnswerBody {
  const each = answer.delayMs ?? 0;
  const parts = answer.chunks.map((bytes) => ({ waitMs: each, bytes }));
  return { headMs: natural && answer.delayMs === null ? answerMs(answer) : 0, parts, end: answer.end };
}

/** Events without a wait between them travel together. */
function gather(parts: readonly Part[]): Part[] {
  const gathered: Part[] = [];
  for (const part of parts) {
    const last = gathered.at(-1);
    if (last === undefined || part.waitMs > 0) gathered.push({ ...part });
    else last.bytes = joined(last.bytes, part.bytes);
  }
  return gathered;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
