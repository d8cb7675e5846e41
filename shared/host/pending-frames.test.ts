import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawFrame, SessionEvent } from '../session/events.ts';
import { PendingFrames } from './pending-frames.ts';

const chunk = (request: string, frames: RawFrame[]) =>
  ({ type: 'response-chunk', request, frames }) as unknown as SessionEvent;
const frame = (text: string): RawFrame => [0, text];

it('gives a new reader what the log does not hold yet, and an old one only what is new', () => {
  const pending = new PendingFrames();
  pending.add('q1', [frame('a'), frame('b')]);
  const place = pending.end;
  pending.add('q1', [frame('c')]);
  expect(pending.from(0)).toEqual([
    { request: 'q1', frames: [frame('a'), frame('b')] },
    { request: 'q1', frames: [frame('c')] },
  ]);
  expect(pending.from(place)).toEqual([{ request: 'q1', frames: [frame('c')] }]);
  pending.settle([chunk('q1', [frame('a')])]);
  expect(pending.from(0)).toEqual([
    { request: 'q1', frames: [frame('b')] },
    { request: 'q1', frames: [frame('c')] },
  ]);
  expect(pending.from(pending.end)).toEqual([]);
});

it('forgets a request that ended, and no other', () => {
  const pending = new PendingFrames();
  pending.add('q1', [frame('a')]);
  pending.add('q2', [frame('b')]);
  pending.settle([{ type: 'request-error', request: 'q1' } as unknown as SessionEvent]);
  expect(pending.from(0)).toEqual([{ request: 'q2', frames: [frame('b')] }]);
});

it('log and live frames together are the whole stream, for a reader of any speed', () => {
  const step = fc.oneof(fc.constant('add' as const), fc.constant('store' as const), fc.constant('read' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const pending = new PendingFrames();
      const [sent, stored]: [string[], string[]] = [[], []];
      let [place, seen]: [number, Map<string, number>] = [0, new Map()];
      for (const each of steps) {
        if (each === 'add') {
          sent.push(`f${sent.length}`);
          pending.add('q1', [frame(sent.at(-1) ?? '')]);
        } else if (each === 'store') {
          const next = sent.slice(stored.length, stored.length + 2);
          stored.push(...next);
          pending.settle([chunk('q1', next.map(frame))]);
        } else {
          for (const text of pending.from(place).flatMap(({ frames }) => frames.map(([, data]) => String(data)))) {
            seen.set(text, (seen.get(text) ?? 0) + 1);
          }
          place = pending.end;
        }
      }
      const rest = pending.from(0).flatMap(({ frames }) => frames.map(([, data]) => data));
      expect([...stored, ...rest]).toEqual(sent);
      expect([...seen.values()].every((times) => times === 1)).toBe(true);
    }),
  );
});
