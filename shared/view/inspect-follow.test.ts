import { expect, test } from 'vitest';
import { followEdit } from './inspect-follow.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { refundAtResults } from './testing/build-log.ts';

test('the pick follows to the message that took its place', () => {
  const { builder, answer } = refundAtResults();
  const results = builder.results();
  const view = (): PathView => pathView(builder.log.newest, 'b1') as PathView;
  const before = view();
  const edit = builder.add({
    type: 'history-edit',
    base: answer,
    messages: [{ role: 'user', content: 'x' }],
    why: 'edit',
    replaces: results,
  });
  expect(followEdit(before, view(), { kind: 'node', node: results, block: 0 })).toEqual({
    kind: 'node',
    node: `m${edit.seq}.0`,
    block: 0,
  });
  expect(followEdit(before, view(), { kind: 'node', node: answer })).toBeNull();
  expect(followEdit(before, view(), { kind: 'next' })).toBeNull();
  expect(followEdit(before, view(), null)).toBeNull();
  const cut = view();
  builder.add({ type: 'history-edit', base: null, messages: [{ role: 'assistant', content: 'y' }], why: 'edit' });
  expect(followEdit(cut, view(), { kind: 'node', node: answer })).toBeNull();
  expect(followEdit(cut, view(), { kind: 'node', node: 'm1.0' })).toBeNull();
});
