import { bareModelId, isSameModel } from './profiles.ts';
import type { Usage } from './types.ts';

/** The day the table was last compared with the public price lists. */
export const PRICES_AS_OF = '2026-11-29';

/** US dollars per million tokens. `read` = cache hit, `write5m`, `write1h` = cache write by time to live. */
export interface Price {
  input: number;
  output: number;
  read: number;
  write5m: number;
  write1h: number;
}

interface PriceRow {
  models: readonly string[];
  price: Price;
  /** Another price once the whole prompt (cached or not) is longer than so many tokens. */
  above?: { tokens: number; price: Price };
  /** What was valid before a day (ISO date). */
  before?: { date: string; price: Price };
  /** With `speed: "fast"`. */
  fast?: Price;
}

/** Writes cost 1.25 × (5 minutes) and 2 × (1 hour) the input price unless a source says otherwise. */
function price(input: number, output: number, read = input / 10): Price {
  return { input, output, read, write5m: input * 1.25, write1h: input * 2 };
}

const SONNET_5_5 = price(2, 10, 0.1);

/** A model that is not here has no known price: its cost is unknown, never zero. */
const ROWS: readonly PriceRow[] = [
  { models: ['claude-fable-5-1', 'claude-mythos-5-1'], price: price(10, 50, 0.25) },
  { models: ['claude-fable-5', 'claude-mythos-5'], price: price(10, 50) },
  { models: ['claude-opus-5-5'], price: price(4, 20, 0.2) },
  { models: ['claude-opus-5', 'claude-opus-4-8'], price: price(5, 25), fast: price(10, 50) },
  { models: ['claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'], price: price(5, 25) },
  { models: ['claude-opus-4-1', 'claude-opus-4', 'claude-opus-4-0', 'claude-3-opus'], price: price(15, 75) },
  {
    models: ['claude-sonnet-5-5'],
    price: SONNET_5_5,
    before: { date: '2026-10-07', price: { ...SONNET_5_5, read: 0.2 } },
  },
  { models: ['claude-sonnet-5'], price: price(2, 10) },
  {
    models: [
      'claude-sonnet-4-6',
      'claude-sonnet-4-5',
      'claude-sonnet-4',
      'claude-sonnet-4-0',
      'claude-3-7-sonnet',
      'claude-3-5-sonnet',
    ],
    price: price(3, 15),
  },
  {
    models: ['claude-haiku-5-5'],
    price: price(0.1, 0.5),
    above: { tokens: 100_000, price: price(0.5, 2.5) },
  },
  { models: ['claude-haiku-4-5'], price: price(1, 5) },
  { models: ['claude-3-5-haiku'], price: price(0.8, 4) },
];

const WEB_SEARCH_DOLLARS = 0.01;
const US_ONLY_FACTOR = 1.1;
const BATCH_FACTOR = 0.5;
const MILLION = 1_000_000;

/** Row of a model; `undefined` where no price is known. */
function rowOf(model: string): PriceRow | undefined {
  const id = bareModelId(model);
  return ROWS.find((row) => row.models.includes(id));
}

/**
 * The price that holds for a prompt of this length (tokens, cached ones included), or `'unknown'`. `on` is the ISO
 * date of the answer; without it today's price holds.
 */
export function priceOf(model: string, promptTokens = 0, on?: string): Price | 'unknown' {
  const row = rowOf(model);
  if (!row) return 'unknown';
  if (row.before && on !== undefined && on < row.before.date) return row.before.price;
  return row.above && promptTokens > row.above.tokens ? row.above.price : row.price;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

function member(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
}

/**
 * What one answer cost, in US dollars; `'unknown'` where the model has no known price. Where `iterations` tells how
 * an answer came about (fallbacks, compaction, advisors), each is billed by itself at its own model's price.
 * @param on ISO date of the answer, for prices that have changed since
 */
export function cost(usage: Usage | null | undefined, model: string, on?: string): number | 'unknown' {
  if (!usage) return rowOf(model) ? 0 : 'unknown';
  const iterations = usage['iterations'];
  const parts = Array.isArray(iterations) && iterations.length > 0 ? iterations : [usage];
  let total = 0;
  for (const part of parts) {
    const billed = member(part, 'model');
    const tokens = tokenCost(part, typeof billed === 'string' ? billed : model, usage, on);
    if (tokens === 'unknown') return 'unknown';
    total += tokens;
  }
  const factor =
    (usage['inference_geo'] === 'us' ? US_ONLY_FACTOR : 1) * (usage['service_tier'] === 'batch' ? BATCH_FACTOR : 1);
  return total * factor + count(member(usage['server_tool_use'], 'web_search_requests')) * WEB_SEARCH_DOLLARS;
}

function tokenCost(part: unknown, model: string, usage: Usage, on: string | undefined): number | 'unknown' {
  const input = count(member(part, 'input_tokens'));
  const read = count(member(part, 'cache_read_input_tokens'));
  const written = count(member(part, 'cache_creation_input_tokens'));
  const normal = priceOf(model, input + read + written, on);
  if (normal === 'unknown') return 'unknown';
  const rate = usage['speed'] === 'fast' ? (rowOf(model)?.fast ?? normal) : normal;
  const hourly = Math.min(written, count(member(member(part, 'cache_creation'), 'ephemeral_1h_input_tokens')));
  const dollars =
    input * rate.input +
    read * rate.read +
    (written - hourly) * rate.write5m +
    hourly * rate.write1h +
    count(member(part, 'output_tokens')) * rate.output;
  return dollars / MILLION;
}

/** A price is known for this model. */
export function hasPrice(model: string): boolean {
  return ROWS.some((row) => row.models.some((id) => isSameModel(id, model)));
}
