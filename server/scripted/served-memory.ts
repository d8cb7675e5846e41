import type { ServedSteps } from '../../shared/scripted/position.ts';

const IDLE_MS = 10 * 60 * 1000;
const MOST_CONVERSATIONS = 10_000;

/**
 * Which faults a client without a cursor was already served, by address and first user message. A conversation is
 * forgotten after ten idle minutes, and the longest idle one when there are too many.
 */
export class ServedMemory {
  readonly #conversations = new Map<string, { served: ServedSteps; usedAt: number }>();

  /** @param now milliseconds */
  get(key: string, now: number): ServedSteps {
    const found = this.#conversations.get(key);
    return found === undefined || now - found.usedAt > IDLE_MS ? [] : found.served;
  }

  set(key: string, served: ServedSteps, now: number): void {
    // A Map keeps the order of insertion: set again = newest.
    this.#conversations.delete(key);
    if (served.length > 0) this.#conversations.set(key, { served, usedAt: now });
    for (const [oldest, { usedAt }] of this.#conversations) {
      if (now - usedAt <= IDLE_MS && this.#conversations.size <= MOST_CONVERSATIONS) break;
      this.#conversations.delete(oldest);
    }
  }
}
