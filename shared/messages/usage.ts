import type { Usage } from './types.ts';

/** The four counters every answer reports, all in tokens and never null. Assignable to `Usage`. */
export interface TokenTotals {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  [key: string]: unknown;
}

/** Start value of a sum. */
export const ZERO_USAGE: Readonly<TokenTotals> = Object.freeze({
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

/** Not reported, null, negative and not-a-number all count as 0, so that one odd answer cannot spoil a sum. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/**
 * Everything the model read for one answer, in tokens: `input_tokens` is only what stood behind the last cache
 * mark, so the cached parts are added (SDK doc comment on `Usage`).
 */
export function totalInput(usage: Usage | null | undefined): number {
  if (!usage) return 0;
  return count(usage.input_tokens) + count(usage.cache_read_input_tokens) + count(usage.cache_creation_input_tokens);
}

/** Tokens that count against a token budget: all input, cached or not, and all output (thinking included). */
export function countedTokens(usage: Usage | null | undefined): number {
  return usage ? totalInput(usage) + count(usage.output_tokens) : 0;
}

/**
 * Sum of two reports, counter by counter, as a new object. Only for reports of different answers: within one
 * stream the counters are running totals and `accumulate` replaces them.
 */
export function addUsage(left: Usage | null | undefined, right: Usage | null | undefined): TokenTotals {
  return {
    input_tokens: count(left?.input_tokens) + count(right?.input_tokens),
    output_tokens: count(left?.output_tokens) + count(right?.output_tokens),
    cache_creation_input_tokens: count(left?.cache_creation_input_tokens) + count(right?.cache_creation_input_tokens),
    cache_read_input_tokens: count(left?.cache_read_input_tokens) + count(right?.cache_read_input_tokens),
  };
}
