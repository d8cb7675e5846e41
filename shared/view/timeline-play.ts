import type { Trace } from './timeline.ts';

/** A pause in the recording is played at most this long, in ms at speed 1: nobody watches a person think. */
export const LONGEST_GAP_MS = 2000;
/** And each event stays at least this long, so that records without times can be watched as well. */
export const SHORTEST_GAP_MS = 40;

/** When each place of a trace comes while it is played, in ms at speed 1 from its first place. Grows with the trace. */
export class PlayClock {
  readonly #times: number[] = [];

  /** When the place at `index` comes; the last known one beyond the end. */
  timeOf(trace: Trace, index: number): number {
    this.#grow(trace);
    return this.#times[Math.max(0, Math.min(index, this.#times.length - 1))] ?? 0;
  }

  /** Index of the place that is shown at `time`: the last one that has come. O(log n). */
  indexAt(trace: Trace, time: number): number {
    this.#grow(trace);
    let low = 0;
    let high = this.#times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#times[middle] ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow({ marks }: Trace): void {
    for (let at = this.#times.length; at < marks.length; at++) {
      const gap = (marks[at]?.at ?? 0) - (marks[at - 1]?.at ?? 0);
      const shown = at === 0 ? 0 : Math.min(LONGEST_GAP_MS, Math.max(SHORTEST_GAP_MS, gap));
      this.#times.push((this.#times[at - 1] ?? 0) + shown);
    }
  }
}
