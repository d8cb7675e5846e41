import { describe, expect, test } from 'vitest';
import { encodeSse } from '../messages/sse.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import { Bench, bytes, message, storingSlowly } from '../testing/bench.ts';
import { use } from '../testing/stories.ts';

const go = { type: 'continue' } as const;

describe('carrying out', () => {
  test('a run, from the first request to its end, stored before it is published', async () => {
    const bench = new Bench();
    expect(await bench.submit(go)).toMatchObject({ ok: true, seq: 4 });
    expect(bench.ports.sent[0]?.call).toMatchObject({ endpoint: 'scripted', scriptCursor: 0, request: 'q4' });
    expect(bench.ports.sent[0]?.call.body.messages).toHaveLength(1);
    await bench.answer([use('t1')], 'tool_use');
    expect(bench.ports.ran[0]?.call).toMatchObject({ toolUseId: 't1', name: 'look', source: 'scripted' });
    bench.ports.ran[0]?.answer({ content: 'here', is_error: false });
    await bench.settle();
    expect(bench.ports.sent[1]?.call.body.messages).toHaveLength(3);
    await bench.answer([{ type: 'text', text: 'Done.' }], 'end_turn');
    expect(bench.branch.outcome?.reason).toBe('end_turn');
    expect(bench.ports.published).toEqual(bench.ports.stored);
    expect(bench.ports.stored.flat().map((event) => event.seq)).toEqual(
      bench.runner.log.events.slice(1).map((event) => event.seq),
    );
    expect([bench.ports.clock.working, bench.ports.clock.waits]).toEqual([0, []]);
  });

  test('nothing is sent before it is stored', async () => {
    const bench = new Bench();
    const { submitted, store } = await storingSlowly(bench);
    expect([bench.ports.sent.length, bench.ports.published.length]).toEqual([0, 0]);
    store();
    await submitted;
    expect([bench.ports.sent.length, bench.ports.published.length]).toEqual([1, 1]);
  });

  test('commands are taken one after another, a refusal changes nothing', async () => {
    const bench = new Bench();
    const [first, second] = await Promise.all([bench.submit(go), bench.submit(go)]);
    expect(first.ok).toBe(true);
    expect(second).toEqual({ ok: false, refusal: { code: 'moving' }, phase: 'sending', at: 4, since: [] });
  });

  test('a branch that a command made is named', async () => {
    const bench = new Bench();
    expect(await bench.submit({ type: 'restart' })).toEqual({ ok: true, seq: 2, branch: 'b2' });
  });

  test('an answer in JSON is read as one', async () => {
    const bench = new Bench();
    await bench.submit(go);
    const [sent] = bench.ports.sent;
    sent?.call.onHead(200, null);
    sent?.call.onBytes(bytes(JSON.stringify(message([{ type: 'text', text: 'Done.' }], 'end_turn'))));
    sent?.answer({ ok: true, nextCursor: null, json: true });
    await bench.settle();
    expect(bench.branch.outcome?.reason).toBe('end_turn');
  });

  test('waiting and script calls run nothing; their results come from outside', async () => {
    const bench = new Bench();
    bench.ports.waitsFor = (call) => (call.toolUseId === 't1' ? 'typed' : 'script');
    await bench.submit(go);
    await bench.answer([use('t1'), use('t2')], 'tool_use');
    expect(bench.ports.ran).toEqual([]);
    const [typed, scripted] = bench.branch.calls;
    expect([typed?.state, scripted?.state]).toEqual(['waiting', 'running']);
    await bench.runner.deliver('b1', scripted?.id ?? '', scripted?.effect ?? 0, {
      content: 'from the script',
      is_error: false,
    });
    await bench.submit({ type: 'edit-result', call: typed?.id ?? '', result: { content: 'typed', is_error: false } });
    expect(bench.branch.phase).toBe('sending');
  });
});

describe('streams', () => {
  test('are shown at once and written after 50 ms', async () => {
    const bench = new Bench();
    await bench.submit(go);
    const [sent] = bench.ports.sent;
    sent?.call.onHead(200, 'req');
    await bench.settle();
    const before = bench.ports.types.length;
    sent?.call.onBytes(bytes('a'));
    bench.ports.clock.pass(20);
    sent?.call.onBytes(bytes('b'));
    bench.ports.clock.pass(29);
    await bench.settle();
    expect([bench.ports.shown, bench.ports.types.length]).toEqual([[[[0, 'a']], [[20, 'b']]], before]);
    bench.ports.clock.pass(1);
    await bench.settle();
    expect(bench.ports.stored.at(-1)).toMatchObject([
      {
        type: 'response-chunk',
        frames: [
          [0, 'a'],
          [20, 'b'],
        ],
      },
    ]);
  });

  test('are written in chunks of at most 32 KB, larger frames alone', async () => {
    const bench = new Bench();
    await bench.submit(go);
    const [sent] = bench.ports.sent;
    for (const size of [20_000, 20_000, 40_000, 10]) sent?.call.onBytes(bytes('x'.repeat(size)));
    bench.ports.clock.pass(50);
    await bench.settle();
    const chunks = bench.ports.stored
      .flat()
      .flatMap((event) => (event.type === 'response-chunk' ? [event.frames] : []));
    expect(chunks.map((frames) => frames.map(([, data]) => String(data).length))).toEqual([
      [20_000],
      [20_000],
      [40_000],
      [10],
    ]);
  });

  test('keep bytes that are no whole text', async () => {
    const bench = new Bench();
    await bench.submit(go);
    const [sent] = bench.ports.sent;
    const euro = bytes('€');
    sent?.call.onBytes(euro.slice(0, 2));
    sent?.call.onBytes(euro.slice(2));
    bench.ports.clock.pass(50);
    await bench.settle();
    expect(bench.ports.stored.at(-1)).toMatchObject([
      {
        frames: [
          [0, { b64: '4oI=' }],
          [0, { b64: 'rA==' }],
        ],
      },
    ]);
  });

  test('what was heard is in the log before anything is decided', async () => {
    const bench = new Bench();
    await bench.submit(go);
    bench.ports.sent[0]?.call.onHead(200, 'req');
    for (const event of messageToEvents(message([{ type: 'text', text: 'Half an answer' }], 'end_turn'), {
      chunkChars: 100,
    }).slice(0, 4)) {
      bench.ports.sent[0]?.call.onBytes(bytes(encodeSse(event)));
    }
    await bench.submit({ type: 'terminate' });
    const attempt = bench.runner.log.newest.tables.attempts[0];
    expect([attempt?.outcome, attempt?.message?.content]).toEqual([
      'interrupted',
      [{ type: 'text', text: 'Half an answer' }],
    ]);
  });
});

describe('aborting', () => {
  test('terminate aborts the request; what comes after is nobody’s', async () => {
    const bench = new Bench();
    await bench.submit(go);
    const [sent] = bench.ports.sent;
    await bench.submit({ type: 'terminate' });
    expect(sent?.call.signal.aborted).toBe(true);
    const before = bench.ports.types;
    sent?.call.onBytes(bytes('late'));
    sent?.answer({ ok: true, nextCursor: 1, json: false });
    bench.ports.clock.pass(1000);
    await bench.settle();
    expect(bench.ports.types).toEqual(before);
  });

  test('a tool that ends after it was given up is late', async () => {
    const bench = new Bench();
    await bench.submit(go);
    await bench.answer([use('t1')], 'tool_use');
    await bench.submit({ type: 'terminate' });
    const [ran] = bench.ports.ran;
    expect(ran?.call.signal.aborted).toBe(true);
    ran?.answer({ content: 'after all', is_error: false });
    await bench.settle();
    expect(bench.ports.types.at(-1)).toBe('late');
    expect(bench.branch.outcome?.reason).toBe('cancelled');
  });

  test('a delayed call that is given up never runs', async () => {
    const bench = new Bench();
    await bench.submit({ type: 'next', granularity: 'stop' });
    await bench.answer([use('t1')], 'tool_use');
    await bench.submit({ type: 'next', granularity: 'stop' });
    const call = bench.branch.calls[0]?.id ?? '';
    await bench.submit({ type: 'set-call', call, injection: { kind: 'delay', ms: 1000 } });
    await bench.submit(go);
    bench.ports.clock.pass(999);
    await bench.submit({ type: 'terminate' });
    bench.ports.clock.pass(5000);
    await bench.settle();
    expect(bench.ports.ran).toEqual([]);
  });
});
