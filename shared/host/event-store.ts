import type { SessionSummary } from '../api/contract.ts';
import type { StorePort } from '../runner/ports.ts';
import type { SessionEvent } from '../session/events.ts';

/** What a read leaves out or bounds. Both bounds are inclusive sequence numbers. */
export interface ReadRange {
  from?: number;
  to?: number;
  /** False leaves `response-chunk` events out. */
  chunks?: boolean;
}

export interface StoredSession {
  id: string;
  /** seq of the newest event. */
  newest: number;
  /** The newest stored summary; null before the first one. */
  summary: SessionSummary | null;
  /** seq that the summary was made at: smaller than `newest` when the process died between the two writes. */
  summarySeq: number;
  deleted: boolean;
}

/**
 * Where event logs live. One contract suite (`adapters/store-contract.test.ts`) holds every implementation to
 * the same behaviour; a new database means one more file beside `store-libsql.ts` and one more line there.
 */
export interface EventStore extends StorePort {
  /** Short name for `GET /api/health`. */
  readonly name: string;
  /**
   * Appends all events or none. The first must be the newest seq + 1 and the rest must follow without a gap.
   * seq 1 makes the session. Rejects with `SeqConflict` when another writer was faster or a gap would arise.
   */
  append(sessionId: string, events: SessionEvent[]): Promise<void>;
  /** Events in order; an unknown session has none. */
  read(sessionId: string, range?: ReadRange): Promise<SessionEvent[]>;
  /** All sessions that are not deleted, newest update first. */
  sessions(): Promise<StoredSession[]>;
  /** One session, deleted or not; null when it was never made. */
  session(sessionId: string): Promise<StoredSession | null>;
  /** Keeps the summary as of `seq`; an older one never replaces a newer. */
  saveSummary(sessionId: string, seq: number, summary: SessionSummary): Promise<void>;
  /** Hides a session or brings it back; false when there is no such session. */
  setDeleted(sessionId: string, deleted: boolean): Promise<boolean>;
  /** Resolves once everything accepted so far is on disk and the files are closed. */
  close(): Promise<void>;
}

/** Another writer appended first, or the events do not follow the newest one. */
export class SeqConflict extends Error {
  readonly sessionId: string;
  readonly seq: number;

  constructor(sessionId: string, seq: number) {
    super(`Event ${seq} does not follow the newest event of session ${sessionId}; reload the session and try again.`);
    this.name = 'SeqConflict';
    this.sessionId = sessionId;
    this.seq = seq;
  }
}

/**
 * Checks what no database needs to be asked for: that the events follow each other.
 * @throws SeqConflict
 */
export function requireSequence(sessionId: string, events: readonly SessionEvent[]): void {
  events.forEach((event, index) => {
    const wanted = (events[0]?.seq ?? 1) + index;
    if (!Number.isSafeInteger(event.seq) || event.seq < 1 || event.seq !== wanted)
      throw new SeqConflict(sessionId, event.seq);
  });
}
