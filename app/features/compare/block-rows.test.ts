import { expect, test } from 'vitest';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { pairBlocks } from '../../../shared/view/compare-detail.ts';
import { blockRows, pairPlace } from './block-rows.ts';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'look', input: {} });

const shape = (a: ContentBlock[], b: ContentBlock[]): string[] =>
  blockRows({ a: null, b: null, blocks: pairBlocks(a, b) }).map((row) =>
    row.kind === 'equal'
      ? `= ${row.pairs.length}`
      : `${row.a?.a ? row.a.a.block.type : '-'} | ${row.b?.b ? row.b.b.block.type : '-'}`,
  );

test('equal blocks share a line, changed ones stand opposite', () => {
  expect(shape([text('a'), use('t'), text('x')], [text('a'), use('t'), text('y')])).toEqual(['= 2', 'text | text']);
});

test('what only one side has stands beside what only the other has', () => {
  expect(shape([use('t'), use('u')], [text('a')])).toEqual(['tool_use | text', 'tool_use | -']);
});

test('place among the calls of a message', () => {
  const blocks = [text('a'), use('t'), use('u')];
  expect([0, 1, 2, 3].map((at) => pairPlace(blocks, at))).toEqual([null, 0, 1, null]);
});
