// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../../shared/session/events.ts';
import { refundAtResults } from '../../shared/view/testing/build-log.ts';
import { followSession, HIDDEN_AFTER_MS } from './session-stream.ts';

/** Stands in for the browser's EventSource: the test speaks for the server. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  closed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }

  close(): void {
    this.closed = true;
  }

  say(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const { events } = refundAtResults().builder.log;
let held: SessionEvent[] = [];
let batches = 0;
let states: string[] = [];
let stop = (): void => undefined;

const newest = (): FakeSource => FakeSource.opened.at(-1) ?? new FakeSource('none');

function show(visibility: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  FakeSource.opened = [];
  [held, batches, states] = [[], 0, []];
  stop = followSession('s 1', {
    newestSeq: () => held.at(-1)?.seq ?? 0,
    moving: () => false,
    onEvents: (fresh) => {
      batches += 1;
      held.push(...fresh);
    },
    onLive: () => states.push('live'),
    onOpen: () => states.push('open'),
    onLost: () => states.push('lost'),
  });
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('following a session', () => {
  it('asks for what the page does not hold and hands over a burst as one batch', () => {
    expect(newest().url).toBe('/api/sessions/s%201/stream?from=1');
    for (const event of events) newest().say('event', event);
    newest().say('caught-up', { seq: events.length });
    expect(held).toEqual(events);
    expect(batches).toBe(1);
    expect(states).toEqual(['open']);
  });

  it('comes back after a break, behind what it holds', () => {
    newest().say('event', events[0]);
    newest().dispatchEvent(new Event('error'));
    expect(states).toEqual(['lost']);
    expect(newest().closed).toBe(true);
    vi.advanceTimersByTime(300);
    expect(newest().url).toBe('/api/sessions/s%201/stream?from=2');
  });

  it('waits longer after each failure in a row', () => {
    for (const wait of [300, 1000, 2000, 4000, 4000]) {
      newest().dispatchEvent(new Event('error'));
      const before = FakeSource.opened.length;
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSource.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSource.opened).toHaveLength(before + 1);
    }
  });

  it('gives its connection back while the tab is hidden, and resumes', () => {
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_AFTER_MS - 1);
    expect(newest().closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(newest().closed).toBe(true);
    show('visible');
    expect(FakeSource.opened).toHaveLength(2);
    expect(newest().closed).toBe(false);
  });

  it('keeps its connection through a short glance elsewhere', () => {
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_AFTER_MS / 2);
    show('visible');
    vi.advanceTimersByTime(HIDDEN_AFTER_MS * 2);
    expect(FakeSource.opened).toHaveLength(1);
  });

  it('is silent once it was told to stop', () => {
    stop();
    vi.advanceTimersByTime(60_000);
    show('visible');
    expect(FakeSource.opened).toHaveLength(1);
    expect(newest().closed).toBe(true);
  });
});
