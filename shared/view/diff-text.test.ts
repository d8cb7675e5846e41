import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffText, type LineChange } from './diff-text.ts';

const side = (lines: LineChange[], kind: 'added' | 'removed') =>
  lines
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map((line) => line.pieces.map((piece) => piece.text).join(''));

describe('diffText', () => {
  test('marks the words inside a replaced line', () => {
    const { lines } = diffText('{\n  "status": "delivered"\n}', '{\n  "status": "shipped"\n}');
    expect(lines.map((line) => line.kind)).toEqual(['same', 'removed', 'added', 'same']);
    expect(lines[2]?.pieces.filter((piece) => piece.kind === 'added').map((piece) => piece.text)).toEqual(['shipped']);
  });

  test('both texts can be read back', () => {
    const line = fc.constantFrom('a', 'b', 'a b', '');
    const body = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(body, body, (before, after) => {
        const { lines } = diffText(before, after);
        const withoutLastBreak = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text);
        expect(side(lines, 'removed').join('\n')).toBe(withoutLastBreak(before));
        expect(side(lines, 'added').join('\n')).toBe(withoutLastBreak(after));
      }),
    );
  });

  test('gives up on texts that have nothing in common', () => {
    const many = (prefix: string) => Array.from({ length: 4000 }, (_, index) => `${prefix}${index}`).join('\n');
    const diff = diffText(many('a'), many('b'));
    expect(diff.gaveUp).toBe(true);
    expect(diff.lines).toHaveLength(8000);
  });
});
