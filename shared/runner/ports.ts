import type { ContentBlock, RequestBody } from '../messages/types.ts';
import type { AttemptError, CallId, RawFrame, RequestId, ResultSource, SessionEvent } from '../session/events.ts';

/** Everything the runner needs from outside. The server, the CLI and a page's worker each bring their own. */
export interface Ports {
  clock: Clock;
  store: StorePort;
  model: ModelPort;
  tools: ToolPort;
  publish: Publish;
  /** Replaces the literal value of every known secret in an event, before it is stored or shown. */
  redact(event: SessionEvent): SessionEvent;
}

export interface Clock {
  /** Milliseconds since the epoch (simulated: since the run began). */
  now(): number;
  /** Runs `fire` once after `ms`; the returned function cancels. */
  timer(ms: number, fire: () => void): () => void;
  /** Uniform in [0, 1): the jitter of back-off. */
  random(): number;
  /** Brackets work that is under way, so that a simulated clock jumps only when everything waits. Real clocks: no-op. */
  busy(): () => void;
}

/** Appends are conditional on seq: the first event must be `newest + 1`, else the promise rejects. */
export interface StorePort {
  append(sessionId: string, events: SessionEvent[]): Promise<void>;
}

export interface ModelCall {
  sessionId: string;
  request: RequestId;
  body: RequestBody;
  endpoint: 'scripted' | 'live';
  /** Position in the script, sent as `x-loupe-step` to the scripted API only. */
  scriptCursor: number;
  signal: AbortSignal;
  /** Called once the response's head is in; `nextCursor` as in `ModelOutcome`, so that a hung answer counts as served. */
  onHead(status: number, requestId: string | null, nextCursor?: number | null): void;
  /** Raw bytes of the body as they come. */
  onBytes(bytes: Uint8Array): void;
}

/** The script's new position, when the scripted API told it (`x-loupe-next-step`). */
export type ModelOutcome =
  | { ok: true; nextCursor: number | null; /** A JSON answer, not a stream. */ json: boolean }
  | { ok: false; nextCursor: number | null; error: AttemptError };

export interface ModelPort {
  /**
   * Sends one try. Resolves when the body ended or failed; never rejects, never retries by itself.
   * An HTTP error is `ok: false` with `kind: 'http'`; a broken connection `connection` before and `stream`
   * after the head; an abort `cancelled`.
   */
  send(call: ModelCall): Promise<ModelOutcome>;
}

export interface ToolCall {
  sessionId: string;
  call: CallId;
  toolUseId: string;
  name: string;
  input: unknown;
  source: ResultSource;
  signal: AbortSignal;
}

export interface ToolOutcome {
  content: string | ContentBlock[];
  is_error: boolean;
}

export interface ToolPort {
  /** What a call waits for: `none` answers by itself, `typed` needs a person, `script` waits for a `tool_done` step. */
  waitsFor(call: Omit<ToolCall, 'signal'>): 'none' | 'typed' | 'script';
  /** Runs one call. Resolves with an `is_error` result when it fails; rejects only when aborted. */
  run(call: ToolCall): Promise<ToolOutcome>;
}

export interface Publish {
  events(sessionId: string, events: SessionEvent[]): void;
  live(sessionId: string, request: RequestId, frames: RawFrame[]): void;
}
