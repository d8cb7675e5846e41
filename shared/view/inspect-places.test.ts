import { expect, test } from 'vitest';
import { pathView, type PathView } from './inspect-pairs.ts';
import { pickOfPath } from './inspect-places.ts';
import { refundAtResults } from './testing/build-log.ts';

test('places lead to what is shown for them', () => {
  const { builder, answer } = refundAtResults();
  const view = pathView(builder.log.newest, 'b1') as PathView;
  expect(pickOfPath(view, 'messages.1.content.1.input')).toEqual({ kind: 'node', node: answer, block: 1 });
  expect(pickOfPath(view, 'messages.1')).toEqual({ kind: 'node', node: answer });
  expect(pickOfPath(view, 'messages.2.content.0')).toEqual({ kind: 'results' });
  expect(pickOfPath(view, 'messages.9')).toEqual({ kind: 'next' });
  expect(pickOfPath(view, 'tools.0.name')).toEqual({ kind: 'next' });
});
