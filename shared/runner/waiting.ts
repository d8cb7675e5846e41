import type { Clock } from './ports.ts';

/** A simulated clock must be told when work under way only waits; a real one has no need to. */
export type WaitClock = Pick<Clock, 'now' | 'timer'> & { waiting?: () => () => void };

/** Resolves after `ms`, or rejects as soon as the signal aborts. */
export function pause(clock: WaitClock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(new Stopped());
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const resume = clock.waiting?.();
    const end = (settle: () => void) => {
      cancel();
      signal.removeEventListener('abort', stop);
      resume?.();
      settle();
    };
    const stop = () => end(() => reject(new Stopped()));
    const cancel = clock.timer(ms, () => end(resolve));
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Never resolves; rejects when the signal aborts. */
export function hang(clock: WaitClock, signal: AbortSignal): Promise<never> {
  const resume = clock.waiting?.();
  return new Promise((_resolve, reject) => {
    const stop = () => {
      resume?.();
      reject(new Stopped());
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Whoever waited for it is gone. */
export class Stopped extends Error {
  constructor() {
    super('The wait was called off.');
    this.name = 'Stopped';
  }
}
