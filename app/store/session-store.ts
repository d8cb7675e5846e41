import { create } from 'zustand';
import { EventLog } from '../../shared/session/log.ts';
import type { BranchId, RawFrame, RequestId } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';

/** `idle` = no session is open; `lost` = the stream broke and the page tries again. */
export type Connection = 'idle' | 'connecting' | 'open' | 'lost';

/**
 * The open session, as data only. Actions are plain functions in `session-actions.ts`. `newest` and `viewed`
 * are new objects after every change, so they can be compared by identity; the log itself is mutable and
 * grows in place.
 */
export interface SessionData {
  sessionId: string | null;
  connection: Connection;
  log: EventLog;
  /** State after the newest event; null until the first events are in. */
  newest: SessionState | null;
  /** seq of the event being looked at; null = now. */
  cursor: number | null;
  /** State at the cursor; the same object as `newest` when nobody travels. */
  viewed: SessionState | null;
  /** The branch being looked at: one that exists in `viewed`. Null until a session is open. */
  branch: BranchId | null;
  /** The branch to come back to: differs from `branch` while the cursor stands before it was made. */
  homeBranch: BranchId | null;
  /** Frames of an answer under way that are not in the log yet, by request. */
  live: ReadonlyMap<RequestId, RawFrame[]>;
}

export function emptySession(): SessionData {
  return {
    sessionId: null,
    connection: 'idle',
    log: new EventLog(),
    newest: null,
    cursor: null,
    viewed: null,
    branch: null,
    homeBranch: null,
    live: new Map(),
  };
}

export const useSession = create<SessionData>()(emptySession);
