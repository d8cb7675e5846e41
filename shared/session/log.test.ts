import { describe, expect, test } from 'vitest';
import { calls, drive, text } from '../testing/stories.ts';
import { snapshot } from '../testing/snapshot.ts';
import { sessionCreate } from './create.ts';
import type { SessionEvent } from './events.ts';
import { EventLog } from './log.ts';

function finished(): EventLog {
  const driver = drive([calls('t1'), text('Done.')]);
  driver.command({ type: 'continue' });
  driver.run();
  return driver.log;
}

const create = (): SessionEvent =>
  sessionCreate(
    {
      title: 't',
      scenario: null,
      config: { body: { model: 'm', max_tokens: 1 }, endpoint: 'live', policy: 'correct' },
      messages: [{ role: 'user', content: 'Hi' }],
      origin: { kind: 'request' },
    },
    5,
  );

describe('EventLog', () => {
  test('gives the state at any place, clamped to what is there', () => {
    const log = finished();
    for (const event of log.events) expect(log.stateAt(event.seq).record.seq).toBe(event.seq);
    expect(log.stateAt(-3).record.seq).toBe(0);
    expect(log.stateAt(1e9)).toEqual(log.newest);
    expect(log.stateAt(2.9).record.seq).toBe(2);
  });

  test('an earlier state sees only what was there then', () => {
    const log = finished();
    const before = log.stateAt(1);
    const kept = snapshot(before);
    expect(before.record.lengths.nodes).toBe(1);
    log.push({ ...create(), type: 'source-set', tool: null, source: 'typed', seq: log.seq + 1 } as SessionEvent);
    expect(snapshot(log.stateAt(1))).toEqual(kept);
  });

  test('stream chunks may be left out', () => {
    const log = finished();
    const thin = EventLog.of(log.events.filter((event) => event.type !== 'response-chunk'));
    expect(thin.seq).toBe(log.seq);
    expect(snapshot(thin.newest)).toEqual(snapshot(log.newest));
    const chunk = log.events.find((event) => event.type === 'response-chunk')?.seq ?? 0;
    expect(thin.stateAt(chunk).record.branches[0]?.phase).toBe('sending');
  });

  test('keeps the frames of an open stream at its newest event only', () => {
    const driver = drive([text('A long answer in many parts, so that there is something to stream.')]);
    driver.command({ type: 'continue' });
    driver.streamPart(2);
    driver.streamPart(2);
    const frames = (seq: number) => driver.log.stateAt(seq).record.branches[0]?.attempt?.frames.length;
    expect([frames(driver.log.seq - 1), frames(driver.log.seq)]).toEqual([0, 4]);
    driver.run();
    expect(driver.log.events.map(({ seq }) => frames(seq) ?? 0)).toEqual(driver.log.events.map(() => 0));
  });

  test.each<[string, (log: EventLog) => unknown]>([
    ['an old number', (log) => ({ ...create(), type: 'source-set', tool: null, source: null, seq: log.seq })],
    ['a number far away', (log) => ({ ...create(), type: 'source-set', tool: null, source: null, seq: log.seq + 1e8 })],
    ['an unknown type', (log) => ({ ...create(), type: 'from-the-future', seq: log.seq + 1 })],
    [
      'a branch that is not there',
      (log) => ({ ...create(), type: 'config-set', branch: 'b9', config: {}, seq: log.seq + 1 }),
    ],
    ['a call that is not open', (log) => ({ ...create(), type: 'tool-call-doubt', call: 'm1.0', seq: log.seq + 1 })],
    [
      'a request that is not open',
      (log) => ({ ...create(), type: 'response-chunk', request: 'q4', frames: [], seq: log.seq + 1 }),
    ],
    [
      'an edit that puts in a message that is not there',
      (log) => ({
        ...create(),
        type: 'history-edit',
        base: null,
        why: 'edit',
        messages: [{ role: 'user', content: 'put in' }, { from: 'm99' }],
        seq: log.seq + 1,
      }),
    ],
    [
      'an undo without anything to undo',
      (log) => ({ ...create(), type: 'head-move', to: null, stop: 'request', why: 'undo', seq: log.seq + 1 }),
    ],
  ])('refuses %s and stays as it was', (_what, make) => {
    const log = finished();
    const before = snapshot(log.newest);
    const sizes = log.newest.tables.nodeIndex.size;
    expect(() => log.push(make(log) as SessionEvent)).toThrow(/event|branch/);
    expect(snapshot(log.newest)).toEqual(before);
    expect(log.newest.tables.nodeIndex.size).toBe(sizes);
    log.push({ ...create(), type: 'source-set', tool: null, source: 'typed', seq: log.seq + 1 } as SessionEvent);
    expect(log.newest.record.sources).toEqual([[null, 'typed']]);
  });
});
