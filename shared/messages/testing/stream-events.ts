import { EMPTY_STREAM, accumulate } from '../accumulate.ts';
import { finish } from '../accumulate-finish.ts';
import type { StreamEvent } from '../types.ts';

/** Short builders for stream events, for tests. */
export const USAGE = { input_tokens: 31, output_tokens: 2, cache_read_input_tokens: 7 };
export const start = (usage: unknown = USAGE): StreamEvent => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
    new_field: 1,
  },
});
export const open = (index: number, content_block: unknown): StreamEvent => ({
  type: 'content_block_start',
  index,
  content_block,
});
export const delta = (index: number, value: object): StreamEvent => ({
  type: 'content_block_delta',
  index,
  delta: value,
});
export const close = (index: number): StreamEvent => ({ type: 'content_block_stop', index });
export const text = (value: string, index = 0) => delta(index, { type: 'text_delta', text: value });
export const json = (value: string, index = 0) => delta(index, { type: 'input_json_delta', partial_json: value });
export const end = (stop_reason: string | null = 'end_turn', usage: unknown = { output_tokens: 18 }): StreamEvent => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
export const STOP: StreamEvent = { type: 'message_stop' };
export const TEXT = open(0, { type: 'text', text: '' });
export const tool = (id: unknown = 'toolu_1', input: unknown = {}, index = 0) =>
  open(index, { type: 'tool_use', id, name: 'write_file', input });

export const fold = (events: StreamEvent[]) => finish(events.reduce(accumulate, EMPTY_STREAM));
