import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandReply, RefusalReply, SessionSummary } from '../../shared/api/contract.ts';
import { builtInScenarios } from '../../shared/host/built-in-scenarios.ts';
import { SessionHost } from '../../shared/host/session-host.ts';
import { createMemoryStore } from '../../shared/host/store-memory.ts';
import { createRealClock } from '../../shared/runner/clock-real.ts';
import { createScriptedModel } from '../../shared/runner/model-scripted.ts';
import { createScriptedTools } from '../../shared/runner/scripted-tools.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { tellSession } from './follow-session.ts';
import { answerCall } from './local-api.ts';
import type { WorkerMessage } from './session-protocol.ts';

const clock = createRealClock<ReturnType<typeof setTimeout>>({
  now: () => Date.now(),
  random: () => 0,
  setTimeout: (fire, ms) => setTimeout(fire, ms),
  clearTimeout: (handle) => clearTimeout(handle),
});

let host: SessionHost;
let reported: unknown[];
beforeEach(() => {
  reported = [];
  const scenarioOf = (id: string) => host.openScenario(id);
  host = new SessionHost({
    store: createMemoryStore(),
    scenarios: builtInScenarios,
    redactor: { event: (event) => event, frames: (frames) => frames },
    ports: {
      clock,
      model: createScriptedModel({ scenarioOf, clock }),
      tools: createScriptedTools({ scenarioOf, clock, toolDone: 'answer' }),
    },
    report: (error) => reported.push(error),
  });
});
afterEach(async () => {
  await host.close();
  if (reported.length > 0) throw new AggregateError(reported, 'reported and heard by nobody');
});

const call = (method: string, path: string, body?: unknown) => answerCall(host, 'memory', { method, path, body });

it('makes, lists, deletes and restores sessions', async () => {
  expect(await call('POST', '/api/sessions', { id: 's', scenario: 'refund' })).toEqual({
    status: 201,
    body: { id: 's' },
  });
  expect((await call('POST', '/api/sessions', { id: 's', scenario: 'refund' })).status).toBe(200);
  const listed = async () => ((await call('GET', '/api/sessions')).body as SessionSummary[]).map(({ id }) => id);
  expect(await listed()).toEqual(['s']);
  expect(await call('DELETE', '/api/sessions/s')).toEqual({ status: 204, body: null });
  expect(await listed()).toEqual([]);
  expect((await call('POST', '/api/sessions/s/restore')).status).toBe(204);
  expect(await listed()).toEqual(['s']);
});

it('takes commands, refuses them in words, and tells what came of them', async () => {
  await call('POST', '/api/sessions', { id: 's', scenario: 'refund' });
  const told: WorkerMessage[] = [];
  const leave = tellSession(await host.open('s'), 7, 1, (message) => told.push(message));
  expect(told.map(({ kind, id }) => [kind, id])).toEqual([
    ['events', 7],
    ['caught-up', 7],
  ]);
  const said = await call('POST', '/api/sessions/s/commands', { id: 'c1', branch: 'b1', type: 'say', text: 'Hello?' });
  expect(said.status).toBe(200);
  const stored = (await call('GET', '/api/sessions/s/events?from=2')).body as SessionEvent[];
  expect(stored.at(-1)?.seq).toBe((said.body as CommandReply).seq);
  const heard = told.flatMap((message) => (message.kind === 'events' ? message.events : [])).map(({ seq }) => seq);
  expect(heard).toEqual([1, ...stored.map(({ seq }) => seq)]);
  const refused = await call('POST', '/api/sessions/s/commands', { id: 'c2', branch: 'b1', type: 'pause' });
  expect(refused.status).toBe(409);
  expect((refused.body as RefusalReply).error.code).toBe('not-moving');
  leave();
  const before = told.length;
  await call('POST', '/api/sessions/s/commands', { id: 'c3', branch: 'b1', type: 'undo' });
  expect(told.length).toBe(before);
});

it('tells a follower that its session is gone', async () => {
  await call('POST', '/api/sessions', { id: 's', scenario: 'refund' });
  const told: string[] = [];
  tellSession(await host.open('s'), 1, 1, ({ kind }) => told.push(kind));
  await call('DELETE', '/api/sessions/s');
  expect(told.at(-1)).toBe('lost');
});

it.each<[what: string, method: string, path: string, status: number, code: string]>([
  ['an unknown session', 'GET', '/api/sessions/none/events', 404, 'no-such-session'],
  ['an unknown path', 'GET', '/api/other', 404, 'not-found'],
  ['a method that a path does not have', 'PATCH', '/api/sessions', 404, 'not-found'],
  ['a key', 'PUT', '/api/setup', 503, 'needs-server'],
])('answers %s in words', async (_what, method, path, status, code) => {
  const reply = await call(method, path, {});
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ error: { code, message: expect.stringMatching(/\w+.*\.$/) } });
});

it('keeps no key and names the store', async () => {
  expect((await call('GET', '/api/setup')).body).toMatchObject({ key: { present: false, source: null } });
  expect((await call('GET', '/api/health')).body).toEqual({ status: 'ok', version: 'page', store: 'memory' });
});
