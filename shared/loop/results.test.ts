import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeResult, withoutEmptyTexts } from './result-shape.ts';
import { truncateResult } from './truncate.ts';

describe('shapeResult', () => {
  test('leaves a whole result as it is', () => {
    expect(shapeResult({ content: 'ok', is_error: false })).toEqual({ content: 'ok', is_error: false });
    expect(shapeResult({ content: '', is_error: false })).toEqual({ content: '', is_error: false });
  });

  test('half a surrogate pair becomes a replacement character', () => {
    expect(shapeResult({ content: 'a\ud83d', is_error: false }).content).toBe('a\ufffd');
    expect(shapeResult({ content: [{ type: 'text', text: '\udc00b' }], is_error: true }).content).toEqual([
      { type: 'text', text: '\ufffdb' },
    ]);
  });

  test('an error holds text alone, and says something', () => {
    const image = { type: 'image', source: {} };
    expect(shapeResult({ content: [image, { type: 'text', text: 'no' }], is_error: true }).content).toEqual([
      { type: 'text', text: 'no' },
    ]);
    for (const content of ['', '  ', [], [image]]) {
      expect(shapeResult({ content, is_error: true }).content).toBe('The tool failed and gave no message.');
    }
  });

  test('a tool that gives nothing at all does not break the session', () => {
    expect(shapeResult({ content: undefined as unknown as string, is_error: false })).toEqual({
      content: [],
      is_error: false,
    });
    expect(shapeResult({ content: null as unknown as string, is_error: true }).is_error).toBe(true);
  });
});

describe('withoutEmptyTexts', () => {
  test('drops texts the API would refuse, and copies nothing otherwise', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: '', signature: 's' },
    ];
    expect(withoutEmptyTexts(content)).toBe(content);
    expect(withoutEmptyTexts([{ type: 'text', text: ' \n' }, ...content])).toEqual(content);
  });
});

describe('truncateResult', () => {
  const limits = (maxResultChars: number) => ({ maxResultChars, truncationMark: '#' });

  test('0 means no cut', () => {
    const result = { content: 'x'.repeat(100), is_error: false };
    expect(truncateResult(result, limits(0))).toBe(result);
    expect(truncateResult(result, limits(100))).toBe(result);
    expect(truncateResult(result, limits(3)).content).toBe('xxx#');
  });

  test('texts of a list share the allowance, other blocks stay', () => {
    const image = { type: 'image', source: {} };
    const content = [{ type: 'text', text: 'abcd' }, image, { type: 'text', text: 'efgh' }];
    expect(truncateResult({ content, is_error: false }, limits(6)).content).toEqual([
      { type: 'text', text: 'abcd' },
      image,
      { type: 'text', text: 'ef#' },
    ]);
  });

  test('never cuts a pair, never exceeds the limit, keeps a beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, most) => {
        const cut = truncateResult({ content: text, is_error: false }, limits(most)).content as string;
        const kept = text.length <= most ? cut : cut.slice(0, -1);
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(most - 1, text.length));
        expect(text.startsWith(kept) && kept.isWellFormed()).toBe(true);
      }),
    );
  });
});
