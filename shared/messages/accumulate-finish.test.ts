import { describe, expect, test } from 'vitest';
import { readJsonMessage } from './accumulate-finish.ts';

const answer = (content: unknown) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: 'tool_use',
  usage: { output_tokens: 1 },
});

describe('readJsonMessage', () => {
  test('keeps a good answer as it is', () => {
    const body = answer([
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: 'toolu_1', name: 'x', input: { a: 1 } },
    ]);
    expect(readJsonMessage(body)).toEqual({ message: body, rawInput: new Map(), inputProblems: [] });
  });

  test.each([
    ['{"a":1}', { a: 1 }, null],
    ['', {}, null],
    [null, {}, null],
    ['{"a":', {}, 'truncated'],
    [[1], {}, 'invalid'],
    [7, {}, 'invalid'],
  ])('input %j becomes an object', (input, object, reason) => {
    const read = readJsonMessage(answer([{ type: 'tool_use', id: 'toolu_1', name: 'x', input }]))!;
    expect(read.message.content[0]?.input).toEqual(object);
    expect(read.inputProblems.map((problem) => problem.reason)).toEqual(reason === null ? [] : [reason]);
    expect(read.rawInput.has('toolu_1')).toBe(reason !== null);
  });

  test.each([[null], ['text'], [{ type: 'error' }], [answer('text')]])('%j is no message', (body) => {
    expect(readJsonMessage(body)).toBeNull();
  });

  test('a missing usage is an empty one', () => {
    expect(readJsonMessage({ ...answer([]), usage: undefined })?.message.usage).toEqual({});
  });
});
