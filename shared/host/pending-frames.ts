import type { LiveFrames } from '../api/contract.ts';
import type { RawFrame, RequestId, SessionEvent } from '../session/events.ts';

interface Held {
  request: RequestId;
  frames: RawFrame[];
  /** Number of the first frame, counted over the whole life of the session. */
  first: number;
}

/**
 * Frames that the page has seen or shall see at once, until the log holds them as numbered events. A reader keeps
 * its own place, so one slow tab costs no memory: what the log took over meanwhile it gets from there.
 */
export class PendingFrames {
  #held: Held[] = [];
  #next = 0;

  /** The number the next frame will get. */
  get end(): number {
    return this.#next;
  }

  add(request: RequestId, frames: readonly RawFrame[]): void {
    this.#held.push({ request, frames: [...frames], first: this.#next });
    this.#next += frames.length;
  }

  /** Frames from number `from` on that are not in the log yet, in order. */
  from(from: number): LiveFrames[] {
    return this.#held
      .filter(({ first, frames }) => first + frames.length > from)
      .map(({ request, first, frames }) => ({ request, frames: frames.slice(Math.max(0, from - first)) }));
  }

  /** Forgets what these events hold or end. */
  settle(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.type === 'response-chunk') this.#drop(event.request, event.frames.length);
      if (event.type === 'response-end' || event.type === 'request-error') this.#drop(event.request, Infinity);
    }
  }

  #drop(request: RequestId, count: number): void {
    let left = count;
    for (const held of this.#held) {
      if (held.request !== request || left <= 0) continue;
      const dropped = Math.min(left, held.frames.length);
      held.frames.splice(0, dropped);
      held.first += dropped;
      left -= dropped;
    }
    this.#held = this.#held.filter(({ frames }) => frames.length > 0);
  }
}
