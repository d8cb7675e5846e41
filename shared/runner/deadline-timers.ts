import type { Deadline } from '../loop/inputs.ts';
import type { Clock } from './ports.ts';

/** Longest wait a timer of any platform holds, in milliseconds; a later deadline is set again when it fires. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One timer for each deadline that the state has, kept in step with it. */
export class DeadlineTimers {
  readonly #clock: Clock;
  readonly #fire: (deadline: Deadline) => void;
  readonly #cancels = new Map<string, () => void>();

  /** `fire` is called at the deadline or, for one too far away for a timer, before it: whoever listens checks. */
  constructor(clock: Clock, fire: (deadline: Deadline) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** Sets what is new, cancels what is no longer wanted, leaves the rest alone. */
  set(wanted: readonly Deadline[]): void {
    const keys = new Set(wanted.map(keyOf));
    for (const [key, cancel] of this.#cancels) {
      if (keys.has(key)) continue;
      cancel();
      this.#cancels.delete(key);
    }
    for (const deadline of wanted) {
      const key = keyOf(deadline);
      if (this.#cancels.has(key)) continue;
      const ms = Math.min(Math.max(0, deadline.at - this.#clock.now()), LONGEST_TIMER);
      const fire = (): void => {
        this.#cancels.delete(key);
        this.#fire(deadline);
      };
      this.#cancels.set(key, this.#clock.timer(ms, fire));
    }
  }

  /** Cancels all. */
  clear(): void {
    this.set([]);
  }
}

function keyOf({ kind, branch, effect, at }: Deadline): string {
  return `${kind} ${branch} ${effect} ${at}`;
}
