import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scripted/scenario-types.ts';
import { conditionText, effectsOf, scriptAhead } from './impact-edit.ts';
import { nextRequest } from './impact-next.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const edit = (text: string, keep = false) => ({ text, isError: false, keep, asText: false });

const answer = { type: 'response', message: { content: 'x', stop_reason: 'end_turn' } } as const;
const scenario: Scenario = {
  request: { model: 'm', max_tokens: 1, messages: [] },
  rules: [
    { when: { result: { pointer: '/status', equals: 'delivered' } }, respond: answer },
    { when: { lastTool: 'lookup_order', result: { pointer: '/status', equals: 'shipped' } }, respond: answer },
  ],
};

describe('the next request', () => {
  test('held results count as appended', () => {
    const { builder } = refundAtResults();
    const next = nextRequest(view(builder));
    expect(next?.number).toBe(2);
    expect(next?.body.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(next?.complete).toBe(true);
    expect(next?.inputTokens).toBeGreaterThan(50);
    builder.results();
    expect(nextRequest(view(builder))?.body).toEqual(next?.body);
    expect(nextRequest(view(builder))?.number).toBe(2);
  });

  test('missing results make it incomplete; an end has none', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
    builder.answer([{ type: 'tool_use', id: 'a', name: 'f', input: {} }], 'tool_use');
    expect(nextRequest(view(builder))?.complete).toBe(false);
    const other = new LogBuilder([{ role: 'user', content: 'go' }]);
    other.answer([{ type: 'text', text: 'done' }], 'end_turn');
    expect(nextRequest(view(other))).toBeNull();
    other.add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' });
    expect(nextRequest(view(other))).toBeNull();
  });
});

describe('what an edit does to the tree', () => {
  test('held results and inputs do not branch', () => {
    const { builder, call } = refundAtResults();
    expect(effectsOf(view(builder), { kind: 'result', call }, edit('x'))).toEqual([
      { kind: 'no-fork', path: 'messages.2.content.0' },
    ]);
    expect(effectsOf(view(builder), { kind: 'input', call }, edit('{}'))).toEqual([{ kind: 'executes' }]);
  });

  test('the newest message gets a sibling, an earlier one a branch', () => {
    const { builder } = refundAtResults();
    const results = builder.results();
    const first = builder.log.newest.tables.nodes[0]?.id ?? '';
    const text = '{"role":"user","content":"x"}';
    expect(effectsOf(view(builder), { kind: 'message', node: results }, edit(text))).toEqual([
      { kind: 'sibling', path: 'messages.2' },
    ]);
    const fork = { kind: 'fork', path: 'messages.0', count: 2 };
    expect(effectsOf(view(builder), { kind: 'message', node: first }, edit(text, true))).toEqual([
      { ...fork, keep: true },
    ]);
    expect(effectsOf(view(builder), { kind: 'message', node: first }, edit('{broken'))).toEqual([
      { ...fork, keep: false },
    ]);
    expect(effectsOf(view(builder), { kind: 'messages' }, edit('[]'))).toEqual([{ ...fork, keep: true }]);
  });
});

describe('the script ahead', () => {
  test('tells which rule answers with and without the edit', () => {
    const { builder, call } = refundAtResults();
    const results = new Map([[call, { content: '{"status":"shipped"}', is_error: false }]]);
    expect(scriptAhead(view(builder), scenario, results)).toEqual({
      now: { kind: 'rule', rule: 2, condition: 'status = "shipped"' },
      before: { kind: 'rule', rule: 1, condition: 'status = "delivered"' },
    });
    const lost = new Map([[call, { content: 'gone', is_error: true }]]);
    expect(scriptAhead(view(builder), scenario, lost)?.now).toEqual({ kind: 'nobody' });
  });

  test('an applied edit is still compared with what the tool returned', () => {
    const { builder, call } = refundAtResults();
    const result = { content: '{"status":"shipped"}', is_error: false };
    builder.add({ type: 'result-edit', call, result, before: { content: '{"status":"delivered"}', is_error: false } });
    const ahead = scriptAhead(view(builder), scenario, new Map());
    expect([ahead?.now, ahead?.before].map((each) => each?.kind === 'rule' && each.rule)).toEqual([2, 1]);
  });

  test('a script without rules says nothing', () => {
    expect(scriptAhead(view(refundAtResults().builder), { ...scenario, rules: [] }, new Map())).toBeNull();
  });
});

test('conditions in one line', () => {
  expect(conditionText(undefined)).toBe('');
  expect(conditionText({ turn: 2, lastTool: 'f' })).toBe('turn = 2, lastTool = "f"');
  expect(conditionText({ result: { tool: 'f', isError: true } })).toBe('is_error = true');
  expect(conditionText({ saidByUser: { contains: 'no' } })).toBe('saidByUser ∋ "no"');
});
