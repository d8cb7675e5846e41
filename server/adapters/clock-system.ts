import { createRealClock } from '../../shared/runner/clock-real.ts';

/** The time of this machine. */
export const systemClock = createRealClock<NodeJS.Timeout>({
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout: (fire, ms) => setTimeout(fire, ms),
  clearTimeout: (handle) => clearTimeout(handle),
});
