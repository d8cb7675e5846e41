import type { SessionSummary } from '../api/contract.ts';
import type { SessionEvent } from '../session/events.ts';
import { type EventStore, requireSequence, SeqConflict, type StoredSession } from './event-store.ts';

interface MemorySession {
  id: string;
  events: string[];
  chunkSeqs: Set<number>;
  updatedAt: number;
  summary: string | null;
  summarySeq: number;
  deleted: boolean;
}

/** A store that ends with the process: for headless runs and tests. Same contract as the database. */
export function createMemoryStore(): EventStore {
  const sessions = new Map<string, MemorySession>();
  return {
    name: 'memory',
    async append(sessionId, events) {
      requireSequence(sessionId, events);
      const first = events[0];
      if (first === undefined) return;
      const session = sessions.get(sessionId) ?? emptySession(sessionId);
      if (first.seq !== session.events.length + 1) throw new SeqConflict(sessionId, first.seq);
      for (const event of events) {
        session.events.push(JSON.stringify(event));
        if (event.type === 'response-chunk') session.chunkSeqs.add(event.seq);
        session.updatedAt = event.at;
      }
      sessions.set(sessionId, session);
    },
    async read(sessionId, { from = 1, to = Infinity, chunks = true } = {}) {
      const session = sessions.get(sessionId);
      if (session === undefined) return [];
      const range = session.events.map((json, index) => ({ json, seq: index + 1 })).slice(Math.max(from, 1) - 1, to);
      return range
        .filter(({ seq }) => chunks || !session.chunkSeqs.has(seq))
        .map(({ json }) => JSON.parse(json) as SessionEvent);
    },
    async sessions() {
      return [...sessions.values()]
        .filter((session) => !session.deleted)
        .sort((a, b) => b.updatedAt - a.updatedAt || compareIds(a.id, b.id))
        .map(stored);
    },
    async session(sessionId) {
      const session = sessions.get(sessionId);
      return session === undefined ? null : stored(session);
    },
    async saveSummary(sessionId, seq, summary) {
      const session = sessions.get(sessionId);
      if (session === undefined || seq < session.summarySeq) return;
      session.summary = JSON.stringify(summary);
      session.summarySeq = seq;
    },
    async setDeleted(sessionId, deleted) {
      const session = sessions.get(sessionId);
      if (session !== undefined) session.deleted = deleted;
      return session !== undefined;
    },
    async close() {},
  };
}

function emptySession(id: string): MemorySession {
  return { id, events: [], chunkSeqs: new Set(), updatedAt: 0, summary: null, summarySeq: 0, deleted: false };
}

function stored(session: MemorySession): StoredSession {
  return {
    id: session.id,
    newest: session.events.length,
    summary: session.summary === null ? null : (JSON.parse(session.summary) as SessionSummary),
    summarySeq: session.summarySeq,
    deleted: session.deleted,
  };
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
