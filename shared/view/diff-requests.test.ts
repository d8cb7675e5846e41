import { describe, expect, test } from 'vitest';
import type { Message, RequestBody } from '../messages/types.ts';
import { diffRequests } from './diff-requests.ts';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const body = (messages: Message[], rest: Record<string, unknown> = {}): RequestBody => ({
  model: 'm',
  max_tokens: 10,
  ...rest,
  messages,
});

describe('diffRequests', () => {
  test('the usual step sends everything again and two messages anew', () => {
    const first = body([user('a')]);
    const second = body([user('a'), assistant('b'), user('c')]);
    expect(diffRequests(first, second)).toEqual({
      again: 1,
      keys: [],
      messages: [
        { kind: 'new', at: 1, message: assistant('b') },
        { kind: 'new', at: 2, message: user('c') },
      ],
    });
  });

  test('an edit in the middle is one change, a cut tail is gone', () => {
    const diff = diffRequests(body([user('a'), assistant('b'), user('c')]), body([user('A'), assistant('b')]));
    expect(diff.again).toBe(0);
    expect(diff.messages.map((change) => [change.kind, change.at])).toEqual([
      ['changed', 0],
      ['gone', 2],
    ]);
  });

  test('another role is another message', () => {
    expect(diffRequests(body([user('a')]), body([assistant('a')])).messages.map((change) => change.kind)).toEqual([
      'gone',
      'new',
    ]);
  });

  test('names changed, new and gone fields, foreign keys too', () => {
    const before = body([], { system: 's', temperature: 1, tools: [{ name: 'a', type: 'custom' }] });
    const after = JSON.parse(
      '{"model":"m","max_tokens":20,"messages":[],"system":"s","__proto__":1,"tools":[{"type":"custom","name":"a"}]}',
    ) as RequestBody;
    expect(diffRequests(before, after).keys).toEqual([
      { key: 'max_tokens', kind: 'changed', before: 10, after: 20 },
      { key: 'temperature', kind: 'gone', before: 1, after: undefined },
      { key: '__proto__', kind: 'new', before: undefined, after: 1 },
    ]);
  });
});
