import type { ScriptedAnswer } from './respond.ts';
import { messageToEvents } from './message-events.ts';

/** What a scripted tool takes without a `delayMs`. */
export const DEFAULT_TOOL_MS = 50;
const ANSWER_MS = 300;
const OUTPUT_TOKEN_MS = 10;

/**
 * Simulated milliseconds until an answer is complete. A pace in the script counts each delta (of an `sse` step: each
 * chunk); without one, or without any delta, an answer costs 300 ms and 10 ms per output token, anything without a
 * message 300 ms.
 */
export function answerMs(answer: ScriptedAnswer): number {
  if (answer.kind === 'http_error') return ANSWER_MS;
  if (answer.kind === 'sse') return answer.delayMs === null ? ANSWER_MS : answer.delayMs * answer.chunks.length;
  const { chunkChars, delayMs } = answer.stream;
  const deltas = messageToEvents(answer.message, { chunkChars }).filter(
    (event) => event.type === 'content_block_delta',
  );
  if (delayMs !== null && deltas.length > 0) return delayMs * deltas.length;
  return ANSWER_MS + OUTPUT_TOKEN_MS * (answer.message.usage.output_tokens ?? 0);
}
