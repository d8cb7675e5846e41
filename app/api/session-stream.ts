import type { LiveFrames } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { getEvents, streamUrl } from './client.ts';
import { holder } from './transport.ts';
import { hasSlots, takeSlot, type Release } from './stream-slot.ts';

/** A hidden tab gives its connection back after this time: a browser holds only six per host on HTTP/1.1. */
export const HIDDEN_AFTER_MS = 5000;
const RETRY_MS = [300, 1000, 2000, 4000];
/** How often a tab without a stream asks for news. */
const POLL_MS = 1000;

export interface StreamListener {
  onEvents(events: SessionEvent[]): void;
  onLive(frames: LiveFrames): void;
  /** `caught-up` was read: everything stored is in. */
  onOpen(): void;
  onLost(): void;
  /** seq of the newest event the page holds: the stream goes on behind it. */
  newestSeq(): number;
  /** Something runs by itself: a hidden tab then asks for news now and then, for its title, icon and notifications. */
  moving(): boolean;
}

/**
 * Follows one session's events until the returned function is called. Reconnects by itself, with the seq the
 * page holds; events of one animation frame are handed over as one batch; closes while the tab is hidden.
 */
export function followSession(id: string, listener: StreamListener): () => void {
  if (holder() === 'page') return followInPage(id, listener);
  const follower = new Follower(id, listener);
  follower.open();
  return () => follower.close();
}

/** The same from the worker that holds the sessions of a page without a server. */
function followInPage(id: string, listener: StreamListener): () => void {
  let leave: (() => void) | null = null;
  let left = false;
  const begin = async (): Promise<void> => {
    const { followInPageHost } = await import('./page-host.ts');
    if (left) return;
    leave = followInPageHost(id, listener.newestSeq() + 1, (message) => {
      if (message.kind === 'events') listener.onEvents(message.events);
      if (message.kind === 'live') listener.onLive(message.frames);
      if (message.kind === 'caught-up') listener.onOpen();
      if (message.kind !== 'lost' || left) return;
      leave?.();
      listener.onLost();
      setTimeout(() => void begin(), POLL_MS);
    });
  };
  void begin();
  return () => {
    left = true;
    leave?.();
  };
}

class Follower {
  readonly #id: string;
  readonly #listener: StreamListener;
  #source: EventSource | null = null;
  #slot: Release | null = null;
  #opening = false;
  /** Hidden for so long that the connection was given back. */
  #resting = false;
  #closed = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #hide: ReturnType<typeof setTimeout> | undefined;
  #batch: SessionEvent[] = [];
  #flush: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, listener: StreamListener) {
    this.#id = id;
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  open(): void {
    clearTimeout(this.#retry);
    if (this.#closed || this.#source || this.#opening) return;
    if (!hasSlots()) return this.#stream(() => {});
    this.#opening = true;
    void this.#begin();
  }

  /** Streams when this browser has a connection to spare, else asks once and comes back. */
  async #begin(): Promise<void> {
    const slot = await takeSlot();
    this.#opening = false;
    if (this.#closed || this.#resting) slot?.();
    else if (slot) this.#stream(slot);
    else await this.#poll();
  }

  async #poll(): Promise<void> {
    try {
      const events = await getEvents(this.#id, { from: this.#listener.newestSeq() + 1 });
      if (this.#closed) return;
      if (events.length > 0) this.#listener.onEvents(events);
      this.#caughtUp();
      this.#retry = setTimeout(() => this.open(), POLL_MS);
    } catch {
      this.#fail();
    }
  }

  #stream(slot: Release): void {
    this.#slot = slot;
    const source = new EventSource(streamUrl(this.#id, this.#listener.newestSeq() + 1));
    this.#source = source;
    source.addEventListener('event', (message) => this.#take(JSON.parse(message.data) as SessionEvent));
    source.addEventListener('live', (message) => this.#listener.onLive(JSON.parse(message.data) as LiveFrames));
    source.addEventListener('caught-up', () => this.#caughtUp());
    source.addEventListener('error', () => this.#fail());
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    clearTimeout(this.#retry);
    clearTimeout(this.#hide);
    document.removeEventListener('visibilitychange', this.#onVisibility);
  }

  #stop(): void {
    this.#source?.close();
    this.#source = null;
    this.#slot?.();
    this.#slot = null;
    this.#handOver();
  }

  /** Gives the connection back, and with it the next try of a broken one. */
  #rest(): void {
    this.#resting = true;
    clearTimeout(this.#retry);
    this.#stop();
    this.#askWhileHidden();
  }

  /** Holds no connection between two questions. Browsers stretch the time between them in a hidden tab. */
  #askWhileHidden(): void {
    if (!this.#resting || this.#closed || !this.#listener.moving()) return;
    this.#retry = setTimeout(() => void this.#askOnce(), POLL_MS);
  }

  async #askOnce(): Promise<void> {
    const events = await getEvents(this.#id, { from: this.#listener.newestSeq() + 1 }).catch(() => []);
    if (this.#closed) return;
    if (events.length > 0) this.#listener.onEvents(events);
    this.#askWhileHidden();
  }

  #caughtUp(): void {
    this.#failures = 0;
    this.#handOver();
    this.#listener.onOpen();
  }

  /** The browser's own retry would repeat the address with an old `from`; ours asks for what is missing. */
  #fail(): void {
    this.#stop();
    if (this.#closed) return;
    this.#listener.onLost();
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)];
    this.#failures += 1;
    this.#retry = setTimeout(() => this.open(), wait);
  }

  #take(event: SessionEvent): void {
    this.#batch.push(event);
    this.#flush ??= setTimeout(() => this.#handOver(), 16);
  }

  #handOver(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#listener.onEvents(batch);
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hide);
    if (document.visibilityState === 'visible') {
      this.#resting = false;
      this.open();
    } else this.#hide = setTimeout(() => this.#rest(), HIDDEN_AFTER_MS);
  };
}
