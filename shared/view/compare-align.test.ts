import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align, type Alignable } from './compare-align.ts';

const rows = (text: string): Alignable[] => [...text].map((letter) => ({ whole: letter, mark: letter.toLowerCase() }));
const shape = (a: string, b: string): string =>
  align(rows(a), rows(b))
    .map(([left, right]) => `${left === null ? '-' : a[left]}${right === null ? '-' : b[right]}`)
    .join(' ');

describe('align', () => {
  test('equal lists, and one that goes on', () => {
    expect(shape('abc', 'abc')).toBe('aa bb cc');
    expect(shape('abc', 'a')).toBe('aa b- c-');
    expect(shape('', 'ab')).toBe('-a -b');
  });

  test('what was left out or put in', () => {
    expect(shape('abcd', 'acd')).toBe('aa b- cc dd');
    expect(shape('ad', 'abcd')).toBe('aa -b -c dd');
  });

  test('behind the point where they part, turns stand opposite by number', () => {
    expect(shape('abcd', 'axy')).toBe('aa bx cy d-');
  });

  test('a mark found once on either side holds its turns together', () => {
    expect(shape('abCde', 'axycz')).toBe('aa bx -y Cc dz e-');
  });

  test('marks that repeat hold nothing, and crossing ones keep the longer order', () => {
    expect(shape('a1x1b', 'a1y1c')).toBe('aa 11 xy 11 bc');
    expect(shape('aPQRz', 'aqrpy')).toBe('aa P- Qq Rr zp -y');
  });

  test('every turn of both sides appears once, in order', () => {
    const list = fc.array(fc.constantFrom(...'abcdABC'), { maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(list, list, (a, b) => {
        const pairs = align(rows(a), rows(b));
        const side = (at: 0 | 1): number[] => pairs.flatMap((pair) => pair[at] ?? []);
        expect(side(0)).toEqual(Array.from(a, (_, index) => index));
        expect(side(1)).toEqual(Array.from(b, (_, index) => index));
        expect(pairs.every(([left, right]) => left !== null || right !== null)).toBe(true);
      }),
    );
  });
});
