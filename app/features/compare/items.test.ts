import { expect, test } from 'vitest';
import type { CompareRow } from '../../../shared/view/compare.ts';
import { buckets, compareItems } from './items.ts';

const rows = (kinds: string): CompareRow[] =>
  [...kinds].map((letter) => {
    const kind = { s: 'same', c: 'changed', a: 'only-a', b: 'only-b' }[letter] as CompareRow['kind'];
    return { kind, a: kind === 'only-b' ? null : {}, b: kind === 'only-a' ? null : {} } as CompareRow;
  });
const shape = (kinds: string, opened: string[] = [], onlyDifferent = false): string => {
  const row = [...kinds].findIndex((kind) => kind !== 's');
  const comparison = {
    rows: rows(kinds),
    divergence: row < 0 ? null : { kind: 'extra' as const, row, only: 'a' as const },
  };
  return compareItems(comparison, new Set(opened), onlyDifferent)
    .slice(1)
    .map((item) =>
      item.kind === 'fold'
        ? `${item.from}-${item.to}`
        : item.kind === 'turn'
          ? `${item.row}${item.endsBefore ? `!${item.endsBefore}` : ''}`
          : '|',
    )
    .join(' ');
};

test('equal stretches fold, the divergence stands before its turn', () => {
  expect(shape('sscsc')).toBe('0-1 | 2 3-3 4');
  expect(shape('sscsc', ['fold 0'])).toBe('0-1 0 1 | 2 3-3 4');
  expect(shape('sscsc', ['fold 0'], true)).toBe('| 2 4');
  expect(shape('sss')).toBe('0-2');
});

test('where one side ends is said once, a turn left out in the middle is no end', () => {
  expect(shape('scaa')).toBe('0-0 | 1 2!b 3');
  expect(shape('sabs')).toBe('0-0 | 1 2 3-3');
  expect(shape('bb')).toBe('| 0!a 1');
});

test('segments cover every row once', () => {
  expect(buckets(3, 10)).toEqual([
    { from: 0, to: 0 },
    { from: 1, to: 1 },
    { from: 2, to: 2 },
  ]);
  const many = buckets(1001, 100);
  expect([many.length, many[0]?.from, many.at(-1)?.to]).toEqual([100, 0, 1000]);
  expect(many.every((bucket, at) => at === 0 || bucket.from === (many[at - 1]?.to ?? 0) + 1)).toBe(true);
});
