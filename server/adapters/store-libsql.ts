import { pathToFileURL } from 'node:url';
import { type Client, createClient, type InStatement, LibsqlError, type Row } from '@libsql/client';
import type { SessionSummary } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { type EventStore, requireSequence, SeqConflict, type StoredSession } from '../../shared/host/event-store.ts';
import { extractPayloads, type PayloadRef, restorePayloads } from './payloads.ts';
import { migrate } from './migrate.ts';

const BUSY_TIMEOUT_MS = 5000;
/** Hashes asked for in one statement; SQLite's own bound on parameters is 32,766. */
const HASHES_AT_ONCE = 500;

/**
 * The default store: one SQLite file in the data folder, through libSQL.
 *
 * One connection only: WAL belongs to the file, but `synchronous` and `busy_timeout` belong to a connection.
 * synchronous=NORMAL in WAL mode survives `kill -9` whole; a power cut may lose the newest commits, never the
 * order (https://sqlite.org/pragma.html#pragma_synchronous).
 *
 * @param file path of the database; made when missing, its folder must exist.
 * @throws when the file belongs to a newer Loupe or is no database.
 */
export async function openLibsqlStore(file: string): Promise<EventStore> {
  const client = createClient({ url: pathToFileURL(file).href, concurrency: 1, timeout: BUSY_TIMEOUT_MS });
  try {
    await client.execute('PRAGMA journal_mode=WAL');
    await client.execute('PRAGMA synchronous=NORMAL');
    await migrate(client);
  } catch (error) {
    client.close();
    throw error;
  }
  return storeOver(client);
}

function storeOver(client: Client): EventStore {
  return {
    name: 'libsql',
    append: (sessionId, events) => append(client, sessionId, events),
    async read(sessionId, { from = 1, to = Number.MAX_SAFE_INTEGER, chunks = true } = {}) {
      const found = await client.execute({
        sql: `select json, payloads from events where session_id = ? and seq between ? and ?
              ${chunks ? '' : `and type <> 'response-chunk'`} order by seq`,
        args: [sessionId, from, Math.min(to, Number.MAX_SAFE_INTEGER)],
      });
      return restoreRows(client, sessionId, found.rows);
    },
    async sessions() {
      const found = await client.execute(`${SESSION_COLUMNS} where deleted = 0 order by updated_at desc, id`);
      return found.rows.map(storedSession);
    },
    async session(sessionId) {
      const found = await client.execute({ sql: `${SESSION_COLUMNS} where id = ?`, args: [sessionId] });
      const row = found.rows[0];
      return row === undefined ? null : storedSession(row);
    },
    async saveSummary(sessionId, seq, summary) {
      await client.execute({
        sql: 'update sessions set summary = ?, summary_seq = ? where id = ? and summary_seq <= ?',
        args: [JSON.stringify(summary), seq, sessionId, seq],
      });
    },
    async setDeleted(sessionId, deleted) {
      const done = await client.execute({
        sql: 'update sessions set deleted = ? where id = ?',
        args: [deleted ? 1 : 0, sessionId],
      });
      return done.rowsAffected > 0;
    },
    async close() {
      client.close();
    },
  };
}

const SESSION_COLUMNS = `select id, summary, summary_seq, deleted,
  (select max(seq) from events where session_id = sessions.id) as newest from sessions`;

async function append(client: Client, sessionId: string, events: readonly SessionEvent[]): Promise<void> {
  requireSequence(sessionId, events);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return;
  const statements = events.flatMap((event) => insertEvent(sessionId, event));
  statements.push({
    sql: `insert into sessions (id, updated_at) values (?, ?)
          on conflict (id) do update set updated_at = excluded.updated_at`,
    args: [sessionId, Math.round(last.at)],
  });
  try {
    await client.batch(statements, 'write');
  } catch (error) {
    if (isSeqConflict(error)) throw new SeqConflict(sessionId, first.seq);
    throw error;
  }
}

function insertEvent(sessionId: string, event: SessionEvent): InStatement[] {
  const { json, refs, texts } = extractPayloads(event);
  const payloads = [...texts].map(([hash, text]) => ({
    sql: 'insert or ignore into payloads (session_id, hash, text) values (?, ?, ?)',
    args: [sessionId, hash, text],
  }));
  const row = {
    sql: 'insert into events (session_id, seq, type, json, payloads) values (?, ?, ?, ?, ?)',
    args: [sessionId, event.seq, event.type, json, refs.length === 0 ? null : JSON.stringify(refs)],
  };
  return [row, ...payloads];
}

/** The trigger of migration 001 answers with `seq-conflict`. */
function isSeqConflict(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'SQLITE_CONSTRAINT' && error.message.includes('seq-conflict');
}

async function restoreRows(client: Client, sessionId: string, rows: readonly Row[]): Promise<SessionEvent[]> {
  const refsOf = (row: Row): PayloadRef[] => (row['payloads'] === null ? [] : JSON.parse(String(row['payloads'])));
  const refs = rows.map(refsOf);
  const texts = await readTexts(client, sessionId, new Set(refs.flat().map(([, hash]) => hash)));
  return rows.map((row, index) => {
    const event = JSON.parse(String(row['json'])) as SessionEvent;
    restorePayloads(event, refs[index] ?? [], texts);
    return event;
  });
}

async function readTexts(client: Client, sessionId: string, wanted: Set<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const hashes = [...wanted];
  for (let start = 0; start < hashes.length; start += HASHES_AT_ONCE) {
    const some = hashes.slice(start, start + HASHES_AT_ONCE);
    const found = await client.execute({
      sql: `select hash, text from payloads where session_id = ? and hash in (${some.map(() => '?').join(', ')})`,
      args: [sessionId, ...some],
    });
    for (const row of found.rows) texts.set(String(row['hash']), String(row['text']));
  }
  return texts;
}

function storedSession(row: Row): StoredSession {
  return {
    id: String(row['id']),
    newest: Number(row['newest'] ?? 0),
    summary: row['summary'] === null ? null : (JSON.parse(String(row['summary'])) as SessionSummary),
    summarySeq: Number(row['summary_seq']),
    deleted: Number(row['deleted']) === 1,
  };
}
