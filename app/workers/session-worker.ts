import { createRealClock } from '../../shared/runner/clock-real.ts';
import { createScriptedModel } from '../../shared/runner/model-scripted.ts';
import { createScriptedTools } from '../../shared/runner/scripted-tools.ts';
import { builtInScenarios } from '../../shared/host/built-in-scenarios.ts';
import type { EventStore } from '../../shared/host/event-store.ts';
import { SessionHost } from '../../shared/host/session-host.ts';
import { createMemoryStore } from '../../shared/host/store-memory.ts';
import { answerCall } from './local-api.ts';
import { tellSession } from './follow-session.ts';
import type { PageMessage, WorkerMessage } from './session-protocol.ts';
import { openIndexedDbStore } from './store-indexeddb.ts';

/**
 * Holds the sessions of a page that has no server. One for all tabs where the browser has shared workers, so that two
 * tabs see the same run; else one for each tab over the same database.
 */
interface Port {
  addEventListener(type: 'message', hear: (event: MessageEvent<PageMessage>) => void): void;
  postMessage(message: WorkerMessage): void;
  /** Of a port of a shared worker: messages wait until then. */
  start?(): void;
}

interface Hosted {
  host: SessionHost;
  store: EventStore;
}

const clock = createRealClock<ReturnType<typeof setTimeout>>({
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout: (fire, ms) => setTimeout(fire, ms),
  clearTimeout: (handle) => clearTimeout(handle),
});

const hosted = openHost();

async function openHost(): Promise<Hosted> {
  const store = await openIndexedDbStore(indexedDB).catch(() => createMemoryStore());
  const scenarioOf = (id: string) => host.openScenario(id);
  const host: SessionHost = new SessionHost({
    store,
    scenarios: builtInScenarios,
    // No key ever comes here, so there is none to hide.
    redactor: { event: (event) => event, frames: (frames) => frames },
    ports: {
      clock,
      model: createScriptedModel({ scenarioOf, clock }),
      tools: createScriptedTools({ scenarioOf, clock, toolDone: 'answer' }),
    },
    report: (error) => console.error(error),
  });
  return { host, store };
}

function serve(port: Port): void {
  const following = new Map<number, () => void>();
  const tell = (message: WorkerMessage): void => port.postMessage(message);
  port.addEventListener('message', ({ data }) => void take(data, following, tell));
  port.start?.();
}

async function take(
  message: PageMessage,
  following: Map<number, () => void>,
  tell: (message: WorkerMessage) => void,
): Promise<void> {
  const { host, store } = await hosted;
  if (message.kind === 'leave') {
    following.get(message.id)?.();
    following.delete(message.id);
    return;
  }
  if (message.kind === 'call') {
    tell({ kind: 'reply', id: message.id, ...(await answerCall(host, store.name, message)) });
    return;
  }
  try {
    const session = await host.open(message.session);
    following.set(message.id, tellSession(session, message.id, message.from, tell));
  } catch {
    tell({ kind: 'lost', id: message.id });
  }
}

if ('onconnect' in globalThis) {
  globalThis.addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port) serve(port);
  });
} else serve(globalThis as unknown as Port);
