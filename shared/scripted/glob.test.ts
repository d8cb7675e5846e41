import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globMatches } from './glob.ts';

test.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'any\nthing', true],
  ['a*', 'abc', true],
  ['a*', 'ba', false],
  ['*.ts', 'src/app.ts', true],
  ['*.ts', 'src/app.tsx', false],
  ['git *', 'git status', true],
  ['git *', 'git', false],
  ['*refund*', 'Please refund it', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['?', '🐟', true],
  ['??', '🐟', false],
  ['a**b', 'ab', true],
  ['*a*b*', 'xxbxxa', false],
  ['*a*b*', 'xxaxxb', true],
  ['Git', 'git', false],
  ['2\\*3', '2*3', true],
  ['2\\*3', '2x3', false],
  ['\\?', '?', true],
  ['a\\\\b', 'a\\b', true],
  ['a\\', 'a\\', true],
  ['[ab]', '[ab]', true],
  ['a.c', 'abc', false],
])('%j on %j: %s', (pattern, text, matches) => {
  expect(globMatches(pattern, text)).toBe(matches);
});

/** The plain definition, exponential and obviously right. */
function slow(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*')) return slow(pattern.slice(1), text) || (text !== '' && slow(pattern, text.slice(1)));
  return (
    text !== '' &&
    (pattern.startsWith('?') || pattern.charAt(0) === text.charAt(0)) &&
    slow(pattern.slice(1), text.slice(1))
  );
}

test('agrees with the plain definition', () => {
  const few = (letters: string[], maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength }).map((list) => list.join(''));
  fc.assert(
    fc.property(few(['a', 'b', '*', '?'], 9), few(['a', 'b'], 10), (pattern, text) => {
      expect(globMatches(pattern, text)).toBe(slow(pattern, text));
    }),
    { numRuns: 3_000 },
  );
});

describe('patterns longer than a machine word', () => {
  test.each([31, 32, 33, 63, 64, 65, 200])('%i characters', (length) => {
    const text = Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    expect(globMatches(text, text)).toBe(true);
    expect(globMatches(`*${text}`, `zz${text}`)).toBe(true);
    expect(globMatches('?'.repeat(length), text)).toBe(true);
    expect(globMatches(text, text.slice(0, -1))).toBe(false);
    expect(globMatches(`${text}*${text}`, `${text}-${text}`)).toBe(true);
  });
});

test('patterns made to backtrack cost no more than others', () => {
  const time = (pattern: string, text: string) => {
    const begun = performance.now();
    expect(globMatches(pattern, text)).toBe(false);
    return performance.now() - begun;
  };
  const text = 'a'.repeat(100_000);
  const plain = Math.max(time('*b', text), time('*b', text), 5);
  expect(time(`${'*a'.repeat(15)}*b`, text)).toBeLessThan(20 * plain);
  expect(time(`*${'a'.repeat(900)}b`, text)).toBeLessThan(60 * plain);
  expect(time(`${'*?'.repeat(15)}*b`, text)).toBeLessThan(20 * plain);
});
