import { cost } from '../messages/prices.ts';
import { totalInput } from '../messages/usage.ts';
import type { Attempt, SessionState } from '../session/state.ts';
import { configById } from '../session/tree.ts';
import type { CallView } from './graph-pairs.ts';

/** What a part of a run used: tokens as the API reported them, US dollars (derived from list prices), milliseconds. */
export interface Figures {
  /** Tries, lost ones included. */
  requests: number;
  toolRuns: number;
  /** All tokens read, cached or not. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** 'unknown' as soon as one answer came from a model without a known price. */
  cost: number | 'unknown';
  /** Time in which requests were under way, and in which tools ran (parallel ones once). A person's pauses count nowhere. */
  modelMs: number;
  toolMs: number;
}

export const NO_FIGURES: Figures = {
  requests: 0,
  toolRuns: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cost: 0,
  modelMs: 0,
  toolMs: 0,
};

/** Figures of some tries at requests and of the calls that their answer asked for. */
export function figuresOf(state: SessionState, tries: readonly Attempt[], calls: readonly CallView[]): Figures {
  const first: Figures = { ...NO_FIGURES, ...toolFigures(calls) };
  return tries.reduce((sum, attempt) => addFigures(sum, attemptFigures(state, attempt)), first);
}

function attemptFigures(state: SessionState, attempt: Attempt): Figures {
  const usage = attempt.message?.usage;
  const model = attempt.message?.model ?? configById(state, attempt.config).body.model;
  return {
    ...NO_FIGURES,
    requests: 1,
    input: totalInput(usage),
    output: usage?.output_tokens ?? 0,
    cacheRead: usage?.cache_read_input_tokens ?? 0,
    cacheWrite: usage?.cache_creation_input_tokens ?? 0,
    cost: usage ? cost(usage, model, isoDay(attempt.endedAt)) : 0,
    modelMs: Math.max(0, attempt.endedAt - attempt.startedAt),
  };
}

/** Calls that began, and the span from the first begin to the last end: parallel calls share their time. */
function toolFigures(calls: readonly CallView[]): Pick<Figures, 'toolRuns' | 'toolMs'> {
  let [toolRuns, from, to] = [0, Number.POSITIVE_INFINITY, 0];
  for (const call of calls) {
    const run = call.open ?? call.finished;
    if (run?.startedAt == null) continue;
    toolRuns += 1;
    from = Math.min(from, run.startedAt);
    to = Math.max(to, run.startedAt + run.durationMs);
  }
  return { toolRuns, toolMs: Math.max(0, toolRuns === 0 ? 0 : to - from) };
}

export function addFigures(left: Figures, right: Figures): Figures {
  return combine(left, right, 1);
}

/** `after` − `before`, figure by figure. */
export function minusFigures(after: Figures, before: Figures): Figures {
  return combine(after, before, -1);
}

function combine(left: Figures, right: Figures, sign: 1 | -1): Figures {
  return {
    requests: left.requests + sign * right.requests,
    toolRuns: left.toolRuns + sign * right.toolRuns,
    input: left.input + sign * right.input,
    output: left.output + sign * right.output,
    cacheRead: left.cacheRead + sign * right.cacheRead,
    cacheWrite: left.cacheWrite + sign * right.cacheWrite,
    cost: plus(left.cost, right.cost === 'unknown' ? right.cost : sign * right.cost),
    modelMs: left.modelMs + sign * right.modelMs,
    toolMs: left.toolMs + sign * right.toolMs,
  };
}

function plus(left: Figures['cost'], right: Figures['cost']): Figures['cost'] {
  return left === 'unknown' || right === 'unknown' ? 'unknown' : left + right;
}

const DAY_MS = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01, and in 400 and 100 and 4 years of the Gregorian calendar. */
const [EPOCH, ERA, CENTURY, FOUR] = [719_468, 146_097, 36_524, 1460] as const;

/**
 * `2026-11-29` for a moment in milliseconds since the epoch (UTC). The core has no clock and no Date; the year is
 * counted from March, so that the leap day is its last one.
 */
export function isoDay(ms: number): string {
  const days = Math.floor(ms / DAY_MS) + EPOCH;
  const era = Math.floor(days / ERA);
  const ofEra = days - era * ERA;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / FOUR) + Math.floor(ofEra / CENTURY) - Math.floor(ofEra / (ERA - 1))) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
