import type { ContentBlock } from '../../messages/types.ts';
import { layOut } from '../lay-out.ts';
import { Transcript, numberAt } from '../transcript.ts';
import type { TurnDraft } from '../transcript.ts';
import type { ReadAnswer, ReadRequest } from './api-types.ts';

/** A foreign request, said in the words of the Messages API. Calls left open at its end are closed. */
export function requestOf(transcript: Transcript, settings: Record<string, unknown>): ReadRequest {
  const { messages, guesses, synthetic, rawInput } = layOut(transcript.items);
  const { system, tools, model } = transcript;
  return { messages, system, tools, model, settings, guesses, synthetic, rawInput };
}

/** A foreign answer; its calls stay open. Null when there is nothing in it and it did not end by itself. */
export function answerOf(blocks: readonly ContentBlock[], turn: TurnDraft): ReadAnswer {
  const transcript = new Transcript();
  transcript.assistant([...blocks], [], turn);
  const { messages, rawInput } = layOut(transcript.items, { keepLastOpen: true });
  const content = messages[0]?.content;
  return { content: Array.isArray(content) ? content : [], turn, rawInput };
}

/**
 * Usage in the Messages API's words. Other APIs count cached tokens inside the prompt's; here `input_tokens` is what
 * was not read from or written to the cache.
 */
export function usageOf(tokens: {
  prompt: number | null;
  output: number | null;
  cached?: number | null;
  written?: number | null;
}): TurnDraft['usage'] {
  const { prompt, output } = tokens;
  if (prompt === null && output === null) return null;
  const cached = tokens.cached ?? 0;
  const written = tokens.written ?? 0;
  return {
    input_tokens: Math.max(0, (prompt ?? 0) - cached - written),
    output_tokens: output ?? 0,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
  };
}

const STOP_REASONS = new Map([
  ['stop', 'end_turn'],
  ['end_turn', 'end_turn'],
  ['tool_calls', 'tool_use'],
  ['tool_call', 'tool_use'],
  ['tool-calls', 'tool_use'],
  ['tool_use', 'tool_use'],
  ['tooluse', 'tool_use'],
  ['function_call', 'tool_use'],
  ['length', 'max_tokens'],
  ['max_tokens', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['model_length', 'max_tokens'],
  ['content_filter', 'refusal'],
  ['content-filter', 'refusal'],
  ['content_filtered', 'refusal'],
  ['safety', 'refusal'],
  ['refusal', 'refusal'],
  ['prohibited_content', 'refusal'],
  ['blocklist', 'refusal'],
  ['guardrail_intervened', 'refusal'],
  ['stop_sequence', 'stop_sequence'],
  ['pause_turn', 'pause_turn'],
]);

/** A finish reason of any API as a stop_reason; an unknown one as it is, null for none or "unknown". */
export function stopReasonOf(reason: unknown): string | null {
  if (typeof reason !== 'string' || reason === '' || reason === 'unknown' || reason === 'other') return null;
  return STOP_REASONS.get(reason.toLowerCase()) ?? reason;
}

/** A data URI as an image or document block; any other address as an image by URL. */
export function mediaOf(url: unknown, mediaType?: string): ContentBlock {
  if (typeof url !== 'string') return { type: 'text', text: '[image]' };
  const data = /^data:([\w.+-]+\/[\w.+-]+)[^,]{0,100};base64,/.exec(url.slice(0, 300));
  if (!data) return { type: 'image', source: { type: 'url', url } };
  return base64Of(data[1] ?? mediaType ?? 'image/png', url.slice(data[0].length));
}

/** Base64 data as the block that carries its kind. */
export function base64Of(mediaType: string, data: string): ContentBlock {
  const source = { type: 'base64', media_type: mediaType, data };
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType === 'application/pdf') return { type: 'document', source };
  return { type: 'text', text: `[${mediaType}, ${Math.round((data.length * 3) / 4)} bytes]` };
}

/** First number found under the paths (`a.b`). */
export function tokensAt(value: unknown, ...paths: string[]): number | null {
  for (const path of paths) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at: unknown = value;
    for (const key of keys)
      at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined;
    const found = numberAt(at, last);
    if (found !== null) return found;
  }
  return null;
}
