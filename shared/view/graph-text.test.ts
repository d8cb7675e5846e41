import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fitEnd, fitStart, textWidth, wrap, type Font } from './graph-text.ts';

const TEXT: Font = { face: 'text', size: 13 };
const MONO: Font = { face: 'mono', size: 11.5 };

describe('textWidth', () => {
  it('measures the mono face by the cell', () => {
    expect(textWidth('lookup_order', MONO)).toBeCloseTo(12 * 6.9);
  });

  it('gives ideographs the whole em and combining marks nothing', () => {
    expect(textWidth('退款', TEXT)).toBe(26);
    expect(textWidth('e\u0301', TEXT)).toBe(textWidth('e', TEXT));
  });
});

describe('fitStart and fitEnd', () => {
  it('leave text alone that fits', () => {
    expect(fitStart('short', MONO, 100)).toBe('short');
    expect(fitEnd('short', MONO, 100)).toBe('short');
  });

  it('cut the end of text and the beginning of a path', () => {
    expect(fitStart('{"order_id":"A-1001"}', MONO, 80)).toBe('{"order_id…');
    expect(fitEnd('/srv/logs/login.test.log', MONO, 110)).toBe('…login.test.log');
  });

  it('cost nothing for a very long line', () => {
    const long = 'x'.repeat(5_000_000);
    expect(fitStart(long, MONO, 69)).toBe(`${'x'.repeat(9)}…`);
    expect(fitEnd(long, MONO, 69)).toBe(`…${'x'.repeat(9)}`);
  });

  it('never give back more than the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 30, max: 300 }), (text, width) => {
        expect(textWidth(fitStart(text, TEXT, width), TEXT)).toBeLessThanOrEqual(width);
        expect(textWidth(fitEnd(text, MONO, width), MONO)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('wrap', () => {
  it('breaks at spaces and at line breaks', () => {
    expect(wrap('My order A-1001 arrived broken.\nPlease refund it.', TEXT, 200, 4)).toEqual([
      'My order A-1001 arrived broken.',
      'Please refund it.',
    ]);
    expect(wrap('one two three', MONO, 56, 4)).toEqual(['one two', 'three']);
  });

  it('breaks between ideographs, but begins no line with their punctuation', () => {
    expect(wrap('订单到货时，请退款', TEXT, 66, 4)).toEqual(['订单到货', '时，请退款']);
  });

  it('marks what is left out on the last line', () => {
    expect(wrap('one two three four', MONO, 56, 2)).toEqual(['one two', 'three f…']);
  });

  it('keeps every line within the width and reads back as the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
        const lines = wrap(text, TEXT, width, 1000);
        for (const line of lines) expect(textWidth(line, TEXT)).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('is never longer than asked for', () => {
    const lines = wrap('word '.repeat(1_000_000), TEXT, 200, 3);
    expect(lines).toHaveLength(3);
    expect(lines[2]?.endsWith('…')).toBe(true);
  });
});
