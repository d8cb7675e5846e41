import type { Clock } from './ports.ts';

/** setTimeout's own bound in every engine; a longer wait is made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What an engine must give: the core itself reads neither clock nor random. */
export interface Platform<Handle> {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  setTimeout(fire: () => void, ms: number): Handle;
  clearTimeout(handle: Handle): void;
}

/** The time of this machine, with timers of any length. */
export function createRealClock<Handle>(platform: Platform<Handle>): Clock {
  return {
    now: platform.now,
    timer(ms, fire) {
      let left = ms;
      let handle: Handle;
      const arm = (): void => {
        const part = Math.min(Math.max(left, 0), LONGEST_TIMER_MS);
        left -= part;
        handle = platform.setTimeout(() => (left > 0 ? arm() : fire()), part);
      };
      arm();
      return () => platform.clearTimeout(handle);
    },
    random: platform.random,
    busy: () => () => {},
  };
}
