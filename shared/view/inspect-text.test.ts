import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, jsonDepth, oneLine } from './inspect-text.ts';

describe('cutText', () => {
  test('never ends in half a surrogate pair and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const cut = cutText(text, limit);
        expect(cut.text.length).toBeLessThanOrEqual(limit);
        expect(cut.text.length + cut.rest).toBe(text.length);
        expect(cut.text.codePointAt(cut.text.length - 1) ?? 0).not.toSatisfy(
          (unit: number) => unit >= 0xd800 && unit <= 0xdbff && cut.rest > 0,
        );
      }),
    );
  });

  test('leaves a short text alone', () => {
    expect(cutText('abc', 3)).toEqual({ text: 'abc', rest: 0 });
  });
});

test('oneLine joins lines and marks what is missing', () => {
  expect(oneLine('  a\n\tb  c ', 10)).toBe('a b c');
  expect(oneLine('abcdef', 3)).toBe('abc…');
});

describe('jsonDepth', () => {
  test('ignores brackets in strings', () => {
    expect(jsonDepth('{"a":"[[[\\"[","b":[1]}', 100)).toBe(2);
  });

  test('stops counting at the limit', () => {
    expect(jsonDepth('['.repeat(100_000), 512)).toBe(512);
  });
});
