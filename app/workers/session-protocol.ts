import type { LiveFrames } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';

/** What a page asks of the worker that holds its sessions. Paths and bodies are those of `shared/api/contract.ts`. */
export type PageMessage =
  | { kind: 'call'; id: number; method: string; path: string; body?: unknown }
  /** Events from seq `from` on, until `leave` with the same id. */
  | { kind: 'follow'; id: number; session: string; from: number }
  | { kind: 'leave'; id: number };

export type WorkerMessage =
  | { kind: 'reply'; id: number; status: number; body: unknown }
  | { kind: 'events'; id: number; events: SessionEvent[] }
  | { kind: 'live'; id: number; frames: LiveFrames }
  | { kind: 'caught-up'; id: number }
  /** The session was closed or deleted; following must begin anew. */
  | { kind: 'lost'; id: number };
