import type { ContentBlock, ResponseMessage, StreamEvent } from '../messages/types.ts';
import { safeText } from './odd-bodies.ts';

export interface MessageEventOptions {
  /** UTF-16 units per delta; a surrogate pair is never split. */
  chunkChars: number;
  /** Raw text to stream instead of a tool's input, by `tool_use` id: how a cut or broken input is played. */
  rawInput?: ReadonlyMap<string, string>;
}

/**
 * The stream events of a message, in the grammar of the API: text, thinking and inputs in pieces, the first
 * `input_json_delta` empty, results of server tools whole in their start, one ping behind the first block start,
 * running totals in `message_delta`. Folding them with `accumulate` gives the message back.
 */
export function messageToEvents(message: ResponseMessage, options: MessageEventOptions): StreamEvent[] {
  const events: StreamEvent[] = [startEvent(message)];
  message.content.forEach((block, index) => {
    const { start, deltas } = blockEvents(block, options);
    events.push({ type: 'content_block_start', index, content_block: start });
    if (index === 0) events.push({ type: 'ping' });
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  });
  events.push(deltaEvent(message), { type: 'message_stop' });
  return events;
}

function startEvent(message: ResponseMessage): StreamEvent {
  const usage: Record<string, unknown> = { ...message.usage, output_tokens: 1 };
  if ('output_tokens_details' in usage) usage.output_tokens_details = null;
  if ('server_tool_use' in usage) usage.server_tool_use = null;
  const nothing = { content: [], stop_reason: null, stop_sequence: null, stop_details: null, container: null };
  return { type: 'message_start', message: { ...message, ...nothing, usage } };
}

const TOTALS = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens',
  'output_tokens_details',
  'server_tool_use',
] as const;

function deltaEvent(message: ResponseMessage): StreamEvent {
  const delta = {
    stop_reason: message.stop_reason,
    stop_sequence: message.stop_sequence ?? null,
    stop_details: message.stop_details ?? null,
    container: message.container ?? null,
  };
  const usage = Object.fromEntries(TOTALS.map((key) => [key, message.usage[key] ?? null]));
  return { type: 'message_delta', delta, usage };
}

interface BlockEvents {
  start: ContentBlock;
  deltas: Record<string, unknown>[];
}

function blockEvents(block: ContentBlock, { chunkChars, rawInput }: MessageEventOptions): BlockEvents {
  switch (block.type) {
    case 'text':
      return textEvents(block, chunkChars);
    case 'thinking':
      return thinkingEvents(block, chunkChars);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callEvents(block, chunkChars, rawInput?.get(safeText(block.id)));
    default:
      return { start: block, deltas: [] };
  }
}

function textEvents(block: ContentBlock, chunkChars: number): BlockEvents {
  const citations: unknown[] = Array.isArray(block.citations) ? block.citations : [];
  const start = { ...block, type: 'text', text: '', ...(citations.length > 0 ? { citations: [] } : {}) };
  const quotes = citations.map((citation) => ({ type: 'citations_delta', citation }));
  const texts = pieces(safeText(block.text), chunkChars).map((text) => ({ type: 'text_delta', text }));
  return { start, deltas: [...quotes, ...texts] };
}

function thinkingEvents(block: ContentBlock, chunkChars: number): BlockEvents {
  const start = { ...block, type: 'thinking', thinking: '', signature: '' };
  const thoughts = pieces(safeText(block.thinking), chunkChars).map((thinking) => ({
    type: 'thinking_delta',
    thinking,
  }));
  const signature = typeof block.signature === 'string' ? block.signature : '';
  return { start, deltas: signature === '' ? thoughts : [...thoughts, { type: 'signature_delta', signature }] };
}

/** A call without arguments streams one empty delta and nothing else, as the API does. */
function callEvents(block: ContentBlock, chunkChars: number, raw: string | undefined): BlockEvents {
  const json = raw ?? JSON.stringify(block.input ?? {});
  const parts = raw === undefined && json === '{}' ? [] : pieces(json, chunkChars);
  const deltas = ['', ...parts].map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  return { start: { ...block, type: block.type, input: {} }, deltas };
}

/** Cuts a text every `size` UTF-16 units, one later where that would split a pair. */
export function pieces(text: string, size: number): string[] {
  const list: string[] = [];
  const step = Math.max(1, Math.floor(size));
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + step, text.length);
    if (to < text.length && isHigh(text.charCodeAt(to - 1)) && isLow(text.charCodeAt(to))) to += 1;
    list.push(text.slice(from, to));
    from = to;
  }
  return list;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
