import type { Clock } from '../../shared/runner/ports.ts';

/** setTimeout's own bound; a longer wait is made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  timer(ms, fire) {
    let left = ms;
    let handle: NodeJS.Timeout;
    const arm = () => {
      const part = Math.min(Math.max(left, 0), LONGEST_TIMER_MS);
      left -= part;
      handle = setTimeout(() => (left > 0 ? arm() : fire()), part);
    };
    arm();
    return () => clearTimeout(handle);
  },
  random: () => Math.random(),
  busy: () => () => {},
};
