import { describe, expect, test } from 'vitest';
import type { ContentBlock, Message } from '../messages/types.ts';
import { pairAt, pathView, type Pair, type PathView } from './inspect-pairs.ts';
import { repairsOf } from './inspect-repair.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: id });
const run = (messages: Message[], message: number, block: number) => {
  const at = view(new LogBuilder(messages));
  return { at, repairs: repairsOf(at, pairAt(at, message, block) as Pair, 'not run') };
};

describe('repairs of an open call', () => {
  const messages: Message[] = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [use('a'), use('b'), use('c')] },
    { role: 'user', content: [{ type: 'text', text: 'too long' }, result('a'), result('c')] },
    { role: 'assistant', content: 'ok' },
  ];

  test('the result goes behind those of earlier calls', () => {
    const { repairs } = run(messages, 1, 1);
    expect(repairs.map((repair) => [repair.kind, repair.path])).toEqual([
      ['as-error', 'messages.2.content.2'],
      ['type', 'messages.2.content.2'],
      ['drop', 'messages.1.content.1'],
    ]);
    const [asError] = repairs;
    expect(asError?.command).toMatchObject({ type: 'edit-message', keep: true });
    const content = asError?.command.type === 'edit-message' ? asError.command.message.content : [];
    expect(content[2]).toEqual({ type: 'tool_result', tool_use_id: 'b', content: 'not run', is_error: true });
    expect(content).toHaveLength(4);
  });

  test('dropping takes the block, or the whole message when nothing is left', () => {
    expect(run(messages, 1, 1).repairs[2]?.command).toMatchObject({
      type: 'edit-message',
      message: { role: 'assistant', content: [use('a'), use('c')] },
    });
    const alone = run(
      [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: 'x' },
      ],
      1,
      0,
    );
    expect(alone.repairs[2]?.command).toEqual({
      type: 'edit-history',
      base: alone.at.nodes[0]?.id,
      messages: [{ from: alone.at.nodes[2]?.id }],
    });
  });

  test('without a user message behind it one is put in', () => {
    const { at, repairs } = run(
      [
        { role: 'assistant', content: [use('a')] },
        { role: 'assistant', content: 'x' },
      ],
      0,
      0,
    );
    expect(repairs[0]?.command).toMatchObject({ type: 'edit-history', base: at.nodes[0]?.id });
    expect(repairs[0]?.path).toBe('messages.1.content.0');
  });

  test('a recorded result comes first', () => {
    const { builder } = refundAtResults();
    builder.results();
    const base = builder.log.newest.tables.nodes[1]?.id ?? null;
    builder.add({ type: 'history-edit', base, messages: [{ role: 'user', content: 'x' }], why: 'edit' });
    const at = view(builder);
    const [first] = repairsOf(at, pairAt(at, 1, 1) as Pair, 'not run');
    expect(first?.kind).toBe('put-back');
    expect(JSON.stringify(first?.command)).toContain('delivered');
  });

  test('answered and open calls need none', () => {
    expect(run(messages, 1, 0).repairs).toEqual([]);
    const { builder } = refundAtResults();
    const at = view(builder);
    expect(repairsOf(at, { ...(pairAt(at, 1, 1) as Pair), answer: null }, 'x')).toEqual([]);
  });
});
