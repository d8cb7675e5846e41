import { expect, test } from 'vitest';
import type { ContentBlock } from '../messages/types.ts';
import { changedField } from './compare-place.ts';

const result = (content: unknown, rest: object = {}): ContentBlock =>
  ({ type: 'tool_result', tool_use_id: 't', content, ...rest }) as ContentBlock;

test.each<[string, ContentBlock, ContentBlock, string | null]>([
  ['text', { type: 'text', text: 'a' }, { type: 'text', text: 'b' }, 'text'],
  ['plain result', result('a'), result('b'), 'content'],
  ['JSON result', result('{"a":{"b":1}}'), result('{"a":{"b":2}}'), 'content.a.b'],
  ['JSON list', result('[1,2]'), result('[1,3]'), 'content[1]'],
  ['is_error', result('a'), result('a', { is_error: true }), 'is_error'],
  [
    'input',
    { type: 'tool_use', id: 'x', name: 'pay', input: { amount: 1 } },
    { type: 'tool_use', id: 'y', name: 'pay', input: { amount: 2 } },
    'input.amount',
  ],
  ['ids only', result('a'), { ...result('a'), tool_use_id: 'z' } as ContentBlock, null],
])('%s', (_name, a, b, field) => {
  expect(changedField(a, b)).toBe(field);
});
