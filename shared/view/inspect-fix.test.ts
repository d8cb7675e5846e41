import { expect, test } from 'vitest';
import { lint } from '../messages/lint.ts';
import type { RequestBody } from '../messages/types.ts';
import { fixSteps } from './inspect-fix.ts';

const use = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const request: RequestBody = {
  model: 'claude-opus-5-5',
  max_tokens: 10,
  tools: [{ name: 'f', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [use] },
    { role: 'user', content: [{ type: 'text', text: 'x' }] },
  ],
};

test('names what a repair would put in', () => {
  const problem = lint({ request }).find((each) => each.fixable && each.severity === 'error');
  const steps = problem === undefined ? [] : fixSteps(request, problem);
  expect(steps).toContainEqual({ kind: 'add', path: 'messages.2.content.0', what: 'tool_result' });
});

test('a problem that is not there changes nothing', () => {
  expect(fixSteps(request, { rule: 'no-such-rule', path: 'messages.0' })).toEqual([]);
});
