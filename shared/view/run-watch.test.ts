import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../session/events.ts';
import { RunWatch, type RunStop } from './run-watch.ts';

const START: EventBody = { type: 'run-start', mode: 'live', phase: 'request' };
const GO_ON: EventBody = { type: 'continued', command: 'continue' };
const STOP: EventBody = { type: 'stopped', reason: 'breakpoint', stop: 'tools' };
const WAIT: EventBody = { type: 'tool-call-wait', call: 'm2.0', why: 'asks' };
const TYPED: EventBody = {
  type: 'tool-call-end',
  call: 'm2.0',
  result: { content: '', is_error: false },
  state: 'ok',
  source: 'typed',
  durationMs: 1,
};
const END: EventBody = { type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' };

function stops(...steps: [at: number, body: EventBody, branch?: string][]): RunStop[] {
  const watch = new RunWatch();
  return steps.flatMap(([at, body, branch = 'b1'], index) => {
    const event: SessionEvent = { v: 1, seq: index + 1, at, branch, ...body };
    return watch.read(event) ?? [];
  });
}

describe('a run that comes to rest', () => {
  it('is told with the time it had moved', () => {
    expect(stops([0, START], [7000, STOP])).toEqual([{ branch: 'b1', ms: 7000, kind: 'stopped' }]);
    expect(stops([0, START], [100, STOP], [60_000, GO_ON], [66_000, END])).toEqual([
      { branch: 'b1', ms: 100, kind: 'stopped' },
      { branch: 'b1', ms: 6000, kind: 'ended' },
    ]);
  });

  it('a wait for a person is a rest, and its time does not count', () => {
    expect(stops([0, START], [6000, WAIT], [90_000, TYPED], [90_500, END])).toEqual([
      { branch: 'b1', ms: 6000, kind: 'waiting' },
      { branch: 'b1', ms: 500, kind: 'ended' },
    ]);
  });

  it('branches are told apart, and nothing is told of what did not move', () => {
    expect(stops([0, STOP], [0, START], [10, START, 'b2'], [5000, END, 'b2'], [9000, END])).toEqual([
      { branch: 'b2', ms: 4990, kind: 'ended' },
      { branch: 'b1', ms: 9000, kind: 'ended' },
    ]);
  });
});
