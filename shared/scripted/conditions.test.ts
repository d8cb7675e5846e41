import { describe, expect, test } from 'vitest';
import type { ContentBlock, RequestBody } from '../messages/types.ts';
import { firstRule, ruleHolds, valueHolds } from './conditions.ts';
import { atPointer } from './json-pointer.ts';
import { requestFacts } from './request-facts.ts';

const call = (id: string, name: string): ContentBlock => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, content: string | ContentBlock[], is_error?: boolean): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(is_error === undefined ? {} : { is_error }),
});

const body: RequestBody = {
  model: 'm',
  max_tokens: 10,
  tools: [{ name: 'lookup' }, { name: 'refund' }, { type: 'computer_toolset_20260801' }],
  messages: [
    { role: 'user', content: 'My order A-1001 is broken.' },
    { role: 'assistant', content: [call('t1', 'lookup'), call('t2', 'weather')] },
    {
      role: 'user',
      content: [
        result('t1', '{"status":"delivered","amount":129.00,"tags":["new","gift"],"a/b":{"~":1}}'),
        result('t2', [{ type: 'text', text: 'no such city' }], true),
        { type: 'text', text: 'Go on, please.' },
      ],
    },
  ],
};

describe('requestFacts', () => {
  test('reads turn, tools, results and the newest user text', () => {
    const facts = requestFacts(body);
    expect(facts).toMatchObject({ turn: 2, lastTool: 'weather', saidByUser: 'Go on, please.' });
    expect(facts.newestResult).toEqual({ text: 'no such city', value: 'no such city', isError: true });
    expect(facts.newestResultOf.get('lookup')?.value).toMatchObject({ amount: 129 });
    expect([...facts.tools]).toEqual(['lookup', 'refund']);
  });

  test.each([
    [{}],
    [{ messages: null }],
    [{ messages: [null, 5, { role: 'user' }, { role: 'assistant', content: 7 }] }],
    [{ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }], tools: [null] }],
  ])('odd body %j gives facts', (odd) => {
    expect(requestFacts(odd as unknown as RequestBody).turn).toBeGreaterThan(0);
  });
});

test.each([
  [undefined, true],
  [{}, true],
  [{ turn: 2 }, true],
  [{ turn: 1 }, false],
  [{ lastTool: 'weather' }, true],
  [{ lastTool: 'lookup' }, false],
  [{ hasTool: 'refund' }, true],
  [{ hasTool: 'weather' }, false],
  [{ saidByUser: { equals: 'Go on, please.' } }, true],
  [{ saidByUser: { contains: 'A-1001' } }, false],
  [{ saidByUser: { glob: 'Go*please?' } }, true],
  [{ result: {} }, true],
  [{ result: { isError: true } }, true],
  [{ result: { isError: false } }, false],
  [{ result: { tool: 'lookup', isError: false } }, true],
  [{ result: { tool: 'nothing' } }, false],
  [{ result: { tool: 'lookup', pointer: '/status', equals: 'delivered' } }, true],
  [{ result: { tool: 'lookup', pointer: '/status', equals: 'shipped' } }, false],
  [{ result: { tool: 'lookup', pointer: '/amount', equals: 129 } }, true],
  [{ result: { tool: 'lookup', pointer: '/amount', equals: '129' } }, false],
  [{ result: { tool: 'lookup', pointer: '/none', equals: null } }, false],
  [{ result: { tool: 'lookup', pointer: '/tags', contains: 'gift' } }, true],
  [{ result: { tool: 'lookup', pointer: '/tags', contains: 'gif' } }, false],
  [{ result: { tool: 'lookup', contains: 'delivered' } }, true],
  [{ result: { tool: 'lookup', glob: '*"amount":129.00*' } }, true],
  [{ result: { contains: 'such' } }, true],
  [{ result: { equals: 'no such city' } }, true],
  [{ result: { pointer: '/status', equals: 'delivered' } }, false],
  [{ turn: 2, lastTool: 'lookup' }, false],
])('%j holds: %s', (when, holds) => {
  expect(ruleHolds(when, requestFacts(body))).toBe(holds);
});

test('the first rule that holds wins', () => {
  const respond = { type: 'http_error' as const, status: 500 };
  const rules = [{ when: { turn: 1 }, respond }, { when: { turn: 2 }, respond }, { respond }];
  expect(firstRule(rules, requestFacts(body))).toBe(1);
  expect(firstRule(rules.slice(0, 1), requestFacts(body))).toBe(-1);
});

test('saidByUser holds for no one who said nothing', () => {
  expect(ruleHolds({ saidByUser: {} }, requestFacts({ ...body, messages: [] }))).toBe(false);
});

test.each([
  [{ a: 1, b: [2] }, { equals: { b: [2], a: 1 } }, true],
  [{ path: 'logs/a.log' }, { pointer: '/path', glob: '*.log' }, true],
  [{ n: 12 }, { pointer: '/n', glob: '1?' }, true],
  [{ n: 12 }, { pointer: '/n', contains: 2 }, true],
  [null, { pointer: '/a' }, false],
  ['text', {}, true],
])('value %j passes %j: %s', (value, when, passes) => {
  expect(valueHolds(when, value)).toBe(passes);
});

test.each([
  ['', { found: true, value: { 'a/b': { '~': 1 }, list: [7, 8] } }],
  ['/a~1b/~0', { found: true, value: 1 }],
  ['/list/1', { found: true, value: 8 }],
  ['/list/01', { found: false }],
  ['/list/length', { found: false }],
  ['/list/2', { found: false }],
  ['/toString', { found: false }],
  ['/__proto__', { found: false }],
  ['list', { found: false }],
])('pointer %j', (pointer, found) => {
  expect(atPointer({ 'a/b': { '~': 1 }, list: [7, 8] }, pointer)).toEqual(found);
});
