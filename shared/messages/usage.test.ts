import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZERO_USAGE, addUsage, countedTokens, totalInput } from './usage.ts';

describe('totalInput', () => {
  test('adds both cache counters, nulls and gaps as 0', () => {
    expect(
      totalInput({ input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 500, output_tokens: 9 }),
    ).toBe(543);
    expect(totalInput({ input_tokens: 3, cache_read_input_tokens: null })).toBe(3);
    expect(totalInput({})).toBe(0);
    expect(totalInput(null)).toBe(0);
    expect(totalInput(undefined)).toBe(0);
  });

  test('ignores what is no count', () => {
    expect(totalInput({ input_tokens: Number.NaN, cache_read_input_tokens: -5 })).toBe(0);
    expect(totalInput({ input_tokens: '7' as unknown as number, cache_read_input_tokens: 2 })).toBe(2);
  });
});

test('countedTokens is all input and all output', () => {
  expect(
    countedTokens({ input_tokens: 1, cache_read_input_tokens: 2, cache_creation_input_tokens: 4, output_tokens: 8 }),
  ).toBe(15);
  expect(countedTokens(null)).toBe(0);
});

describe('addUsage', () => {
  const usage = fc.record(
    {
      input_tokens: fc.option(fc.nat(1e6)),
      output_tokens: fc.option(fc.nat(1e6)),
      cache_creation_input_tokens: fc.option(fc.nat(1e6)),
      cache_read_input_tokens: fc.option(fc.nat(1e6)),
    },
    { requiredKeys: [] },
  );

  test('keeps the counted tokens of both sides', () => {
    fc.assert(
      fc.property(usage, usage, (left, right) => {
        expect(countedTokens(addUsage(left, right))).toBe(countedTokens(left) + countedTokens(right));
      }),
    );
  });

  test('zero changes nothing and stays zero', () => {
    expect(addUsage(ZERO_USAGE, { input_tokens: 4, output_tokens: 5 })).toEqual({
      input_tokens: 4,
      output_tokens: 5,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    });
    expect(countedTokens(ZERO_USAGE)).toBe(0);
  });
});
