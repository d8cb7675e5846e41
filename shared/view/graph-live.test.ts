import { expect, it } from 'vitest';
import { encodeSse } from '../messages/sse.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import type { RawFrame } from '../session/events.ts';
import { LiveReader } from './graph-live.ts';

const frames: RawFrame[] = messageToEvents(
  {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: [
      { type: 'text', text: 'I look it up.' },
      { type: 'tool_use', id: 'toolu_1', name: 'lookup_order', input: { order_id: 'A-1001' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  },
  { chunkChars: 5 },
).map((event, index): RawFrame => [index, encodeSse(event)]);

function upTo(predicate: (answer: LiveReader['answer']) => boolean): LiveReader['answer'] {
  const reader = new LiveReader('q1');
  for (let count = 1; count <= frames.length; count++) {
    reader.read(frames.slice(0, count), []);
    if (predicate(reader.answer)) return reader.answer;
  }
  throw new Error('never came');
}

it('has nothing before the first frame', () => {
  expect(new LiveReader('q1').answer).toEqual({ request: 'q1', message: null, raw: new Map() });
});

it('grows text, and shows a tool input as the text it still is', () => {
  const half = upTo(({ message }) => message?.content.length === 2);
  expect(half.message?.content[0]).toMatchObject({ text: 'I look it up.' });
  const input = upTo(({ raw }) => (raw.get('toolu_1') ?? '').length > 3);
  expect('{"order_id":"A-1001"}'.startsWith(input.raw.get('toolu_1') ?? '-')).toBe(true);
});

it('reads the same wherever the log ends and the live frames begin', () => {
  for (let split = 0; split <= frames.length; split++) {
    const reader = new LiveReader('q1');
    reader.read([], frames.slice(0, split));
    reader.read(frames.slice(0, split), frames.slice(split));
    expect(reader.answer.message?.stop_reason).toBe('tool_use');
  }
});
