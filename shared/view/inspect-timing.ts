import type { Attempt } from '../session/state.ts';
import { attemptById, nodeById } from '../session/tree.ts';
import type { Pair, PathView } from './inspect-pairs.ts';

/** How long the three parts of one call took, in milliseconds; null when that part has not begun or is unknown. */
export interface PairTiming {
  /** The answer that holds the call: from the request's departure to the last byte. */
  written: number | null;
  run: number | null;
  /** Result in, message not appended: the time a person or a sibling held it. */
  held: number | null;
  /** It is held right now, so `held` still grows. */
  paused: boolean;
}

export interface TimingBar {
  part: 'written' | 'run' | 'held';
  /** Place on a common axis from 0 to 1. */
  from: number;
  to: number;
  ms: number | null;
}

/** Share of the axis that `held` may take: a person may think for an hour, and the rest must stay readable. */
const HELD_SHARE = 0.22;

/** Reads the timing of a pair; null when nothing of it is known (typed or imported history). */
export function timingOf(view: PathView, pair: Pair): PairTiming | null {
  const attempt = attemptOf(view, pair);
  const { call } = pair;
  if (attempt === null && call === null) return null;
  const appended = call !== null && 'resultNode' in call ? nodeById(view.state, call.resultNode) : undefined;
  const paused = call !== null && call.result !== null && appended === undefined;
  const started = call !== null && call.startedAt !== null && call.result !== null;
  const heldUntil = paused ? view.state.record.at : appended?.at;
  return {
    written: attempt === null ? null : attempt.endedAt - attempt.startedAt,
    run: started ? call.durationMs : null,
    held: call?.endedAt == null || heldUntil === undefined ? null : Math.max(0, heldUntil - call.endedAt),
    paused,
  };
}

/** The parts as bars one after the other. Pauses between them are left out: they belong to the person. */
export function timingBars(timing: PairTiming): TimingBar[] {
  const working = (timing.written ?? 0) + (timing.run ?? 0);
  const cap = working === 0 ? 1 : (working * HELD_SHARE) / (1 - HELD_SHARE);
  const held = timing.held === null ? 0 : timing.paused ? cap : Math.min(timing.held, cap);
  const total = working + held || 1;
  const bars: TimingBar[] = [];
  let at = 0;
  for (const [part, ms, width] of [
    ['written', timing.written, timing.written ?? 0],
    ['run', timing.run, timing.run ?? 0],
    ['held', timing.held, held],
  ] as const) {
    bars.push({ part, from: at / total, to: (at + width) / total, ms });
    at += width;
  }
  return bars;
}

function attemptOf(view: PathView, pair: Pair): Attempt | null {
  const node = nodeById(view.state, pair.use?.node ?? pair.call?.node);
  return attemptById(view.state, node?.request) ?? null;
}
