import type { Clock } from '../../shared/runner/ports.ts';

interface Deadline {
  at: number;
  order: number;
  fire: () => void;
}

/**
 * Time that jumps instead of passing. While anything is busy it stands still; once everything waits it moves to
 * the nearest deadline and fires it.
 *
 * Whoever does real work between two deadlines brackets it with `busy()`. A part that waits inside such a
 * bracket (the scripted API, whose caller is busy until the answer is whole) brackets the wait with `waiting()`.
 */
export interface SimulatedClock extends Clock {
  /** The opposite of `busy`: takes one bracket back until the returned function is called. */
  waiting(): () => void;
  /** Milliseconds jumped so far, same as `now()`. */
  now(): number;
}

/**
 * @param start first reading in milliseconds
 * @param random jitter source; the default makes runs repeatable
 */
export function createSimulatedClock(start = 0, random: () => number = () => 0): SimulatedClock {
  let now = start;
  let order = 0;
  let busy = 0;
  let scheduled = false;
  const deadlines = new Set<Deadline>();

  const schedule = () => {
    if (scheduled || busy > 0 || deadlines.size === 0) return;
    scheduled = true;
    // A full turn of the event loop: promises that are already settled go on first and may become busy again.
    setImmediate(jump);
  };
  const jump = () => {
    scheduled = false;
    const next = busy > 0 ? undefined : nearest(deadlines);
    if (next === undefined) return;
    deadlines.delete(next);
    now = Math.max(now, next.at);
    next.fire();
    schedule();
  };
  const shift = (by: 1 | -1) => {
    busy += by;
    schedule();
    let done = false;
    return () => {
      if (done) return;
      done = true;
      busy -= by;
      schedule();
    };
  };
  return {
    now: () => now,
    timer(ms, fire) {
      const deadline = { at: now + Math.max(ms, 0), order: order++, fire };
      deadlines.add(deadline);
      schedule();
      return () => deadlines.delete(deadline);
    },
    random,
    busy: () => shift(1),
    waiting: () => shift(-1),
  };
}

/** Earliest, and of equals the one set first. */
function nearest(deadlines: ReadonlySet<Deadline>): Deadline | undefined {
  let best: Deadline | undefined;
  for (const deadline of deadlines) {
    if (best === undefined || deadline.at < best.at || (deadline.at === best.at && deadline.order < best.order))
      best = deadline;
  }
  return best;
}
