/* oxlint-disable unicorn/no-thenable -- `then` is the file format's own word; nothing here is awaited */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../session/limits.ts';
import { parseScenario } from './parse-scenario.ts';
import { scenarioJsonSchema } from './scenario-schema.ts';

const good = () => ({
  id: 'refund',
  title: { en: 'Refund', 'zh-CN': '退款' },
  about: 'An order.',
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'Hi' }],
    thinking: { type: 'adaptive' },
    new_key: 1,
  },
  limits: { maxTurns: 50, truncationMark: '…' },
  steps: [
    {
      type: 'response',
      message: {
        content: [{ type: 'text', text: 'a', future: true }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, new: 2 },
      },
      stream: { chunkChars: 8, delayMs: 0 },
    },
    { type: 'response_each_turn', message: { content: 'a', stop_reason: null } },
    { type: 'http_error', status: 429, headers: { 'retry-after': '7', 'x-n': 3 }, body: { type: 'error' } },
    { type: 'sse', chunks: ['data: 1\n\n', { b64: 'aGk=' }], end: 'reset' },
    { type: 'tool_done', tool_use_id: 'toolu_1', content: 'x', is_error: true },
    { type: 'cancel' },
    { type: 'user', text: 'Go on.' },
  ],
  rules: [
    {
      when: {
        turn: 1,
        lastTool: 'a',
        hasTool: 'b',
        saidByUser: { glob: '*' },
        result: { tool: 'a', pointer: '/s', equals: 1, isError: false },
      },
      respond: { type: 'http_error', status: 500 },
    },
    { respond: { type: 'response', message: { content: [], stop_reason: 'refusal', stop_details: null } } },
  ],
  tool_results: {
    toolu_1: { content: 'x', is_error: false, delayMs: 40 },
    lookup: [{ when: { pointer: '/id', equals: 'A' }, then: { content: [{ type: 'text', text: 'x' }] } }, { then: {} }],
    '*': {},
  },
});

test('a good document is taken as it is, the object itself', () => {
  const document = good();
  expect(parseScenario(document)).toEqual({ ok: true, scenario: good() });
  const parsed = parseScenario(document);
  expect(parsed.ok && parsed.scenario).toBe(document);
});

test('only request and steps or rules are needed', () => {
  const { request, steps, rules } = good();
  expect(parseScenario({ request, steps }).ok).toBe(true);
  expect(parseScenario({ request, rules }).ok).toBe(true);
  expect(parseScenario({ request })).toMatchObject({
    ok: false,
    problems: [{ path: '', message: expect.stringMatching(/steps.*rules/) }],
  });
});

/** Puts `value` (undefined: nothing) at a dotted path of a good document and lists the problems as `path: message`. */
function problems(path: string, value: unknown): string[] {
  const document: Record<string, unknown> = good();
  const keys = path.split('.');
  const last = keys.pop()!;
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, document);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  const parsed = parseScenario(document);
  return parsed.ok ? [] : parsed.problems.map((problem) => `${problem.path}: ${problem.message}`);
}

const STEP_TYPES = '"response", "response_each_turn", "http_error", "sse", "tool_done", "cancel", "user"';

describe('problems name the key and the place', () => {
  test.each([
    ['step', [], ['step: Unknown key "step" in the scenario.']],
    ['steps.0.mesage', 1, ['steps.0.mesage: Unknown key "mesage" of a "response" at steps.0.']],
    ['steps.0.message.stop_reson', 1, ['steps.0.message.stop_reson: Unknown key "stop_reson" at steps.0.message.']],
    ['limits.maxTurn', 1, ['limits.maxTurn: Unknown key "maxTurn" at limits.']],
    ['rules.0.when.turns', 1, ['rules.0.when.turns: Unknown key "turns" at rules.0.when.']],
    ['steps.0.message.stop_reason', undefined, ['steps.0.message.stop_reason: Missing: expected a string.']],
    ['steps.0.type', 'respond', [`steps.0.type: Expected one of ${STEP_TYPES}; found "respond".`]],
    ['steps.0.type', undefined, [`steps.0.type: Expected one of ${STEP_TYPES}; found nothing.`]],
    [
      'rules.0.respond',
      { type: 'cancel' },
      ['rules.0.respond.type: Expected one of "response", "http_error", "sse"; found "cancel".'],
    ],
    ['request.max_tokens', '10', ['request.max_tokens: Expected a number; found "10".']],
    ['request', undefined, ['request: Missing: expected an object.']],
    [
      'steps.3.chunks.1',
      { b65: 'x' },
      [
        'steps.3.chunks.1.b64: Missing: expected a string.',
        'steps.3.chunks.1.b65: Unknown key "b65" at steps.3.chunks.1.',
      ],
    ],
    ['tool_results.toolu_1', { text: 'x' }, ['tool_results.toolu_1.text: Unknown key "text" at tool_results.toolu_1.']],
    ['tool_results.lookup.0.then', 'x', ['tool_results.lookup.0.then: Expected an object; found "x".']],
    ['rules.0.when.result.pointer', 's', ['rules.0.when.result.pointer: A JSON pointer is empty or starts with "/".']],
    ['steps', {}, ['steps: Expected a list; found an object.']],
  ])('%s = %j', (path, value, expected) => {
    expect(problems(path, value)).toEqual(expected);
  });

  test('all of them are told', () => {
    const parsed = parseScenario({ ...good(), a: 1, b: 2 });
    expect(parsed.ok ? [] : parsed.problems.map(({ path }) => path)).toEqual(['a', 'b']);
  });

  test('bytes that are no base64', () => {
    expect(problems('steps.3.chunks.1', { b64: '!' })).toEqual([
      expect.stringMatching(/^steps\.3\.chunks\.1\.b64: .*base64/),
    ]);
  });
});

test.each([[null], [7], ['text'], [[]]])('%j is no scenario', (json) => {
  expect(parseScenario(json)).toMatchObject({ ok: false, problems: [{ path: '' }] });
});

test('garbage never throws and every refusal says where', () => {
  const key = fc.constantFrom(
    'id',
    'request',
    'steps',
    'rules',
    'tool_results',
    'limits',
    'title',
    'type',
    'message',
    'content',
    'when',
    'respond',
    '__proto__',
  );
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('response', 'sse', 1, null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(tree, (json) => {
      const parsed = parseScenario(json);
      expect(parsed.ok || parsed.problems.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the JSON Schema refuses unknown keys and knows every limit', () => {
  const schema = scenarioJsonSchema();
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false, required: ['request'] });
  const limits = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, expect.anything()]));
  expect(schema).toMatchObject({ properties: { limits: { properties: limits, additionalProperties: false } } });
  expect(JSON.stringify(schema)).toContain('"const":"tool_done"');
});
