import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countIn, fold, needleOf, PIECE, placeIn, snippetAt } from './search-fold.ts';

function count(text: string, needle: string): number {
  const counting = countIn(text, needle);
  let step = counting.next();
  while (!step.done) step = counting.next();
  return step.value;
}

describe('folding', () => {
  it.each([
    ['ToolU_01', 'toolu_01'],
    ['ÄÖÜ Straße', 'äöü straße'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'İstanbul'],
    ['a\nb\tc\u00A0d', 'a b c d'],
  ])('%j is compared as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('keeps every place, and a part folds to the part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, one, other) => {
        const points = [...text];
        const [from, to] = [one % (points.length + 1), other % (points.length + 1)].toSorted((a, b) => a - b);
        const before = points.slice(0, from).join('');
        const part = points.slice(from, to).join('');
        expect(fold(text)).toHaveLength(text.length);
        expect(fold(text).slice(before.length, before.length + part.length)).toBe(fold(part));
      }),
    );
  });

  it('looks for nothing where a query is empty, and drops white space around it', () => {
    expect(needleOf('  \n')).toBeNull();
    expect(needleOf(' Lost ')).toBe('lost');
  });
});

describe('matches in a text', () => {
  it('counts them without overlaps and finds each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'A', 'b', ' '), { maxLength: 40 }),
        fc.constantFrom('a', 'ab', 'aa', 'aab'),
        (letters, needle) => {
          const text = letters.join('');
          const parts = text.toLowerCase().split(needle);
          expect(count(text, needle)).toBe(parts.length - 1);
          const places = parts.slice(0, -1).map((_, nth) => placeIn(text, needle, nth));
          expect(places).toEqual(parts.slice(0, -1).map((_, nth) => parts.slice(0, nth + 1).join(needle).length));
          expect(placeIn(text, needle, parts.length - 1)).toBe(-1);
        },
      ),
    );
  });

  it('finds what lies across two pieces, once', () => {
    const text = `${'x'.repeat(PIECE - 3)}Needle${'x'.repeat(PIECE)}needle`;
    expect(count(text, 'needle')).toBe(2);
    expect(placeIn(text, 'needle', 0)).toBe(PIECE - 3);
    expect(placeIn(text, 'needle', 1)).toBe(text.length - 6);
    expect(count('a'.repeat(PIECE + 1), 'aa')).toBe(PIECE / 2);
  });
});

describe('a snippet', () => {
  it('shows the match between what stands around it, on one line', () => {
    const text = `${'before '.repeat(20)}\nHIT\n${'after '.repeat(20)}`;
    const at = text.indexOf('HIT');
    expect(snippetAt(text, at, 3, 10)).toEqual({ before: '…e before  ', match: 'HIT', after: ' after aft…' });
    expect(snippetAt('HIT', 0, 3)).toEqual({ before: '', match: 'HIT', after: '' });
  });
});
