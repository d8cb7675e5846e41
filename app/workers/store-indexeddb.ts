import type { SessionSummary } from '../../shared/api/contract.ts';
import {
  type EventStore,
  type ReadRange,
  requireSequence,
  SeqConflict,
  type StoredSession,
} from '../../shared/host/event-store.ts';
import type { SessionEvent } from '../../shared/session/events.ts';

const VERSION = 1;

/** JSON text and no objects: a structured clone would lose nothing, but a log is text wherever it lives. */
interface EventRow {
  session: string;
  seq: number;
  chunk: boolean;
  json: string;
}

interface SessionRow extends StoredSession {
  updatedAt: number;
}

/**
 * Where a page without a server keeps its sessions: the browser's own database, one for each origin.
 * Rejects when the browser gives none (private windows of some browsers, a full disk).
 */
export async function openIndexedDbStore(factory: IDBFactory, name = 'loupe'): Promise<EventStore> {
  const database = await openDatabase(factory, name);
  const write = (): IDBTransaction => database.transaction(['sessions', 'events'], 'readwrite');
  const sessions = (): IDBObjectStore => database.transaction('sessions').objectStore('sessions');
  return {
    name: 'indexeddb',
    append: async (sessionId, events) => append(write, sessionId, events),
    read: (sessionId, range) => read(database, sessionId, range),
    async sessions() {
      const rows: SessionRow[] = await settled(sessions().getAll());
      return rows
        .filter((row) => !row.deleted)
        .toSorted(newestFirst)
        .map(storedSession);
    },
    async session(sessionId) {
      const row: SessionRow | undefined = await settled(sessions().get(sessionId));
      return row === undefined ? null : storedSession(row);
    },
    async saveSummary(sessionId, seq, summary) {
      await change(write(), sessionId, (row) => (seq < row.summarySeq ? row : { ...row, summary, summarySeq: seq }));
    },
    setDeleted: (sessionId, deleted) => change(write(), sessionId, (row) => ({ ...row, deleted })),
    close: async () => database.close(),
  };
}

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const opening = factory.open(name, VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('sessions', { keyPath: 'id' });
    opening.result.createObjectStore('events', { keyPath: ['session', 'seq'] });
  };
  return settled(opening);
}

async function append(begin: () => IDBTransaction, sessionId: string, events: SessionEvent[]): Promise<void> {
  requireSequence(sessionId, events);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return;
  const transaction = begin();
  const done = ended(transaction);
  const row: SessionRow | undefined = await settled(transaction.objectStore('sessions').get(sessionId));
  if (first.seq !== (row?.newest ?? 0) + 1) {
    transaction.abort();
    await done.catch(() => undefined);
    throw new SeqConflict(sessionId, first.seq);
  }
  const rows = transaction.objectStore('events');
  for (const event of events) rows.add(rowOf(sessionId, event));
  transaction
    .objectStore('sessions')
    .put({ ...(row ?? emptyRow(sessionId)), newest: last.seq, updatedAt: last.at } satisfies SessionRow);
  await done;
}

function rowOf(session: string, event: SessionEvent): EventRow {
  return { session, seq: event.seq, chunk: event.type === 'response-chunk', json: JSON.stringify(event) };
}

function emptyRow(id: string): SessionRow {
  return { id, newest: 0, summary: null, summarySeq: 0, deleted: false, updatedAt: 0 };
}

async function read(
  database: IDBDatabase,
  sessionId: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER, chunks = true }: ReadRange = {},
): Promise<SessionEvent[]> {
  if (from > to) return [];
  const range = IDBKeyRange.bound([sessionId, from], [sessionId, Math.min(to, Number.MAX_SAFE_INTEGER)]);
  const rows: EventRow[] = await settled(database.transaction('events').objectStore('events').getAll(range));
  return rows.filter((row) => chunks || !row.chunk).map((row) => JSON.parse(row.json) as SessionEvent);
}

/** False when there is no such session. */
async function change(
  transaction: IDBTransaction,
  sessionId: string,
  to: (row: SessionRow) => SessionRow,
): Promise<boolean> {
  const done = ended(transaction);
  const store = transaction.objectStore('sessions');
  const row: SessionRow | undefined = await settled(store.get(sessionId));
  if (row !== undefined) store.put(to(row));
  await done;
  return row !== undefined;
}

function storedSession({ id, newest, summary, summarySeq, deleted }: SessionRow): StoredSession {
  return { id, newest, summary: summary as SessionSummary | null, summarySeq, deleted };
}

function newestFirst(left: SessionRow, right: SessionRow): number {
  return right.updatedAt - left.updatedAt || (left.id < right.id ? -1 : 1);
}

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser refused its database.')));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('The browser gave the write up.'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });
}
