import { describe, expect, test } from 'vitest';
import type { Message } from '../messages/types.ts';
import { commandOfEdit, textOfTarget, type Edit, type EditTarget } from './inspect-edit.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const edit = (text: string, more: Partial<Edit> = {}): Edit => ({
  text,
  isError: false,
  keep: false,
  asText: false,
  ...more,
});

describe('results', () => {
  const { builder, call } = refundAtResults();
  const target: EditTarget = { kind: 'result', call };
  const apply = (text: string, more: Partial<Edit> = {}) => commandOfEdit(view(builder), target, edit(text, more));

  test('one line of JSON is laid out for editing and goes back as one line', () => {
    const text = textOfTarget(view(builder), target)?.text ?? '';
    expect(text).toBe('{\n  "order_id": "A-1001",\n  "status": "delivered"\n}');
    expect(apply(text.replace('delivered', 'shipped'))).toEqual({
      ok: true,
      command: {
        type: 'edit-result',
        call,
        result: { content: '{"order_id":"A-1001","status":"shipped"}', is_error: false },
      },
    });
    expect(apply(text)).toEqual({ ok: false, fault: { code: 'unchanged' } });
  });

  test('broken JSON is refused with its place, unless it is meant as text', () => {
    expect(apply('{"status": shipped}')).toEqual({
      ok: false,
      fault: { code: 'syntax', line: 1, column: 12, offset: 11 },
    });
    const meant = apply('{"status": shipped}', { asText: true });
    expect(meant.ok && meant.command).toMatchObject({ result: { content: '{"status": shipped}' } });
  });

  test('is_error alone is an edit', () => {
    const outcome = apply('{"order_id":"A-1001","status":"delivered"}', { isError: true });
    expect(outcome.ok && outcome.command).toMatchObject({
      result: { is_error: true, content: '{"order_id":"A-1001","status":"delivered"}' },
    });
  });

  test('a call that is gone cannot be edited', () => {
    expect(commandOfEdit(view(builder), { kind: 'result', call: 'm99.0' }, edit('x'))).toEqual({
      ok: false,
      fault: { code: 'gone' },
    });
  });

  test('a result of blocks stays a list of blocks', () => {
    const { builder: other, call: id } = refundAtResults();
    const before = { content: '{"order_id":"A-1001","status":"delivered"}', is_error: false };
    other.add({
      type: 'result-edit',
      call: id,
      result: { content: [{ type: 'text', text: 'a' }], is_error: false },
      before,
    });
    const run = (text: string) => commandOfEdit(view(other), { kind: 'result', call: id }, edit(text));
    expect(run('[{"type":"text","text":"b"}]')).toMatchObject({ ok: true });
    expect(run('[{"text":"b"}]')).toEqual({ ok: false, fault: { code: 'bad-block', path: 'content.0' } });
    expect(run('{}')).toEqual({ ok: false, fault: { code: 'bad-content', path: 'content' } });
    expect(run('[')).toMatchObject({ ok: false, fault: { code: 'syntax' } });
  });
});

test('an input must be an object', () => {
  const { builder, call } = refundAtResults();
  const run = (text: string) => commandOfEdit(view(builder), { kind: 'input', call }, edit(text));
  expect(run('{"order_id":"B-2"}')).toEqual({
    ok: true,
    command: { type: 'set-call', call, input: { order_id: 'B-2' } },
  });
  expect(run('"B-2"')).toEqual({ ok: false, fault: { code: 'not-object' } });
});

describe('messages', () => {
  const list: Message[] = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c', note: 1 },
  ];
  const builder = new LogBuilder(list);
  const [first, second, third] = builder.log.newest.tables.nodes.map((node) => node.id);
  const run = (messages: unknown) => commandOfEdit(view(builder), { kind: 'messages' }, edit(JSON.stringify(messages)));

  test('one changed message is an edit of that message', () => {
    const next = [list[0], { role: 'assistant', content: 'B' }, list[2]];
    expect(run(next)).toEqual({
      ok: true,
      command: { type: 'edit-message', node: second, message: next[1], keep: true },
    });
  });

  test('removing and adding keeps what is equal on both ends', () => {
    expect(run([list[0], list[2]])).toEqual({
      ok: true,
      command: { type: 'edit-history', base: first, messages: [{ from: third }] },
    });
    expect(run([...list, { role: 'assistant', content: 'd', x: 1 }])).toEqual({
      ok: true,
      command: { type: 'edit-history', base: third, messages: [{ role: 'assistant', content: 'd', extra: { x: 1 } }] },
    });
    expect(run([])).toEqual({ ok: true, command: { type: 'edit-history', base: null, messages: [] } });
  });

  test('what the tree cannot hold is refused with its place', () => {
    expect(run({})).toEqual({ ok: false, fault: { code: 'not-list' } });
    expect(run([{ content: 'a' }])).toEqual({ ok: false, fault: { code: 'no-role' } });
    expect(run([{ role: 'user', content: 5 }])).toEqual({
      ok: false,
      fault: { code: 'bad-content', path: '0.content' },
    });
    expect(run([{ role: 'user', content: [null] }])).toEqual({
      ok: false,
      fault: { code: 'bad-block', path: '0.content.0' },
    });
    expect(run(list)).toEqual({ ok: false, fault: { code: 'unchanged' } });
  });

  test('a message keeps unknown fields and its own __proto__', () => {
    const text = '{"role":"user","content":"c","note":2,"__proto__":{"polluted":true}}';
    const outcome = commandOfEdit(view(builder), { kind: 'message', node: third ?? '' }, edit(text, { keep: true }));
    expect(outcome.ok && JSON.stringify(outcome.command)).toContain(text);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
