import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callKey, canonicalJson, hash53, hashHex } from './canonical-json.ts';

/** The same JSON with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('canonicalJson', () => {
  test.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [{}, '{}'],
    [[], '[]'],
    ['\ud83d', '"\\ud83d"'],
    [-0, '0'],
    [undefined, 'null'],
    [{ 10: 1, 9: 2 }, '{"10":1,"9":2}'],
    [JSON.parse('{"__proto__":{"a":1},"a":2}'), '{"__proto__":{"a":1},"a":2}'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('is JSON of the same value, and the same for every key order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('depth costs no call stack', () => {
    const depth = 200_000;
    let deep: unknown = 1;
    for (let level = 0; level < depth; level += 1) deep = level % 2 ? [deep] : { a: deep };
    expect(canonicalJson(deep)).toHaveLength(1 + (depth / 2) * 6 + (depth / 2) * 2);
  });
});

test('callKey ignores key order and keeps the tool apart', () => {
  expect(callKey('lookup', { a: 1, b: 2 })).toBe(callKey('lookup', { b: 2, a: 1 }));
  expect(callKey('lookup', {})).not.toBe(callKey('look', {}));
});

describe('hash53', () => {
  test('is frozen: stored hashes must stay comparable', () => {
    expect([hashHex(''), hashHex('a'), hashHex('Skūnis 🐟'), hashHex('a', 1)]).toMatchInlineSnapshot(`
      [
        "1904413a1f5a8a",
        "0f8e1ebb97fc43",
        "1453af85bd0143",
        "0c77b352ca5f1d",
      ]
    `);
  });

  test('is an exact integer below 2^53', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (text, seed) => {
        const hash = hash53(text, seed);
        expect(Number.isSafeInteger(hash)).toBe(true);
        expect(hash).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('spreads: no collision in 200,000 near texts, and every bit is used about half of the time', () => {
    const seen = new Set<number>();
    const ones = Array.from({ length: 53 }, () => 0);
    for (let index = 0; index < 200_000; index += 1) {
      const hash = hash53(`{"order_id":"A-${index}"}`);
      seen.add(hash);
      for (let bit = 0; bit < 53; bit += 1) ones[bit]! += Math.floor(hash / 2 ** bit) % 2;
    }
    expect(seen.size).toBe(200_000);
    for (const count of ones) expect(Math.abs(count - 100_000)).toBeLessThan(2_000);
  });
});
