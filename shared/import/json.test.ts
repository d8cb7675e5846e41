import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueScanner } from './json-scan.ts';
import { readJson, wellFormed } from './json.ts';

describe('readJson', () => {
  it('reads NaN and Infinity as null, but not inside strings', () => {
    const text = '{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\" Infinity"}';
    expect(readJson(text)).toEqual({
      ok: true,
      lenient: true,
      value: { a: null, b: [null, null], c: 'NaN " Infinity' },
    });
  });

  it('keeps an own __proto__ key', () => {
    const reading = readJson('{"__proto__": {"polluted": 1}}');
    expect(reading.ok && Object.hasOwn(reading.value as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('refuses what is nested too deep, however deep', () => {
    expect(readJson(`${'['.repeat(512)}${']'.repeat(512)}`).ok).toBe(true);
    expect(readJson(`${'['.repeat(513)}${']'.repeat(513)}`)).toMatchObject({ ok: false, code: 'too-deep' });
    expect(readJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatchObject({
      ok: false,
      code: 'too-deep',
    });
  });
});

describe('ValueScanner', () => {
  const objects = fc.oneof(fc.object(), fc.array(fc.object()));

  it('finds the end of every value, whatever follows', () => {
    fc.assert(
      fc.property(objects, fc.string(), (value, rest) => {
        const text = JSON.stringify(value);
        expect(new ValueScanner().scan(text + rest, 0)).toEqual({ kind: 'end', at: text.length });
      }),
    );
  });

  it('finds the same end when the value comes line by line', () => {
    fc.assert(
      fc.property(objects, (value) => {
        const lines = JSON.stringify(value, null, 2).split('\n');
        const scanner = new ValueScanner();
        const ends = lines.map((line) => scanner.scan(line, 0).kind);
        expect(ends).toEqual([...lines.slice(1).map(() => 'open'), 'end']);
      }),
    );
  });

  it('finds a torn value where it is torn', () => {
    expect(new ValueScanner().scan('{"a": "cut', 0)).toEqual({ kind: 'error', at: 6 });
    expect(new ValueScanner().scan('{"a": "\\\\"', 0)).toEqual({ kind: 'open' });
    const scanner = new ValueScanner();
    expect(scanner.scan('{"a": 1,', 0).kind).toBe('open');
    expect(scanner.scan('{"b": 2}', 0)).toEqual({ kind: 'error', at: 0 });
  });

  it('agrees with JSON.parse on text that is no JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const end = new ValueScanner().scan(`[${text}`, 0);
        if (end.kind !== 'error') return;
        expect(readJson(`[${text}]`).ok).toBe(false);
      }),
    );
  });
});

describe('wellFormed', () => {
  it('replaces half surrogate pairs, in keys too, and leaves everything else alone', () => {
    const counter = { strings: 0 };
    expect(wellFormed({ 'k\ud800': ['a\udc00b', 1] }, counter)).toEqual({ 'k\ufffd': ['a\ufffdb', 1] });
    expect(counter.strings).toBe(2);
    const fine = { a: ['😀', { b: null }] };
    expect(wellFormed(fine, counter)).toBe(fine);
  });

  it('keeps an own __proto__ key', () => {
    const value = JSON.parse('{"__proto__": {"text": "a\\ud800"}}') as object;
    expect(JSON.stringify(wellFormed(value, { strings: 0 }))).toBe('{"__proto__":{"text":"a\ufffd"}}');
  });
});
