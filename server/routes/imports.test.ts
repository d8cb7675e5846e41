import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFiles } from '../../shared/import/import-files.ts';
import { bytesSource } from '../../shared/import/source.ts';
import { sessionEvents } from '../../shared/import/to-events.ts';
import { fixture } from '../../shared/import/testing/fixtures.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
beforeEach(() => {
  test = testApp();
});
afterEach(async () => {
  await test.close();
});

async function eventsOf(name: string): Promise<SessionEvent[]> {
  const { conversations } = await importFiles([fixture(name)]);
  return [...sessionEvents(conversations[0]!, { model: 'm', now: 2_000_000_000_000 })];
}

const send = (events: readonly unknown[], last = true, id = 's1') =>
  test.post(`/api/sessions/${id}/import`, { events, last });

const stored = async (id = 's1') => (await test.call(`/api/sessions/${id}/events`)).json();

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;

describe('POST /api/sessions/:id/import', () => {
  it('makes a session of parts, and lists it', async () => {
    const events = await eventsOf('claude-code/parallel.jsonl');
    expect((await send(events.slice(0, 5), false)).status).toBe(200);
    const reply = await send(events.slice(5));
    expect(await reply.json()).toEqual({ seq: events.length });
    expect(await stored()).toEqual(events);
    expect(await (await test.call('/api/sessions')).json()).toMatchObject([
      { id: 's1', title: 'Two files', moving: false, turn: 2, outcome: { reason: 'end_turn' } },
    ]);
  });

  it('takes a part twice without storing it twice', async () => {
    const events = await eventsOf('claude-code/parallel.jsonl');
    await send(events.slice(0, 5), false);
    expect((await send(events.slice(0, 5), false)).status).toBe(200);
    expect((await send(events.slice(5))).status).toBe(200);
    expect((await send(events.slice(5))).status).toBe(200);
    expect(await stored()).toHaveLength(events.length);
  });

  it('refuses commands until the last part is in, then takes them', async () => {
    const events = await eventsOf('claude-code/parallel.jsonl');
    const fork = { id: 'c1', branch: 'b1', type: 'fork', head: 'm1.0', stop: 'request' };
    await send(events.slice(0, 5), false);
    const refused = await test.post('/api/sessions/s1/commands', fork);
    expect([refused.status, (await errorOf(refused)).code]).toEqual([409, 'importing']);
    await send(events.slice(5));
    expect((await test.post('/api/sessions/s1/commands', fork)).status).toBe(200);
  });

  it('refuses a part that does not follow, and one for a finished import', async () => {
    const events = await eventsOf('claude-code/parallel.jsonl');
    await send(events.slice(0, 5), false);
    expect((await errorOf(await send(events.slice(6)))).code).toBe('import-gap');
    await send(events.slice(5));
    const next = { ...events.at(-1)!, seq: events.length + 1 };
    expect((await errorOf(await send([next]))).code).toBe('no-import');
  });

  it.each<[string, (event: SessionEvent) => unknown]>([
    [
      'a live endpoint',
      (event) =>
        event.type === 'session-create' ? { ...event, config: { ...event.config, endpoint: 'live' } } : event,
    ],
    [
      'a scenario',
      (event) => (event.type === 'session-create' ? { ...event, scenario: { id: 'refund', language: 'en' } } : event),
    ],
    ['a live run', (event) => (event.type === 'run-start' ? { ...event, mode: 'live' } : event)],
    ['a tool that runs', (event) => (event.type === 'tool-call-start' ? { ...event, source: 'live' } : event)],
    [
      'a run that goes on',
      (event) => (event.type === 'stopped' ? { ...event, type: 'continued', command: 'continue' } : event),
    ],
    ['an event out of place', (event) => (event.type === 'tool-call-end' ? { ...event, call: 'm99.0' } : event)],
  ])('refuses %s, and stores nothing', async (_name, change) => {
    const answer = await send((await eventsOf('claude-code/parallel.jsonl')).map(change));
    expect([answer.status, (await errorOf(answer)).code]).toEqual([400, 'bad-import']);
    expect((await test.call('/api/sessions/s1/events')).status).toBe(404);
  });

  it('keeps large texts and keys named __proto__ whole', async () => {
    const messages = `[{"role":"user","content":[{"type":"text","text":"${'x'.repeat(200_000)}","__proto__":{"a":1}}]}]`;
    const { conversations } = await importFiles([bytesSource('big.json', new TextEncoder().encode(messages))]);
    const events = [...sessionEvents(conversations[0]!, { model: 'm', now: 1 })];
    await test.call('/api/sessions/s1/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events, last: true }),
    });
    const text = await (await test.call('/api/sessions/s1/events')).text();
    expect(text).toContain('x'.repeat(200_000));
    expect(text).toContain('"__proto__":{"a":1}');
  });
});
