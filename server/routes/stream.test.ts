import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveFrames } from '../../shared/api/contract.ts';
import type { ModelCall, ModelOutcome } from '../../shared/runner/ports.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { SseReader } from '../testing/read-sse.ts';
import { fakeModel, testApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts';

let test: TestApp;
const readers: SseReader[] = [];

async function begin(options: TestAppOptions = {}): Promise<void> {
  test = testApp(options);
  await test.post('/api/sessions', { id: 's1', scenario: 'lookup' });
}
beforeEach(() => begin());
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.cancel()));
  await test.close();
});

async function follow(query = '', headers: Record<string, string> = {}): Promise<SseReader> {
  const response = await test.call(`/api/sessions/s1/stream${query}`, { headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = new SseReader(response);
  readers.push(reader);
  return reader;
}
let counter = 0;
const send = (command: Record<string, unknown>) =>
  test.post('/api/sessions/s1/commands', { id: `c${(counter += 1)}`, branch: 'b1', ...command });
const seqsOf = (messages: { event?: string | undefined; id?: string | undefined }[]) =>
  messages.filter(({ event }) => event === 'event').map(({ id }) => Number(id));

describe('stream', () => {
  it('sends what is there, says that it caught up, and goes on', async () => {
    const reader = await follow();
    const past = await reader.until(({ event }) => event === 'caught-up');
    expect(seqsOf(past)).toEqual([1]);
    expect(JSON.parse(past.at(-1)?.data ?? '')).toEqual({ seq: 1 });
    await send({ type: 'continue' });
    const run = await reader.until(({ data }) => data.includes('"run-end"'));
    const seqs = seqsOf(run);
    expect(seqs).toEqual(seqs.map((_seq, index) => index + 2));
    const stored = await test.store.read('s1');
    const sent = run.filter(({ event }) => event === 'event').map(({ data }) => JSON.parse(data) as SessionEvent);
    expect(sent).toEqual(stored.slice(1));
  });

  it('resumes behind Last-Event-ID, whatever the old address says', async () => {
    const all = await follow();
    await send({ type: 'continue' });
    await all.until(({ data }) => data.includes('"run-end"'));
    const newest = (await test.store.session('s1'))?.newest ?? 0;
    const resumed = await follow('?from=1', { 'last-event-id': String(newest - 2) });
    expect(seqsOf(await resumed.until(({ event }) => event === 'caught-up'))).toEqual([newest - 1, newest]);
    const from = await follow(`?from=${newest}`);
    expect(seqsOf(await from.until(({ event }) => event === 'caught-up'))).toEqual([newest]);
    const ahead = await follow(`?from=${newest + 50}`);
    expect(seqsOf(await ahead.until(({ event }) => event === 'caught-up'))).toEqual([]);
  });

  it('keeps the connection alive with comments', async () => {
    await begin({ keepAliveMs: 5 });
    expect(await (await follow()).comment()).toBe('keep-alive');
  });

  it('ends with the server', async () => {
    const reader = await follow();
    await reader.until(({ event }) => event === 'caught-up');
    await test.close();
    expect(await reader.next()).toBeNull();
  });

  it('ends when the session is deleted', async () => {
    const reader = await follow();
    await reader.until(({ event }) => event === 'caught-up');
    await test.call('/api/sessions/s1', { method: 'DELETE' });
    expect(await reader.next()).toBeNull();
  });

  it('tells of a run that the deletion stopped, then ends', async () => {
    const model = new HeldModel();
    await begin({ model: model.port });
    const reader = await follow();
    await send({ type: 'continue' });
    await model.started;
    await test.call('/api/sessions/s1', { method: 'DELETE' });
    await reader.until(({ data }) => data.includes('"run-end"') && data.includes('"cancelled"'));
    expect(await reader.next()).toBeNull();
  });

  it('refuses a number that is none', async () => {
    expect((await test.call('/api/sessions/s1/stream?from=x')).status).toBe(400);
  });
});

/** A model whose answer the test feeds byte by byte. */
class HeldModel {
  #started!: (call: ModelCall) => void;
  readonly started = new Promise<ModelCall>((resolve) => (this.#started = resolve));
  readonly port = fakeModel(
    (call) =>
      new Promise<ModelOutcome>((resolve) => {
        this.#started(call);
        call.signal.addEventListener('abort', () =>
          resolve({
            ok: false,
            nextCursor: null,
            error: { kind: 'cancelled', type: 'cancelled', message: '', retryable: false },
          }),
        );
      }),
  );
}

describe('in the middle of an answer', () => {
  const textOf = (messages: { event?: string | undefined; data: string }[]) =>
    messages
      .filter(({ event }) => event === 'live')
      .flatMap(({ data }) => (JSON.parse(data) as LiveFrames).frames.map(([, text]) => text))
      .join('');

  it('live frames come at once, and a late reader gets the partial first', async () => {
    const model = new HeldModel();
    await begin({ model: model.port });
    const early = await follow();
    await early.until(({ event }) => event === 'caught-up');
    await send({ type: 'next', granularity: 'stop' });
    const call = await model.started;
    call.onHead(200, 'req_1');
    call.onBytes(new TextEncoder().encode('event: ping\n'));
    const live = await early.until(({ event }) => event === 'live');
    expect([textOf(live), live.at(-1)?.id]).toEqual(['event: ping\n', undefined]);
    const late = await follow();
    const seen = await late.until(({ event, data }) => event === 'caught-up' || data.includes('event: ping'));
    expect(seen.some(({ data }) => data.includes('"request-start"'))).toBe(true);
    expect(JSON.stringify(seen)).toContain('event: ping');
  });

  it('shows no secret, neither live nor stored', async () => {
    const model = new HeldModel();
    await begin({ model: model.port, environment: { ANTHROPIC_API_KEY: 'sk-ant-secret-0001' } });
    const reader = await follow();
    await send({ type: 'say', text: 'my key is sk-ant-secret-0001' });
    await send({ type: 'next', granularity: 'stop' });
    const call = await model.started;
    expect(JSON.stringify(call.body)).toContain('[secret ANTHROPIC_API_KEY]');
    call.onBytes(new TextEncoder().encode('data: sk-ant-secret-0001\n'));
    const seen = await reader.until(({ event, data }) => event === 'event' && data.includes('response-chunk'));
    expect(JSON.stringify(seen)).toContain('data: [secret ANTHROPIC_API_KEY]');
    expect(JSON.stringify(seen)).not.toContain('sk-ant-secret-0001');
    expect(JSON.stringify(await test.store.read('s1'))).not.toContain('sk-ant-secret-0001');
  });
});

describe('a key that was said before it was typed', () => {
  it('is hidden in whatever leaves from then on', async () => {
    await send({ type: 'say', text: 'my key is sk-ant-late-0002' });
    test.live.change({ apiKey: 'sk-ant-late-0002' });
    const events = await (await test.call('/api/sessions/s1/events')).text();
    const streamed = await (await follow()).until(({ event }) => event === 'caught-up');
    for (const text of [events, JSON.stringify(streamed)]) {
      expect(text).toContain('[secret API key]');
      expect(text).not.toContain('sk-ant-late');
    }
  });
});

describe('after kill -9', () => {
  it('a session left moving is at rest once it is opened, and the list says so', async () => {
    const model = new HeldModel();
    await begin({ model: model.port });
    await send({ type: 'next', granularity: 'stop' });
    await model.started;
    const { store } = test;
    // The old process is gone without a word: only its store is left.
    const next = testApp({ store });
    const [summary] = (await (await next.call('/api/sessions')).json()) as { moving: boolean; phase: string }[];
    expect(summary).toMatchObject({ moving: false, phase: 'request' });
    const events = await store.read('s1');
    expect(events.some((event) => event.type === 'request-error' && event.outcome === 'interrupted')).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'stopped', reason: 'interrupted' });
    await next.close();
  });
});
