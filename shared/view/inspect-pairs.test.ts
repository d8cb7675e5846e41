import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../messages/types.ts';
import { endPath, pairAt, pairOfCall, pathView, siblingsOf, type PathView } from './inspect-pairs.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } });
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` });

describe('pairs', () => {
  test('a result that is in but not appended has a place already', () => {
    const { builder, call } = refundAtResults();
    const pair = pairOfCall(view(builder), call);
    expect(pair?.use && endPath(pair.use)).toBe('messages.1.content.1');
    expect(pair?.answer).toEqual({ node: null, message: 2, block: 0 });
    expect(pair?.result?.content).toContain('delivered');
    expect(pair?.call?.source).toBe('scripted');
  });

  test('after the append both ends are on the path and know the execution', () => {
    const { builder, answer, call } = refundAtResults();
    const results = builder.results();
    const pair = pairAt(view(builder), 2, 0);
    expect(pair?.use).toEqual({ node: answer, message: 1, block: 1 });
    expect(pair?.answer?.node).toBe(results);
    expect(pair?.call?.id).toBe(call);
    expect(pairOfCall(view(builder), call)).toEqual(pairAt(view(builder), 1, 1));
  });

  test('results removed by hand: the call stands open, the log still knows what it returned', () => {
    const { builder } = refundAtResults();
    builder.results();
    builder.add({
      type: 'history-edit',
      base: builder.log.newest.tables.nodes[1]?.id ?? null,
      messages: [{ role: 'user', content: 'x' }],
      why: 'edit',
    });
    const pair = pairAt(view(builder), 1, 1);
    expect(pair?.answer).toBeNull();
    expect(pair?.result).toBeNull();
    expect(pair?.call?.result?.content).toContain('delivered');
  });

  test('histories without executions pair by id and only with the neighbour', () => {
    const builder = new LogBuilder([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [use('a'), use('b'), use('c')] },
      { role: 'user', content: [result('b'), result('a'), result('zz')] },
      { role: 'user', content: [result('c')] },
    ]);
    const siblings = siblingsOf(view(builder), 1);
    expect(siblings.map((pair) => pair.answer && endPath(pair.answer))).toEqual([
      'messages.2.content.1',
      'messages.2.content.0',
      null,
    ]);
    expect(siblings[0]?.call).toBeNull();
    const orphan = pairAt(view(builder), 2, 2);
    expect([orphan?.use, orphan?.name, orphan?.toolUseId]).toEqual([null, null, 'zz']);
    expect(pairAt(view(builder), 0, 0)).toBeNull();
  });

  test('a branch that does not exist has no view', () => {
    expect(pathView(refundAtResults().builder.log.newest, 'b99')).toBeNull();
  });
});
