/* oxlint-disable unicorn/no-thenable -- `then` is the file format's own word; nothing here is awaited */
import { describe, expect, test } from 'vitest';
import type { Scenario } from './scenario-types.ts';
import { callsWaitingFor, resultFor } from './tool-results.ts';

const scenario: Scenario = {
  request: { model: 'm', max_tokens: 1, messages: [] },
  steps: [
    { type: 'tool_done', tool_use_id: 'toolu_a', content: 'a' },
    { type: 'cancel' },
    { type: 'tool_done', tool_use_id: 'toolu_b' },
  ],
  tool_results: {
    toolu_1: { content: 'by id', delayMs: 7 },
    lookup: [
      { when: { pointer: '/id', equals: 'A-1' }, then: { content: 'found' } },
      { when: { pointer: '/id', glob: 'B-*' }, then: { content: 'gone', is_error: true } },
    ],
    empty: {},
    '*': { content: 'any' },
  },
};
const call = (id: string, name: string, input: unknown = {}) => resultFor(scenario, { id, name, input });

describe('resultFor', () => {
  test.each([
    ['the id comes first', 'toolu_1', 'lookup', { id: 'A-1' }, { content: 'by id', is_error: false, delayMs: 7 }],
    [
      'then the tool, by its input',
      'toolu_2',
      'lookup',
      { id: 'A-1' },
      { content: 'found', is_error: false, delayMs: 50 },
    ],
    ['the second case', 'toolu_2', 'lookup', { id: 'B-7' }, { content: 'gone', is_error: true, delayMs: 50 }],
    ['no case holds: any', 'toolu_2', 'lookup', { id: 'C' }, { content: 'any', is_error: false, delayMs: 50 }],
    ['no content', 'toolu_2', 'empty', {}, { content: '', is_error: false, delayMs: 50 }],
    [
      'names of every object are no entries',
      'toString',
      '__proto__',
      {},
      { content: 'any', is_error: false, delayMs: 50 },
    ],
  ])('%s', (_name, id, name, input, result) => {
    expect(call(id, name, input)).toEqual(result);
  });

  test('nothing for it', () => {
    expect(resultFor({ ...scenario, tool_results: {} }, { id: 'x', name: 'y', input: {} })).toBeNull();
    expect(resultFor({ request: scenario.request }, { id: 'x', name: 'y', input: {} })).toBeNull();
  });
});

test('callsWaitingFor names the calls of later tool_done steps', () => {
  expect([...callsWaitingFor(scenario, 0)]).toEqual(['toolu_a', 'toolu_b']);
  expect([...callsWaitingFor(scenario, 1)]).toEqual(['toolu_b']);
  expect([...callsWaitingFor(scenario, 3)]).toEqual([]);
});
