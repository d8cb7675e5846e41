import { describe, expect, test } from 'vitest';
import type { Command } from '../debugger/command-types.ts';
import { EventLog } from '../session/log.ts';
import { Bench, bytes, storingSlowly } from '../testing/bench.ts';
import { snapshot } from '../testing/snapshot.ts';
import { use } from '../testing/stories.ts';

const go = { type: 'continue' } as const;

describe('deadlines', () => {
  test('a wait for the next try, a silent request, a slow tool and a long run each end by a timer', async () => {
    const bench = new Bench();
    await bench.submit({
      type: 'edit-limits',
      limits: { requestTimeoutMs: 2000, toolTimeoutMs: 500, timeoutMs: 10_000 },
    });
    await bench.submit(go);
    const error = { kind: 'connection', type: 'connection', message: 'refused', retryable: true } as const;
    bench.ports.sent[0]?.answer({ ok: false, nextCursor: null, error });
    await bench.settle();
    expect(bench.branch.phase).toBe('backing-off');
    bench.ports.clock.pass(500);
    await bench.settle();
    expect(bench.ports.sent).toHaveLength(2);
    bench.ports.clock.pass(2000);
    await bench.settle();
    expect([bench.branch.phase, bench.ports.sent[1]?.call.signal.aborted]).toEqual(['backing-off', true]);
    bench.ports.clock.pass(1000);
    await bench.settle();
    await bench.answer([use('t1'), use('t2', 'pay')], 'tool_use');
    bench.ports.clock.pass(500);
    await bench.settle();
    expect(bench.branch.phase).toBe('sending');
    expect(bench.ports.ran.map(({ call }) => call.signal.aborted)).toEqual([true, true]);
    bench.ports.sent.at(-1)?.call.onBytes(bytes(':'));
    bench.ports.clock.pass(1999);
    bench.ports.sent.at(-1)?.call.onBytes(bytes(':'));
    bench.ports.clock.pass(60);
    await bench.settle();
    expect(bench.branch.phase).toBe('sending');
    bench.ports.clock.pass(3900);
    await bench.settle();
    bench.ports.clock.pass(60_000);
    await bench.settle();
    expect([bench.branch.phase, bench.branch.outcome?.reason, bench.ports.clock.waits]).toEqual([
      'ended',
      'timeout',
      [],
    ]);
  });

  test('one that lies further away than a timer reaches is set again', async () => {
    const bench = new Bench();
    const year = 365 * 86_400_000;
    await bench.submit({ type: 'edit-limits', limits: { timeoutMs: year, requestTimeoutMs: year } });
    await bench.submit(go);
    expect(Math.max(...bench.ports.clock.waits)).toBe(2 ** 31 - 1);
    bench.ports.clock.pass(2 ** 31 - 1);
    await bench.settle();
    expect([bench.branch.phase, Math.max(...bench.ports.clock.waits)]).toEqual(['sending', 2 ** 31 - 1]);
  });
});

describe('when something breaks', () => {
  test('a store that refuses leaves a session that does nothing more', async () => {
    const bench = new Bench();
    bench.ports.storing = () => Promise.reject(new Error('seq 2 is taken'));
    await expect(bench.submit(go)).rejects.toThrow('seq 2 is taken');
    expect([bench.ports.sent.length, bench.ports.published.length]).toEqual([0, 0]);
    bench.ports.storing = () => Promise.resolve();
    await expect(bench.submit({ type: 'terminate' })).rejects.toThrow('seq 2 is taken');
    expect(bench.ports.stored).toEqual([]);
  });

  test('a store that refuses a fact breaks the session as well', async () => {
    const bench = new Bench();
    await bench.submit(go);
    bench.ports.storing = () => Promise.reject(new Error('disk full'));
    bench.ports.sent[0]?.call.onHead(200, 'req');
    await bench.settle();
    await expect(bench.submit({ type: 'terminate' })).rejects.toThrow('disk full');
  });

  test('a tool that throws, now or later, gives an error result', async () => {
    const bench = new Bench();
    bench.ports.waitsFor = (call) => {
      if (call.toolUseId === 't2') throw new Error('no such tool port');
      return 'none';
    };
    await bench.submit({ type: 'next', granularity: 'stop' });
    await bench.answer([use('t1'), use('t2')], 'tool_use');
    await bench.submit(go);
    bench.ports.ran[0]?.reject(new Error('boom'));
    await bench.settle();
    const results = bench.runner.log.newest.tables.calls.map((call) => [call.state, call.result.content]);
    expect(results).toEqual([
      ['error', 'The tool failed: boom'],
      ['error', 'The tool failed: no such tool port'],
    ]);
  });

  test('a model port that rejects ends the run with its words', async () => {
    const bench = new Bench();
    await bench.submit(go);
    bench.ports.sent[0]?.reject(new Error('port is gone'));
    await bench.settle();
    expect(bench.branch.outcome?.reason).toBe('api_error');
    expect(bench.runner.log.newest.tables.attempts[0]?.error?.message).toContain('port is gone');
    expect(bench.ports.clock.working).toBe(0);
  });
});

test('secrets are taken out before anything is folded, stored or sent on', async () => {
  const bench = new Bench();
  bench.ports.secret = 'sk-12345';
  await bench.submit(go);
  await bench.answer([use('t1', 'look', { key: 'sk-12345' })], 'tool_use');
  bench.ports.ran[0]?.answer({ content: 'the key is sk-12345', is_error: false });
  await bench.settle();
  expect(JSON.stringify([bench.ports.stored, bench.ports.published, snapshot(bench.runner.log.newest)])).not.toContain(
    'sk-12345',
  );
  expect(JSON.stringify(bench.ports.sent[1]?.call.body)).toContain('the key is [secret KEY]');
});

describe('closing', () => {
  test('leaves the log as a crash would, and recovery brings it to rest', async () => {
    const bench = new Bench();
    await bench.submit(go);
    bench.ports.sent[0]?.call.onHead(200, 'req');
    await bench.settle();
    const before = bench.ports.types;
    await bench.runner.close();
    expect(bench.ports.sent[0]?.call.signal.aborted).toBe(true);
    bench.ports.sent[0]?.answer({ ok: true, nextCursor: 1, json: false });
    bench.ports.clock.pass(1e9);
    await bench.settle();
    expect([bench.ports.types, bench.branch.phase, bench.ports.clock.waits]).toEqual([before, 'sending', []]);
    await expect(bench.submit({ type: 'terminate' })).rejects.toThrow('session s is closed');

    const again = new Bench(EventLog.of(bench.runner.log.events));
    await again.runner.recover();
    expect([again.branch.phase, again.branch.stopped?.reason]).toEqual(['request', 'interrupted']);
    await again.submit(go);
    expect(again.ports.sent).toHaveLength(1);
  });

  test('a batch that is being stored is still stored', async () => {
    const bench = new Bench();
    const { submitted, store } = await storingSlowly(bench);
    const closed = bench.runner.close();
    store();
    await Promise.all([submitted, closed]);
    expect([bench.ports.stored.length, bench.ports.sent.length]).toEqual([1, 0]);
  });
});

describe('two tabs', () => {
  test('a command for a stop that is gone is stale, and told what happened', async () => {
    const bench = new Bench();
    const seen = bench.runner.log.seq;
    await bench.submit({ type: 'say', text: 'From the other tab' });
    const done = await bench.submit({ type: 'say', text: 'Hello?' }, seen);
    expect(done).toMatchObject({ ok: false, refusal: { code: 'stale' }, phase: 'request', at: 2 });
    expect(done.ok ? [] : done.since.map((event) => event.type)).toEqual(['history-edit']);
    expect((await bench.submit({ type: 'say', text: 'Hello?' }, 2)).ok).toBe(true);
  });

  test.each<Command>([
    { type: 'pause' },
    { type: 'terminate' },
    { type: 'restart' },
    { type: 'fork', head: 'm1.0', stop: 'request' },
    { type: 'edit-limits', limits: { maxTurns: 3 } },
    { type: 'set-source', tool: null, source: 'typed' },
    { type: 'rename-branch', name: 'x' },
    { type: 'set-breakpoint', breakpoint: { id: 'p', where: { kind: 'stop', stop: 'tools' }, enabled: true } },
  ])('$type means the same whatever happened meanwhile', async (command) => {
    const bench = new Bench();
    await bench.submit(go);
    expect((await bench.submit(command, 1)).ok).toBe(true);
  });

  test('a result is only stale for what happened to its own call', async () => {
    const bench = new Bench();
    bench.ports.waitsFor = () => 'typed';
    await bench.submit(go);
    await bench.answer([use('t1'), use('t2')], 'tool_use');
    const seen = bench.runner.log.seq;
    const [one, other] = bench.branch.calls.map((call) => call.id);
    const result = { content: 'typed', is_error: false };
    await bench.submit({ type: 'edit-result', call: one ?? '', result }, seen);
    expect((await bench.submit({ type: 'edit-result', call: one ?? '', result }, seen)).ok).toBe(false);
    expect((await bench.submit({ type: 'edit-result', call: other ?? '', result }, seen)).ok).toBe(true);
  });
});
