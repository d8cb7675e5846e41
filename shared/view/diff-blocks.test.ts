import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../messages/types.ts';
import { diffBlocks } from './diff-blocks.ts';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const use = (id: string, input: unknown): ContentBlock => ({ type: 'tool_use', id, name: 'f', input });
const result = (id: string, content: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content });

const shape = (before: ContentBlock[] | string, after: ContentBlock[] | string) =>
  diffBlocks(before, after).map((row) => [row.kind, row.before?.at ?? null, row.after?.at ?? null]);

describe('diffBlocks', () => {
  test('matches calls and results by id, however far they moved', () => {
    expect(shape([result('a', '1'), result('b', '2')], [text('new'), result('b', '2'), result('a', '9')])).toEqual([
      ['added', null, 0],
      ['same', 1, 1],
      ['changed', 0, 2],
    ]);
  });

  test('a removed result stands where it was', () => {
    expect(shape([result('a', '1'), result('b', '2'), text('x')], [result('b', '2'), text('x')])).toEqual([
      ['removed', 0, null],
      ['same', 1, 0],
      ['same', 2, 1],
    ]);
  });

  test('another id is another block', () => {
    expect(shape([use('a', {})], [use('b', {})])).toEqual([
      ['added', null, 0],
      ['removed', 0, null],
    ]);
  });

  test('key order and the short form are no change', () => {
    expect(shape('hi', [{ text: 'hi', type: 'text' }])).toEqual([['same', 0, 0]]);
    expect(shape([use('a', { x: 1, y: 2 })], [use('a', { y: 2, x: 1 })])).toEqual([['same', 0, 0]]);
  });

  test('a swap is seen as a move', () => {
    expect(shape([result('a', '1'), result('b', '2')], [result('b', '2'), result('a', '1')])).toEqual([
      ['same', 1, 0],
      ['moved', 0, 1],
    ]);
  });

  test('every block of both sides appears exactly once', () => {
    const block = fc.oneof(
      fc.constantFrom('a', 'b').map(text),
      fc.constantFrom('a', 'b', 'c').map((id) => use(id, {})),
      fc.constantFrom('a', 'b').map((id) => result(id, 'r')),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.array(block, { maxLength: 6 }), (before, after) => {
        const rows = diffBlocks(before, after);
        const places = (side: 'before' | 'after') => rows.flatMap((row) => (row[side] === null ? [] : [row[side].at]));
        expect(places('after')).toEqual(after.map((_, index) => index));
        expect(places('before').toSorted((a, b) => a - b)).toEqual(before.map((_, index) => index));
      }),
    );
  });
});
