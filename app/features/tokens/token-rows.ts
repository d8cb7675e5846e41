import { cost } from '../../../shared/messages/prices.ts';
import { totalInput } from '../../../shared/messages/usage.ts';
import type { Attempt, Branch, SessionState } from '../../../shared/session/state.ts';
import { configById, path } from '../../../shared/session/tree.ts';

/** What one answered request used, as the API reported it; `cost` in US dollars is derived. */
export interface TokenRow {
  request: string;
  turn: number;
  model: string;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cost: number | 'unknown';
  /** Input of this and all requests before it. */
  sum: number;
}

/** Every request with usage that led to where a branch stands, retries and lost answers included. */
export function tokenRows(state: SessionState, branch: Branch): TokenRow[] {
  let sum = 0;
  return attemptsOf(state, branch).map((attempt) => {
    const usage = attempt.message?.usage ?? {};
    const model = attempt.message?.model ?? configById(state, attempt.config).body.model;
    const input = totalInput(usage);
    sum += input;
    return {
      request: attempt.id,
      turn: attempt.turn,
      model,
      input,
      output: usage.output_tokens ?? 0,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      cacheWrite: usage.cache_creation_input_tokens ?? 0,
      cost: cost(usage, model, dayOf(attempt.endedAt)),
      sum,
    };
  });
}

/** Attempts of the branch itself, and of the branches it came from as far as their messages are on its path. */
function attemptsOf(state: SessionState, branch: Branch): Attempt[] {
  const nodes = path(state, branch.head);
  const accepted = new Set(nodes.flatMap((node) => node.request ?? []));
  const passed = new Set(nodes.map((node) => node.parent));
  const { attempts } = state.tables;
  return attempts.slice(0, state.record.lengths.attempts).filter((attempt) => {
    // What was made up was never sent and cost nothing.
    if (!attempt.message || attempt.madeUp) return false;
    if (attempt.branch === branch.id || accepted.has(attempt.id)) return true;
    return attempt.outcome !== 'complete' && passed.has(attempt.head);
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export interface ModelTotal {
  model: string;
  requests: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cost: number | 'unknown';
}

/** Sums by model, in order of first use. A cost is unknown as soon as one of its requests has no price. */
export function totalsByModel(rows: readonly TokenRow[]): ModelTotal[] {
  const totals = new Map<string, ModelTotal>();
  for (const row of rows) {
    const before = totals.get(row.model) ?? emptyTotal(row.model);
    totals.set(row.model, {
      model: row.model,
      requests: before.requests + 1,
      input: before.input + row.input,
      output: before.output + row.output,
      cacheRead: before.cacheRead + row.cacheRead,
      cacheWrite: before.cacheWrite + row.cacheWrite,
      cost: before.cost === 'unknown' || row.cost === 'unknown' ? 'unknown' : before.cost + row.cost,
    });
  }
  return [...totals.values()];
}

function emptyTotal(model: string): ModelTotal {
  return { model, requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };
}
