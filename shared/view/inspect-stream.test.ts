import { describe, expect, test } from 'vitest';
import { snapshot } from '../messages/accumulate-finish.ts';
import { encodeSse } from '../messages/sse.ts';
import type { RawFrame } from '../session/events.ts';
import { namesOf, StreamReader } from './inspect-stream.ts';

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  usage: {},
};
const events = [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hé' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'llo\n<b>' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
];
const body = events.map(encodeSse).join('');

describe('StreamReader', () => {
  test('gives each event its time and the message so far', () => {
    const reader = new StreamReader();
    reader.push(events.map((event, index): RawFrame => [index * 10, encodeSse(event)]));
    expect(reader.end()).toBe('');
    expect(reader.rows.map((row) => row.dtMs)).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
    const row = reader.rows[3];
    expect(row?.text).toBe('"Hé"');
    expect(row && snapshot(row.state).message?.content).toEqual([{ type: 'text', text: 'Hé' }]);
    expect(reader.rows[4]?.text).toBe('"llo\\n<b>"');
    expect(namesOf(reader.rows).find(([name]) => name === 'content_block_delta')).toEqual(['content_block_delta', 2]);
  });

  test('bytes may be split anywhere, as text or base64, also over several pushes', () => {
    const bytes = new TextEncoder().encode(body);
    const reader = new StreamReader();
    for (let at = 0; at < bytes.length; at += 7) {
      const piece = bytes.slice(at, at + 7);
      reader.push([[at, { b64: btoa(String.fromCharCode(...piece)) }]]);
    }
    reader.end();
    expect(reader.rows.map((row) => row.name)).toEqual(events.map((event) => event.type));
    expect(reader.bytes).toBe(bytes.length);
    expect(reader.taken).toBe(Math.ceil(bytes.length / 7));
  });

  test('what is no event is shown and kept', () => {
    const reader = new StreamReader();
    reader.push([
      [5, 'event: message_start\ndata: {"type": "mess\n\ndata: [DONE]\n\nevent: content_block_delta\ndata: {"ty'],
    ]);
    expect(reader.rows.map((row) => [row.name, row.readable])).toEqual([
      ['message_start', false],
      ['data', false],
    ]);
    expect(reader.end()).toContain('content_block_delta');
  });

  test('a JSON body is left over whole', () => {
    const reader = new StreamReader();
    const text = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    reader.push([[5, text]]);
    expect(reader.rows).toEqual([]);
    expect(reader.end()).toBe(text);
  });
});
