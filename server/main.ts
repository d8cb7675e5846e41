import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { systemClock } from './adapters/clock-system.ts';
import { type DataFolder, openDataFolder } from './adapters/data-folder.ts';
import { type LiveEnvironment, LiveEndpoint } from './adapters/live-endpoint.ts';
import { createModelSdk } from './adapters/model-sdk.ts';
import { createRedactor } from './adapters/redactor.ts';
import { openLibsqlStore } from './adapters/store-libsql.ts';
import { createScriptedTools } from '../shared/runner/scripted-tools.ts';
import { createApp } from './app.ts';
import { builtInScenarios } from '../shared/host/built-in-scenarios.ts';
import type { EventStore } from '../shared/host/event-store.ts';
import { type Fetch, listen, type Listening } from './listen.ts';
import { createScriptedApi, type ScriptedEnv } from './scripted/api.ts';
import { judgeRequest } from '../shared/scripted/judge.ts';
import { SessionHost } from '../shared/host/session-host.ts';
import type { ServerSettings } from './settings.ts';
import { StartRefused } from './start-refused.ts';
import { version } from './version.ts';

export interface ServerOptions {
  settings: ServerSettings;
  /** Keys and addresses of the real API. */
  live: LiveEnvironment;
  /** Folder of the built page. */
  pageFolder?: string;
  /** Told of faults that no caller can be told of. */
  report?(error: unknown): void;
}

export interface RunningServer {
  url: string;
  port: number;
  /** Ends streams and runs, waits for what is being written, gives the data folder free. */
  close(): Promise<void>;
}

/** By then the page has loaded, and nobody waits for the answer to a health check any more. */
const WARM_UP_MS = 1000;

/** Scripts of sessions answer under this prefix of the scripted API's names. */
const SESSION_PREFIX = 'session-';

/**
 * Composition root: the only place that knows which adapter stands behind which port.
 * @throws StartRefused when the person has to change something first
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings } = options;
  const folder = openDataFolder(settings.dataFolder);
  let store: EventStore | null = null;
  let listening: Listening | null = null;
  try {
    store = await openStore(folder);
    const door = new Door();
    listening = await listen(door.fetch, settings.host, settings.port);
    const { host, app } = compose(options, folder, store, listening);
    door.open(app);
    folder.announce(listening.url);
    return { url: listening.url, port: listening.port, close: () => closeAll(host, store, listening, folder) };
  } catch (error) {
    await closeAll(null, store, listening, folder);
    throw error;
  }
}

/** The app needs to know its port, which is known only once it listens. */
class Door {
  #app: Hono<ScriptedEnv> | null = null;

  open(app: Hono<ScriptedEnv>): void {
    this.#app = app;
  }

  readonly fetch: Fetch = (request, bindings) =>
    this.#app?.fetch(request, bindings) ?? new Response('Loupe is starting.\n', { status: 503 });
}

function compose(
  { settings, live: environment, pageFolder, report = reportToStderr }: ServerOptions,
  folder: DataFolder,
  store: EventStore,
  { port }: Listening,
): { host: SessionHost; app: Hono<ScriptedEnv> } {
  const { token, allowedHosts } = settings;
  const live = new LiveEndpoint(environment);
  const redactor = createRedactor(() => [
    ...live.secrets(),
    ...(token === null ? [] : [['LOUPE_TOKEN', token] as [string, string]]),
  ]);
  const model = createModelSdk({
    scriptedBaseUrl: (id) => `http://${reachable(settings.host)}:${port}/scripted/${SESSION_PREFIX}${id}`,
    live,
    clock: systemClock,
  });
  setTimeout(() => void model.warmUp().catch(report), WARM_UP_MS).unref();
  const host: SessionHost = new SessionHost({
    store,
    scenarios: builtInScenarios,
    redactor,
    ports: {
      clock: systemClock,
      model,
      tools: createScriptedTools({ scenarioOf: (id) => host.openScenario(id), clock: systemClock, toolDone: 'answer' }),
    },
    report,
  });
  const scripted = createScriptedApi({
    lookup: (name) =>
      name.startsWith(SESSION_PREFIX)
        ? host.scenarioOf(name.slice(SESSION_PREFIX.length))
        : builtInScenarios.builtIn(name, 'en'),
    clock: systemClock,
    judge: judgeRequest,
  });
  const app = createApp({
    version,
    storeName: store.name,
    host,
    setup: live,
    scripted,
    pageFolder: pageFolder ?? builtPage(),
    hosts: { bound: settings.host, allowed: allowedHosts },
    auth: { port, token, secret: folder.secret },
    report,
  });
  return { host, app };
}

/** Beside the package's manifest, wherever in it this code was bundled to. */
function builtPage(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  let folder = here;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, 'dist', 'app');
}

async function openStore(folder: DataFolder): Promise<EventStore> {
  try {
    return await openLibsqlStore(folder.database);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefused(
      `The session database ${folder.database} cannot be opened: ${why}\nMove it away, or set LOUPE_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Where this server reaches itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === 'localhost') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host;
}

async function closeAll(
  host: SessionHost | null,
  store: EventStore | null,
  listening: Listening | null,
  folder: DataFolder,
): Promise<void> {
  // Streams end with their sessions, so that the connections can close.
  await host?.close();
  await listening?.close();
  await store?.close();
  folder.release();
}

function reportToStderr(error: unknown): void {
  process.stderr.write(`loupe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
