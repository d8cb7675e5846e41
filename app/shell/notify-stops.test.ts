// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogBuilder } from '../../shared/view/testing/build-log.ts';
import { emptySession, useSession } from '../store/session-store.ts';
import { pushEvents, resetSession } from '../store/session-actions.ts';
import { notifyStops } from './notify-stops.ts';

const told: string[] = [];
let stop = (): void => {};

beforeEach(() => {
  told.length = 0;
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      constructor(title: string) {
        super();
        told.push(title);
      }
    },
  );
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState(emptySession());
});

/** A run that goes on for `ms` from the moment the page watches, and then stops at a breakpoint. */
function runFor(ms: number, visibility: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  const builder = new LogBuilder([{ role: 'user', content: 'Hello' }]);
  // As the page reads it: without the raw stream text, so that places in the list are no seqs.
  const start = builder.add({
    type: 'request-start',
    config: 'c1',
    messages: ['m1.0'],
    bodyHash: '0',
    try: 1,
    turn: 1,
    scriptCursor: 0,
  });
  const request = `q${start.seq}`;
  builder.add({ type: 'response-head', request, status: 200, requestId: null });
  const { seq } = builder.add({ type: 'response-chunk', request, frames: [[1, 'x']] });
  resetSession('session-1');
  pushEvents(builder.log.events.filter((event) => event.seq !== seq));
  stop = notifyStops();
  const error = { kind: 'interrupted', type: 'interrupted', message: 'Cut', retryable: false } as const;
  const cut = builder.add({ type: 'request-error', request, error, outcome: 'interrupted', scriptCursor: 0 }, ms);
  pushEvents([cut, builder.add({ type: 'stopped', reason: 'interrupted', stop: 'request' })]);
}

it('tells of a long run that stops while the page is hidden', () => {
  runFor(6000, 'hidden');
  expect(told).toEqual(['Interrupted at request · turn 1']);
});

it('tells nothing of a short run, and nothing while the page is seen', () => {
  runFor(4000, 'hidden');
  stop();
  runFor(60_000, 'visible');
  expect(told).toEqual([]);
});
