import { expect, test } from 'vitest';
import type { RequestBody } from '../messages/types.ts';
import { requestFacts } from './request-facts.ts';
import type { ScriptProblem } from './scenario-types.ts';
import { fillTemplates } from './template.ts';

const facts = requestFacts({
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup_order', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't', content: '{"amount":129.50,"id":"A-1","{turn}":1,"open":"{turn}"}' },
      ],
    },
  ],
} as unknown as RequestBody);

function fill(value: unknown, kind: 'values' | 'texts' = 'values') {
  const problems: ScriptProblem[] = [];
  return {
    value: fillTemplates(value, facts, 'content', problems, kind),
    problems: problems.map(({ path, template }) => [path, template]),
  };
}

test.each([
  ['toolu_{turn}', 'toolu_2'],
  ['{turn}{turn} { turn } {{turn}}', '22 { turn } {2}'],
  ['{{result.lookup_order/amount}}', 129.5],
  ['{{result.lookup_order/id}}', 'A-1'],
  ['${{result.lookup_order/amount}} for {{result.lookup_order/id}}', '$129.5 for A-1'],
  ['{{result.lookup_order}}', '{"amount":129.50,"id":"A-1","{turn}":1,"open":"{turn}"}'],
  ['{{result.lookup_order/open}}', '{turn}'],
  ['', ''],
  ['no braces', 'no braces'],
  [
    { a: ['{turn}', 3, null, true], '{turn}': 'key stays' },
    { a: ['2', 3, null, true], '{turn}': 'key stays' },
  ],
  [{ amount: '{{result.lookup_order/amount}}' }, { amount: 129.5 }],
  ['{{result.lookup_order/amount', '{{result.lookup_order/amount'],
])('%j becomes %j', (value, filled) => {
  expect(fill(value)).toEqual({ value: filled, problems: [] });
});

test('what is missing leaves its braces and is a problem with its place', () => {
  const value = [{ text: 'pay {{result.lookup_order/price}} in turn {turn}', input: { a: '{{result.other}}' } }];
  expect(fill(value)).toEqual({
    value: [{ text: 'pay {{result.lookup_order/price}} in turn 2', input: { a: '{{result.other}}' } }],
    problems: [
      ['content.0.text', '{{result.lookup_order/price}}'],
      ['content.0.input.a', '{{result.other}}'],
    ],
  });
});

test('an own __proto__ key stays a key, and depth does no harm', () => {
  expect(fill(JSON.parse('{"__proto__":"{turn}"}')).value).toEqual(JSON.parse('{"__proto__":"2"}'));
  let deep: unknown = '{turn}';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(fill(deep).problems).toEqual([]);
});

test.each([
  ['{{result.lookup_order/amount}}', '129.5'],
  ['{{result.lookup_order/id}}', 'A-1'],
  [
    ['{turn}', '{{result.lookup_order}}'],
    ['2', '{"amount":129.50,"id":"A-1","{turn}":1,"open":"{turn}"}'],
  ],
])('as text, %j becomes %j', (value, filled) => {
  expect(fill(value, 'texts')).toEqual({ value: filled, problems: [] });
});
