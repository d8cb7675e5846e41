import { describe, expect, it } from 'vitest';
import { cost, hasPrice, priceOf } from './prices.ts';

const MILLION = 1_000_000;

describe('cost', () => {
  it('adds input, cache reads, cache writes by lifetime and output', () => {
    const usage = {
      input_tokens: MILLION,
      cache_read_input_tokens: MILLION,
      cache_creation_input_tokens: 2 * MILLION,
      cache_creation: { ephemeral_5m_input_tokens: MILLION, ephemeral_1h_input_tokens: MILLION },
      output_tokens: MILLION,
    };
    expect(cost(usage, 'claude-opus-4-8')).toBeCloseTo(5 + 0.5 + 6.25 + 10 + 25);
  });

  it('takes cache writes without a lifetime for five minutes', () => {
    expect(cost({ cache_creation_input_tokens: MILLION }, 'claude-sonnet-4-5')).toBeCloseTo(3.75);
  });

  it('charges the higher tier for the whole prompt once it is long, cached tokens included', () => {
    expect(cost({ input_tokens: 100_000, output_tokens: 0 }, 'claude-haiku-5-5')).toBeCloseTo(0.01);
    expect(cost({ input_tokens: 1000, cache_read_input_tokens: 100_000 }, 'claude-haiku-5-5')).toBeCloseTo(
      (1000 * 0.5 + 100_000 * 0.05) / MILLION,
    );
  });

  it('is unknown, not nothing, for a model without a known price', () => {
    expect(cost({ input_tokens: 5 }, 'claude-fable-5-2')).toBe('unknown');
    expect(cost(null, 'gpt-4o')).toBe('unknown');
    expect(cost({}, 'claude-opus-9')).toBe('unknown');
    expect(hasPrice('claude-mythos-5-2')).toBe(false);
  });

  it('knows dated and wrapped names', () => {
    expect(cost({ output_tokens: MILLION }, 'us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toBeCloseTo(15);
    expect(hasPrice('claude-haiku-4-5-20251001')).toBe(true);
  });

  it('treats null and missing counters as not reported', () => {
    expect(cost({ input_tokens: null, output_tokens: MILLION }, 'claude-haiku-4-5')).toBeCloseTo(5);
    expect(cost(undefined, 'claude-haiku-4-5')).toBe(0);
  });

  it('adds searches, and the factors for region and batch', () => {
    expect(cost({ input_tokens: MILLION, server_tool_use: { web_search_requests: 3 } }, 'claude-opus-4-8')).toBeCloseTo(
      5.03,
    );
    expect(cost({ input_tokens: MILLION, inference_geo: 'us' }, 'claude-opus-4-8')).toBeCloseTo(5.5);
    expect(cost({ input_tokens: MILLION, service_tier: 'batch' }, 'claude-opus-4-8')).toBeCloseTo(2.5);
    expect(cost({ input_tokens: MILLION, speed: 'fast' }, 'claude-opus-4-8')).toBeCloseTo(10);
  });

  it('bills each iteration by itself, at its own model', () => {
    const iterations = [
      { type: 'message', input_tokens: MILLION, output_tokens: 0 },
      { type: 'fallback_message', model: 'claude-haiku-4-5', input_tokens: MILLION, output_tokens: 0 },
    ];
    expect(cost({ input_tokens: 7, iterations }, 'claude-opus-4-8')).toBeCloseTo(6);
    expect(cost({ iterations: [{ model: 'nobody', input_tokens: 1 }] }, 'claude-opus-4-8')).toBe('unknown');
  });

  it('uses the price of the day', () => {
    expect(priceOf('claude-sonnet-5-5', 0, '2026-10-06')).toMatchObject({ read: 0.2 });
    expect(priceOf('claude-sonnet-5-5', 0, '2026-10-07')).toMatchObject({ read: 0.1 });
    expect(priceOf('claude-sonnet-5-5')).toMatchObject({ input: 2, write5m: 2.5, write1h: 4, output: 10 });
  });
});
