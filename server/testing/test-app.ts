import type { Hono } from 'hono';
import type { ModelCall, ModelOutcome, ModelPort, ToolPort } from '../../shared/runner/ports.ts';
import type { Scenario } from '../../shared/scripted/scenario-types.ts';
import { systemClock } from '../adapters/clock-system.ts';
import { LiveEndpoint } from '../adapters/live-endpoint.ts';
import { createModelSdk } from '../adapters/model-sdk.ts';
import { createRedactor } from '../adapters/redactor.ts';
import { createMemoryStore } from '../../shared/host/store-memory.ts';
import { createScriptedTools } from '../../shared/runner/scripted-tools.ts';
import { createApp } from '../app.ts';
import type { EventStore } from '../../shared/host/event-store.ts';
import { createScriptedApi, type ScriptedApiDeps, type ScriptedEnv } from '../scripted/api.ts';
import { SessionHost } from '../../shared/host/session-host.ts';
import { testScenario } from './test-scenario.ts';

export interface TestApp {
  app: Hono<ScriptedEnv>;
  host: SessionHost;
  store: EventStore;
  live: LiveEndpoint;
  /** Closes the host; throws what was reported and reached nobody. */
  close(): Promise<void>;
  /** Calls with the page's cookie. */
  call(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
}

export interface TestAppOptions {
  store?: EventStore;
  scenario?: Scenario;
  model?: ModelPort;
  tools?: ToolPort;
  token?: string;
  bound?: string;
  allowed?: string[];
  pageFolder?: string;
  keepAliveMs?: number;
  environment?: ConstructorParameters<typeof LiveEndpoint>[0];
  judge?: ScriptedApiDeps['judge'];
  secret?: string;
}

export const TEST_PORT = 4747;

/** The whole app over a memory store, without a port: the scripted API is reached in process. */
export function testApp(options: TestAppOptions = {}): TestApp {
  const { store = createMemoryStore(), scenario = testScenario, token = null } = options;
  const live = new LiveEndpoint(options.environment ?? {});
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const builtIn = (id: string) => (id === scenario.id ? scenario : null);
  const redactor = createRedactor(() => live.secrets());
  const host: SessionHost = new SessionHost({
    store,
    scenarios: { builtIn, ids: [scenario.id ?? ''] },
    redactor,
    ports: {
      clock: systemClock,
      model:
        options.model ??
        createModelSdk({
          scriptedBaseUrl: (id) => `http://127.0.0.1:${TEST_PORT}/scripted/session-${id}`,
          live,
          clock: systemClock,
          fetch: async (input, init) => app.fetch(new Request(input, init)),
        }),
      tools:
        options.tools ??
        createScriptedTools({ scenarioOf: (id) => host.openScenario(id), clock: systemClock, toolDone: 'answer' }),
    },
    report,
  });
  const scripted = createScriptedApi({
    lookup: (name) => (name.startsWith('session-') ? host.scenarioOf(name.slice('session-'.length)) : builtIn(name)),
    clock: systemClock,
    judge: options.judge ?? (() => null),
    naturalPace: 'never',
  });
  const app = createApp({
    version: '0.0.0',
    storeName: store.name,
    host,
    setup: live,
    scripted,
    pageFolder: options.pageFolder ?? '/nowhere',
    hosts: { bound: options.bound ?? '127.0.0.1', allowed: options.allowed ?? [] },
    auth: { port: TEST_PORT, token, secret: options.secret ?? 'test secret' },
    stream: options.keepAliveMs === undefined ? {} : { keepAliveMs: options.keepAliveMs },
    report,
  });
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', await cookieOf(app, token));
    return app.request(path, { ...init, headers });
  };
  const post = (path: string, body: unknown) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const close = async () => {
    await host.close();
    if (reported.length > 0) throw reported[0];
  };
  return { app, host, store, live, close, call, post };
}

/** The cookie of a test server: by the token where it has one, else as its page gets it. */
async function cookieOf(app: Hono<ScriptedEnv>, token: string | null): Promise<string> {
  const answer =
    token === null
      ? await app.request('/')
      : await app.request('/api/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** A model that does what the test says, call by call. */
export function fakeModel(send: (call: ModelCall) => Promise<ModelOutcome>): ModelPort {
  return { send };
}
