import type { ContentBlock, ErrorBody, Message, RequestSettings, ResponseMessage, Role } from '../messages/types.ts';
import type { Breakpoint, ExceptionBreakpoints } from './breakpoint-types.ts';
import type { Limits, LimitName } from './limits.ts';
import type { MadeUp } from './what-if-types.ts';

/**
 * The event log: the one source of every state, the storage format and the file format (`*.loupe.jsonl`).
 * Any change of a shape here means a new EVENT_VERSION, a one-step upgrader in `upgrade.ts` and a kept old
 * file in the tests.
 */
export const EVENT_VERSION = 1;

/** Ids derive from the sequence number of the event that made the thing: `m12`, `b3`, `c2`, `r5`, `q6`. */
export type NodeId = string;
export type BranchId = string;
export type ConfigId = string;
export type RunId = string;
export type RequestId = string;
/** `<assistant node>.<block index>`, for example `m12.2`; unique within a branch. */
export type CallId = string;

export type StopName = 'request' | 'response' | 'tools' | 'results';
/** Where a branch stands: at a stop, on the move, or at its end (MACHINE §1). */
export type PhaseName = StopName | 'sending' | 'backing-off' | 'running' | 'ended';
/** The Debug Adapter Protocol's `stopped.reason`, as far as a loop has it. */
export type StoppedReason = 'entry' | 'step' | 'breakpoint' | 'pause' | 'exception' | 'limit' | 'interrupted' | 'fork';
/** Why a branch was made. */
export type BranchOrigin = 'fork' | 'edit' | 'restart' | 'what-if';
export type RunMode = 'live' | 'headless' | 'import' | 'proxy';

/** Where a tool's result comes from. */
export type ResultSource = 'live' | 'scripted' | 'recorded' | 'typed' | 'javascript' | 'injected';
/** What a person injects instead of a result. `ms` delays a scripted result, `timeout` never answers. */
export type Injection = { kind: 'error'; text: string } | { kind: 'delay'; ms: number } | { kind: 'timeout' };
export type Decision = 'ask' | 'allow' | 'deny';

/** What a branch sends, apart from the messages. Immutable: a change makes a new record. */
export interface ConfigData {
  /** Body of the request without `messages`, keys as given. */
  body: RequestSettings;
  /** `scripted` answers from the session's scenario, `live` goes to the configured endpoint. */
  endpoint: 'scripted' | 'live';
  /** Id of the loop's policy; `correct` for the right loop (curriculum §6 lists the wrong ones). */
  policy: string;
}

export interface OutcomeData {
  status: 'done' | 'stopped' | 'failed';
  reason: string;
}

/**
 * A message put into the tree by an edit: given content, or an existing node once more (`from`). `replaces` names the
 * node it is a new version of: it keeps that node's answer, calls and stop_reason as far as they still hold.
 */
export type EditedMessage =
  | { role: Role; content: Message['content']; extra?: Record<string, unknown>; replaces?: NodeId }
  | { from: NodeId };

export interface AttemptError {
  /** `connection` has no HTTP status; `stream` broke after its head; `interrupted` = the host died or was told to stop. */
  kind: 'http' | 'connection' | 'timeout' | 'stream' | 'interrupted' | 'cancelled';
  status?: number;
  type: string;
  message: string;
  /** The API's envelope, when it sent one. */
  body?: ErrorBody | string;
  requestId?: string | null;
  retryable: boolean;
  /** Milliseconds asked for by `retry-after(-ms)`. */
  retryAfterMs?: number;
  /** Value of `x-should-retry`, when sent. */
  shouldRetry?: boolean;
}

/** A frame of the raw stream: milliseconds since the request left, and the bytes as text or base64. */
export type RawFrame = [dtMs: number, data: string | { b64: string }];

export interface CallResult {
  content: string | ContentBlock[];
  is_error: boolean;
}

/** What a person can set on a call before it runs; only the keys that change. `injection` null takes one away. */
export interface CallSettings {
  input?: unknown;
  source?: ResultSource;
  injection?: Injection | null;
  decision?: Decision;
}

/** Something in an imported file that would reach out; nothing of it takes effect until a person enables it. */
export interface QuarantinedItem {
  kind: 'mcp_server' | 'server_tool' | 'remote_content' | 'setting';
  /** Plain JSON path into the imported conversation. */
  path: string;
  /** Exactly what it is, as one text. */
  text: string;
}

/** Where a session came from. `format` and `quarantine` belong to imported ones. */
export interface SessionOrigin {
  kind: 'scenario' | 'request' | 'import';
  /** Scenario id, or the name of the imported file. */
  name?: string;
  /** Id of the format it was read from. */
  format?: string;
  quarantine?: QuarantinedItem[];
}

export type EventBody =
  | {
      type: 'session-create';
      title: string;
      /** Built-in scenario id, or the document itself when it came from a file. */
      scenario?: { id: string; language: 'en' | 'zh-CN' } | { document: unknown };
      limits: Limits;
      config: ConfigData;
      messages: Message[];
      origin: SessionOrigin;
    }
  /** `joins`: part of the edit right before it, so that one undo takes back both. */
  | { type: 'config-set'; config: ConfigData; joins?: true }
  | { type: 'limits-set'; limits: Limits; before: Limits }
  /** `injection` belongs to the source, as in `CallSettings`; none when it is missing. */
  | { type: 'source-set'; tool: string | null; source: ResultSource | null; injection?: Injection }
  | {
      type: 'branch-create';
      name: string;
      why: BranchOrigin;
      from: BranchId;
      head: NodeId | null;
      config: ConfigId;
      scriptCursor: number;
      /** The stop the new branch rests at; `tools` and `results` copy finished values as `recorded`. */
      stop: StopName;
      copyCalls: boolean;
      resetCounters: boolean;
    }
  | { type: 'branch-change'; name?: string; deleted?: boolean }
  | {
      type: 'head-move';
      to: NodeId | null;
      stop: StopName;
      /** `ask-again`: a cut answer stays in the tree, and the same messages are sent with `patch`. */
      why: 'undo' | 'redo' | 'ask-again';
      patch?: Record<string, unknown>;
    }
  | {
      type: 'history-edit';
      /** Node that stays in front of the edited part; null edits from the first message on. */
      base: NodeId | null;
      /** Replacement of everything behind `base`; node ids are `m<seq>.<index>`. */
      messages: EditedMessage[];
      why: 'edit' | 'fix' | 'say' | 'drop-thinking' | 'resume';
      /** Node that this edit replaces, for the label "edited" and the way back. */
      replaces?: NodeId;
      rule?: string;
    }
  | { type: 'breakpoint-set'; breakpoint: Breakpoint; removed?: boolean }
  | { type: 'exception-breakpoints-set'; exceptions: ExceptionBreakpoints }
  | {
      type: 'run-start';
      mode: RunMode;
      /** Phase at which the run begins; a continuation goes on where the last one ended. */
      phase: StopName;
    }
  | {
      type: 'stopped';
      reason: StoppedReason;
      stop: StopName;
      /** Breakpoints hit and the calls they matched. */
      breakpoints?: string[];
      /** Matches of each of them here: one per call meant, at least one. */
      hits?: [breakpoint: string, count: number][];
      calls?: CallId[];
      text?: string;
    }
  | { type: 'continued'; command: 'continue' | 'next' | 'stepIn' | 'stepOut' | 'pause'; granularity?: 'stop' | 'turn' }
  /** `reached`: the figure at which the limit tripped; the limit's own value when left out. */
  | { type: 'limit-hit'; limit: LimitName; value: number; reached?: number; tool?: string }
  | {
      type: 'run-end';
      outcome: OutcomeData;
      limit?: { limit: LimitName; value: number; at: number; tool?: string };
      /** Where the branch stood: a continuation goes on there. */
      phase: PhaseName;
    }
  | {
      type: 'request-start';
      config: ConfigId;
      /**
       * Ids of the messages behind `base`, in order; without a base, of all of them. `base` is the newest message
       * that the branch's previous request carried too, so that the log of a long session grows by what is new.
       */
      messages: NodeId[];
      base?: NodeId;
      /** What differs from config + messages (a larger `max_tokens` after a cut, open calls answered). */
      patch?: Record<string, unknown>;
      /** 53-bit hash of the body, hexadecimal; `bodyHash` in `shared/loop/compose.ts`. */
      bodyHash: string;
      try: number;
      turn: number;
      scriptCursor: number;
      /** Set when nothing is sent: what follows as its answer is made up from another one. */
      madeUp?: MadeUp;
    }
  | {
      type: 'response-head';
      request: RequestId;
      status: number;
      requestId: string | null;
      /** Where the script stands behind this answer, when its head said so: a hung answer was served, too. */
      nextCursor?: number;
    }
  | { type: 'response-chunk'; request: RequestId; frames: RawFrame[] }
  | {
      type: 'response-end';
      request: RequestId;
      message: ResponseMessage;
      /** Raw text of tool inputs that did not parse, by `tool_use` id. */
      rawInput?: [id: string, raw: string][];
      /** `refused` and `empty` answers, and a cut call that is asked again, do not become messages. */
      outcome: 'complete' | 'refused' | 'empty' | 'abandoned';
      scriptCursor: number;
    }
  | {
      type: 'request-error';
      request: RequestId;
      error: AttemptError;
      /** What had arrived, as far as it can be read. */
      partial?: ResponseMessage;
      rawInput?: [id: string, raw: string][];
      outcome: 'failed' | 'cut' | 'interrupted' | 'abandoned';
      scriptCursor: number;
    }
  | { type: 'retry-wait'; request: RequestId; try: number; of: number; ms: number; until: number }
  | ({ type: 'call-set'; call: CallId; before: CallSettings; why?: 'undo' | 'redo' } & CallSettings)
  | { type: 'tool-call-start'; call: CallId; name: string; input: unknown; source: ResultSource }
  | { type: 'tool-call-wait'; call: CallId; why: 'asks' | 'waiting' }
  | {
      type: 'tool-call-end';
      call: CallId;
      result: CallResult;
      state: 'ok' | 'error' | 'denied' | 'cut';
      source: ResultSource;
      durationMs: number;
    }
  /** After a crash: started, no end in the log; nobody knows whether it ran. */
  | { type: 'tool-call-doubt'; call: CallId }
  | { type: 'result-edit'; call: CallId; result: CallResult; before: CallResult; why?: 'undo' | 'redo' }
  | {
      type: 'late';
      effect: number;
      what: 'response' | 'tool-result';
      call?: CallId;
      request?: RequestId;
      result?: CallResult;
    }
  | {
      type: 'message-append';
      role: Role;
      content: Message['content'];
      /** Fields of an imported message beside role and content. */
      extra?: Record<string, unknown>;
      origin: 'answer' | 'results' | 'say' | 'continue';
      /** For an answer: the attempt it came from. */
      request?: RequestId;
      /** For results: the call behind each block, in block order. */
      calls?: CallId[];
    }
  /** A match that did not stop: printed when it has a text, counted for the hit condition in any case. */
  | { type: 'log-point'; breakpoint: string; text: string | null; hits: number };

export interface EventEnvelope {
  v: number;
  /** 1, 2, 3 … without a gap. */
  seq: number;
  /** Milliseconds since the epoch (simulated runs: since the run began). */
  at: number;
  branch: BranchId;
  run?: RunId;
  frame?: string;
  /** Id of the command that caused it. */
  cause?: string;
}

export type SessionEvent = EventEnvelope & EventBody;
export type EventType = EventBody['type'];
export type EventOf<T extends EventType> = EventEnvelope & Extract<EventBody, { type: T }>;
/** What `transition` decides: an event that has no number and no time yet. */
export type EventDraft = EventBody & { branch: BranchId; cause?: string };
