import type { Message, RequestBody } from '../messages/types.ts';
import type { RefusalCode } from '../debugger/command-types.ts';
import type { OutcomeData, RawFrame, RequestId, SessionEvent } from '../session/events.ts';
import type { PhaseName } from '../session/state.ts';

/**
 * The HTTP contract between page and server. All paths are under `/api`; every call needs the cookie that
 * `GET /` sets (or `Authorization: Bearer LOUPE_TOKEN`) and passes Host, Origin and Sec-Fetch-Site checks;
 * `/api/health` needs the Host check only.
 *
 * GET    /api/health                     → HealthReply
 * GET    /api/sessions                   → SessionSummary[]  newest first
 * POST   /api/sessions                   CreateSession → {id}   idempotent by id; 201 new, 200 seen
 * DELETE /api/sessions/:id               → 204 (restorable: POST /api/sessions/:id/restore → 204)
 * GET    /api/sessions/:id/events        ?from=1&to=N&chunks=0|1 → SessionEvent[] (chunks=0 leaves `response-chunk` out)
 * GET    /api/sessions/:id/stream        ?from=SEQ or Last-Event-ID → SSE: `event: event` id=seq data=SessionEvent,
 *                                        `event: live` (no id) data=LiveFrames, `event: caught-up` data={seq}
 * POST   /api/sessions/:id/commands      CommandEnvelope → CommandReply; 409 RefusalReply
 * POST   /api/sessions/:id/import        ImportPart → ImportReply; the part with event 1 makes the session
 * GET    /api/setup                      → SetupReply
 * PUT    /api/setup                      SetupChange → SetupReply
 * Errors: {error:{code,message}} with a sentence that says what to do.
 */
export interface HealthReply {
  status: 'ok';
  version: string;
  store: string;
}

export interface SessionSummary {
  id: string;
  title: string;
  scenario: string | null;
  model: string;
  createdAt: number;
  updatedAt: number;
  phase: PhaseName;
  /** True while anything of it moves. */
  moving: boolean;
  turn: number;
  outcome: OutcomeData | null;
  branches: number;
  events: number;
}

export type CreateSession = {
  /** Client-made UUID. */
  id: string;
  title?: string;
  language?: 'en' | 'zh-CN';
  /** Create only when the store holds no session yet (the first `refund`). */
  ifEmpty?: boolean;
} & (
  | { scenario: string }
  | { document: unknown }
  | { request: RequestBody; endpoint?: 'scripted' | 'live' }
  | { messages: Message[]; model: string }
);

/**
 * A part of an imported session: at most 500 events or about 1 MB (one event may be larger). Parts come in order, each
 * may be sent again; commands are refused with 409 `importing` until the last one is in.
 */
export interface ImportPart {
  events: SessionEvent[];
  last: boolean;
}

export interface ImportReply {
  /** seq of the newest stored event. */
  seq: number;
}

export interface LiveFrames {
  request: RequestId;
  frames: RawFrame[];
}

export interface CommandReply {
  ok: true;
  /** seq of the newest event once the command was folded. */
  seq: number;
  /** For `fork`, `restart` and edits that make a branch. */
  branch?: string;
}

export interface RefusalReply {
  error: {
    code: RefusalCode;
    message: string;
    phase: PhaseName;
    /** seq of the stop the branch is at now. */
    at: number;
    /** For `stale`: events since the one the person saw, newest last, at most 20. */
    since?: SessionEvent[];
  };
}

export interface ErrorReply {
  error: { code: string; message: string };
}

/** A key's value never travels back. */
export interface SetupReply {
  key: { present: boolean; source: 'env' | 'typed' | null };
  baseUrl: { value: string; source: 'env' | 'typed' | 'default' };
}

export interface SetupChange {
  /** Empty string forgets a typed key. */
  apiKey?: string;
  /** Changing it forgets a typed key. */
  baseUrl?: string;
}
