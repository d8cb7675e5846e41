import { describe, expect, test } from 'vitest';
import type { PhaseName } from '../session/events.ts';
import { checkState } from '../testing/check-state.ts';
import { IN_PHASE } from '../testing/phases.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { snapshot } from '../testing/snapshot.ts';
import { callId } from '../testing/stories.ts';

/** MACHINE §1, row by row. */
const RESTS: readonly PhaseName[] = ['request', 'response', 'tools', 'results', 'ended'];
const MOVES: readonly PhaseName[] = ['sending', 'backing-off', 'running'];

const states = (driver: SessionDriver): string[] => driver.at.calls.map((call) => call.state);

describe.each(RESTS)('%s rests', (phase) => {
  test('nothing happens by itself', () => {
    const driver = IN_PHASE[phase]();
    expect(driver.at.phase).toBe(phase);
    expect(driver.pending).toEqual([]);
    expect(driver.elapse('retry') || driver.elapse('run') || driver.elapse('request') || driver.elapse('tool')).toBe(
      false,
    );
  });

  test('pause is refused', () => {
    expect(IN_PHASE[phase]().command({ type: 'pause' })).toEqual({ code: 'not-moving' });
  });

  test('after kill -9 it is the same', () => {
    const driver = IN_PHASE[phase]();
    const after = driver.crash();
    expect(snapshot(after.state)).toEqual(snapshot(driver.state));
    expect(checkState(after.state)).toEqual([]);
  });
});

describe.each(RESTS.filter((phase) => phase !== 'ended'))('terminate at %s', (phase) => {
  test('ends the run as cancelled, in that phase, and appends nothing', () => {
    const driver = IN_PHASE[phase]();
    const { head } = driver.at;
    expect(driver.command({ type: 'terminate' })).toBeNull();
    const { at } = driver;
    expect([at.phase, at.outcome, at.endedIn, at.head]).toEqual([
      'ended',
      { status: 'stopped', reason: 'cancelled' },
      phase,
      head,
    ]);
    expect(checkState(driver.state)).toEqual([]);
  });
});

test('terminate at tools leaves its calls open, at results the results', () => {
  const tools = IN_PHASE.tools();
  tools.command({ type: 'terminate' });
  expect(states(tools)).toEqual(['queued', 'queued']);
  const results = IN_PHASE.results();
  results.command({ type: 'terminate' });
  expect(states(results)).toEqual(['ok', 'ok']);
});

test('terminate at the end is refused', () => {
  expect(IN_PHASE.ended().command({ type: 'terminate' })).toEqual({ code: 'ended' });
});

describe('sending', () => {
  test('pause does not abort: it stops at response', () => {
    const driver = IN_PHASE.sending();
    driver.streamPart(2);
    expect(driver.command({ type: 'pause' })).toBeNull();
    expect(driver.at.phase).toBe('sending');
    driver.run();
    expect([driver.at.phase, driver.at.stopped?.reason]).toEqual(['response', 'pause']);
  });

  test('terminate keeps what arrived as an attempt, and the path as it was', () => {
    const driver = IN_PHASE.sending();
    driver.streamPart(4);
    const { head } = driver.at;
    driver.command({ type: 'terminate' });
    const attempt = driver.state.tables.attempts[0];
    expect([attempt?.outcome, attempt?.error?.kind, attempt?.message?.content.length]).toEqual([
      'interrupted',
      'cancelled',
      1,
    ]);
    expect([driver.at.head, driver.at.endedIn]).toEqual([head, 'sending']);
  });

  test('kill -9 marks the attempt interrupted and rests at request, the try not counted', () => {
    const driver = IN_PHASE.sending();
    driver.streamPart(4);
    const after = driver.crash();
    const attempt = after.state.tables.attempts[0];
    expect([attempt?.outcome, attempt?.error?.kind, attempt?.message?.content.length]).toEqual([
      'interrupted',
      'interrupted',
      1,
    ]);
    expect([after.at.phase, after.at.stopped?.reason, after.at.tries]).toEqual(['request', 'interrupted', 0]);
  });

  test('a fault waits for the next try, and the last one ends the run', () => {
    const driver = IN_PHASE.sending();
    const fail = (): void => {
      const request = driver.at.attempt?.id ?? '';
      const error = { kind: 'connection', type: 'connection', message: 'refused', retryable: true } as const;
      driver.fact({ type: 'fail', branch: 'b1', request, error, nextCursor: null });
    };
    for (const tries of [1, 2]) {
      fail();
      expect([driver.at.phase, driver.at.backoff?.try, driver.at.backoff?.of]).toEqual(['backing-off', tries, 2]);
      driver.elapse();
    }
    fail();
    expect([driver.at.phase, driver.at.outcome?.reason]).toEqual(['ended', 'api_error']);
    expect(driver.state.tables.attempts.map((attempt) => attempt.try)).toEqual([1, 2, 3]);
  });
});

describe('backing-off', () => {
  test('its timer sends again', () => {
    const driver = IN_PHASE['backing-off']();
    expect(driver.elapse()).toBe(true);
    expect([driver.at.phase, driver.at.attempt?.try]).toEqual(['sending', 2]);
  });

  test('a timer that comes too early or late does nothing', () => {
    const driver = IN_PHASE['backing-off']();
    const effect = driver.at.backoff?.effect ?? 0;
    expect(driver.fact({ type: 'deadline', branch: 'b1', deadline: 'retry', effect })).toEqual([]);
    driver.elapse();
    driver.now += 100_000;
    expect(driver.fact({ type: 'deadline', branch: 'b1', deadline: 'retry', effect })).toEqual([]);
  });

  test('pause cancels the wait and keeps the count of tries', () => {
    const driver = IN_PHASE['backing-off']();
    driver.command({ type: 'pause' });
    expect([driver.at.phase, driver.at.stopped?.reason, driver.at.tries]).toEqual(['request', 'pause', 1]);
    expect(driver.elapse()).toBe(false);
    driver.command({ type: 'continue' });
    expect(driver.at.attempt?.try).toBe(2);
  });

  test('terminate ends the run', () => {
    const driver = IN_PHASE['backing-off']();
    driver.command({ type: 'terminate' });
    expect([driver.at.phase, driver.at.endedIn, driver.elapse()]).toEqual(['ended', 'backing-off', false]);
  });

  test('kill -9 rests at request', () => {
    const after = IN_PHASE['backing-off']().crash();
    expect([after.at.phase, after.at.stopped?.reason, after.at.tries]).toEqual(['request', 'interrupted', 1]);
  });
});

describe('running', () => {
  test('the last result leads on', () => {
    const driver = IN_PHASE.running();
    driver.answerOne();
    expect(driver.at.phase).toBe('sending');
  });

  test('pause lets running calls finish and stops at results', () => {
    const driver = IN_PHASE.running();
    driver.command({ type: 'pause' });
    driver.run();
    expect([driver.at.phase, driver.at.stopped?.reason]).toEqual(['results', 'pause']);
  });

  test('terminate cancels what runs; a later result is kept aside', () => {
    const driver = IN_PHASE.running();
    driver.command({ type: 'terminate' });
    expect(states(driver)).toEqual(['ok', 'cut']);
    const before = driver.at;
    driver.run();
    expect(driver.at).toEqual(before);
    expect(driver.state.tables.late.map((fact) => fact.result?.content)).toEqual(['pay says ok']);
  });

  test('kill -9 keeps finished results and doubts what began', () => {
    const after = IN_PHASE.running().crash();
    expect([after.at.phase, after.at.stopped?.reason]).toEqual(['tools', 'interrupted']);
    expect(states(after)).toEqual(['ok', 'in-doubt']);
    expect(after.command({ type: 'continue' })).toEqual({ code: 'waiting-for-result', detail: 'pay' });
  });

  test('a decision made before a kill does not let the call run again', () => {
    const driver = IN_PHASE.tools();
    driver.command({ type: 'set-source', tool: null, source: 'live' });
    driver.command({ type: 'continue' });
    driver.command({ type: 'set-call', call: callId(driver, 't2'), decision: 'allow' });
    const after = driver.crash();
    expect(states(after)).toEqual(['queued', 'in-doubt']);
    expect(after.command({ type: 'continue' })?.code).toBe('waiting-for-result');
  });

  test('a call that waits for a person waits again after a kill', () => {
    const driver = IN_PHASE.tools();
    driver.command({ type: 'set-source', tool: null, source: 'typed' });
    driver.command({ type: 'continue' });
    expect(states(driver)).toEqual(['waiting', 'waiting']);
    const after = driver.crash();
    expect(states(after)).toEqual(['queued', 'queued']);
    after.command({ type: 'continue' });
    expect(states(after)).toEqual(['waiting', 'waiting']);
  });
});

test('the hours between a kill and the next start are no time of the run', () => {
  for (const phase of MOVES) {
    const driver = IN_PHASE[phase]();
    driver.now += 86_400_000;
    const after = driver.crash();
    expect([phase, after.at.counters.elapsedMs < 1000]).toEqual([phase, true]);
  }
});

test('a kill in two branches at once leaves both at rest', () => {
  const driver = IN_PHASE.running();
  driver.command({ type: 'fork', head: 'm1.0', stop: 'request' });
  driver.branch = driver.state.record.branches[1]?.id ?? '';
  driver.command({ type: 'continue' });
  const after = driver.crash();
  expect(after.state.record.branches.map((branch) => branch.phase)).toEqual(['tools', 'request']);
  expect(after.state.record.branches.every((branch) => branch.counters.elapsedMs < 1000)).toBe(true);
});
