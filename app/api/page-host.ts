import type { PageMessage, WorkerMessage } from '../workers/session-protocol.ts';

interface Channel {
  send(message: PageMessage): void;
}

/** Told what following brings, by the id it was begun with. */
type Listener = (message: WorkerMessage) => void;

let channel: Channel | null = null;
let lastId = 0;
const listeners = new Map<number, Listener>();

/** A call of Loupe's API, answered by the worker that holds the sessions of a page without a server. */
export function callPageHost(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const id = ask({ kind: 'call', id: 0, method, path, body }, (message) => {
      listeners.delete(id);
      if (message.kind === 'reply') resolve({ status: message.status, body: message.body });
    });
  });
}

/** Follows a session from seq `from` on until the returned function is called. */
export function followInPageHost(session: string, from: number, listener: Listener): () => void {
  const id = ask({ kind: 'follow', id: 0, session, from }, listener);
  return () => {
    listeners.delete(id);
    channel?.send({ kind: 'leave', id });
  };
}

function ask(message: PageMessage, listener: Listener): number {
  channel ??= openChannel();
  lastId += 1;
  listeners.set(lastId, listener);
  channel.send({ ...message, id: lastId });
  return lastId;
}

function openChannel(): Channel {
  const hear = ({ data }: MessageEvent<WorkerMessage>): void => listeners.get(data.id)?.(data);
  if (typeof SharedWorker === 'undefined') {
    const worker = new Worker(new URL('../workers/session-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', hear);
    const port: Pick<MessagePort, 'postMessage'> = worker;
    return { send: (message) => port.postMessage(message) };
  }
  const { port } = new SharedWorker(new URL('../workers/session-worker.ts', import.meta.url), {
    type: 'module',
    name: 'loupe',
  });
  port.addEventListener('message', hear);
  port.start();
  return { send: (message) => port.postMessage(message) };
}
