import type { Message, ResponseMessage, Role, StopReason } from '../messages/types.ts';
import type { Breakpoint, ExceptionBreakpoints } from './breakpoint-types.ts';
import type {
  AttemptError,
  BranchId,
  BranchOrigin,
  CallId,
  CallResult,
  CallSettings,
  ConfigData,
  ConfigId,
  Decision,
  Injection,
  NodeId,
  OutcomeData,
  PhaseName,
  RawFrame,
  RequestId,
  ResultSource,
  RunId,
  RunMode,
  SessionOrigin,
  StopName,
  StoppedReason,
} from './events.ts';
import type { LimitName, Limits } from './limits.ts';
import type { MadeUp } from './what-if-types.ts';

/**
 * State = append-only tables of finished things + one small record. An earlier state is the record of that
 * moment together with the table lengths in it, so time travel copies nothing.
 */
export interface SessionState {
  /** Shared by all states of one fold: `reduce` pushes, nobody else writes. Read through `lengths`. */
  tables: Tables;
  record: SessionRecord;
}

export interface Tables {
  nodes: MessageNode[];
  attempts: Attempt[];
  calls: FinishedCall[];
  configs: Config[];
  late: LateFact[];
  /** Index into `nodes` and `attempts` by id. */
  nodeIndex: Map<NodeId, number>;
  attemptIndex: Map<RequestId, number>;
  configIndex: Map<ConfigId, number>;
}

export interface TableLengths {
  nodes: number;
  attempts: number;
  calls: number;
  configs: number;
  late: number;
}

/** One message in the tree. */
export interface MessageNode {
  id: NodeId;
  seq: number;
  at: number;
  parent: NodeId | null;
  branch: BranchId;
  role: Role;
  content: Message['content'];
  /** Fields of the message beside role and content. */
  extra?: Record<string, unknown>;
  origin: 'first' | 'answer' | 'results' | 'say' | 'continue' | 'edit' | 'fix' | 'import';
  config: ConfigId;
  /** Answers: the attempt it came from, its stop_reason and the turn it ends. */
  request?: RequestId;
  stopReason?: StopReason;
  /** 1-based number of the answer on its path; results carry the turn whose calls they answer. */
  turn: number;
  /** Results: the call behind each block. */
  calls?: CallId[];
  /** The node an edit replaced. */
  replaces?: NodeId;
  /** Messages up to and including this one. */
  depth: number;
}

/** One finished try at one request; the accepted ones also became a node (`MessageNode.request`). */
export interface Attempt {
  id: RequestId;
  /** seq of `request-start`; `endSeq` of the event that closed it. Chunks lie between. */
  seq: number;
  endSeq: number;
  branch: BranchId;
  config: ConfigId;
  /** The messages behind `base`, or all of them where there is no base; `sentMessages` gives the whole list. */
  messages: NodeId[];
  base?: NodeId;
  patch?: Record<string, unknown>;
  bodyHash: string;
  try: number;
  turn: number;
  /** Head of the branch when it was sent: the attempt hangs under this node. */
  head: NodeId | null;
  startedAt: number;
  headAt: number | null;
  endedAt: number;
  requestId: string | null;
  outcome: 'complete' | 'refused' | 'empty' | 'abandoned' | 'failed' | 'cut' | 'interrupted';
  /** The whole message, or what had arrived. */
  message: ResponseMessage | null;
  error: AttemptError | null;
  rawInput: [id: string, raw: string][];
  /** Position in the script before and after this try. */
  scriptCursor: [before: number, after: number];
  /** Nothing was sent, and the answer was made up. */
  madeUp?: MadeUp;
}

export interface FinishedCall {
  id: CallId;
  branch: BranchId;
  node: NodeId;
  block: number;
  /** The `tool_use` id, which the result names. */
  toolUseId: string;
  name: string;
  /** What was executed; differs from the block's input when a person changed it. */
  input: unknown;
  inputEdited: boolean;
  source: ResultSource;
  state: 'ok' | 'error' | 'denied' | 'cut';
  result: CallResult;
  resultEdited: boolean;
  startedAt: number | null;
  endedAt: number;
  durationMs: number;
  /** The user message that carries the result. */
  resultNode: NodeId;
}

export interface Config extends ConfigData {
  id: ConfigId;
  seq: number;
  branch: BranchId;
}

export interface LateFact {
  seq: number;
  branch: BranchId;
  what: 'response' | 'tool-result';
  call?: CallId;
  request?: RequestId;
  result?: CallResult;
}

export type CallState = 'queued' | 'asks' | 'waiting' | 'running' | 'ok' | 'error' | 'denied' | 'cut' | 'in-doubt';

/** A call of the newest answer, from `tools` until its result is appended. */
export interface OpenCall {
  id: CallId;
  node: NodeId;
  block: number;
  toolUseId: string;
  name: string;
  input: unknown;
  inputEdited: boolean;
  /** Raw text when the model's input did not parse. */
  rawInput?: string;
  source: ResultSource;
  injection: Injection | null;
  decision: Decision;
  state: CallState;
  /** seq of `tool-call-start`: the effect's id. */
  effect: number | null;
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number;
  result: CallResult | null;
  /** The result before the first hand edit. */
  original: CallResult | null;
}

export interface OpenAttempt {
  id: RequestId;
  /** seq of `request-start`: the effect's id. */
  effect: number;
  config: ConfigId;
  messages: NodeId[];
  base?: NodeId;
  patch?: Record<string, unknown>;
  bodyHash: string;
  try: number;
  turn: number;
  startedAt: number;
  headAt: number | null;
  requestId: string | null;
  scriptCursor: number;
  /** Where the script stands behind the answer that is coming, once its head has said so. */
  nextCursor: number | null;
  /** When the last byte came; a try without news for `requestTimeoutMs` is a connection fault. */
  heardAt: number;
  /** What the log holds of the stream so far. */
  frames: RawFrame[];
  /** Nothing was sent, and the answer is made up. */
  madeUp?: MadeUp;
}

export type { PhaseName };

/** How far a run may go before it stops by itself. */
export type Goal =
  | { kind: 'continue' }
  | { kind: 'stop' }
  | { kind: 'turn'; stop: StopName; turn: number }
  | { kind: 'pause' };

export interface Counters {
  /** Attempts sent, retries too. */
  requests: number;
  /** Accepted or ended responses. */
  turns: number;
  toolRuns: number;
  /** Tokens counted against the budget. */
  tokens: number;
  inputTokens: number;
  outputTokens: number;
  pausesInRow: number;
  toolErrorsInRow: number;
  autoContinues: number;
  /** Milliseconds in moving phases, up to `movingSince`. */
  elapsedMs: number;
  /** First node that belongs to this count; `maxIdenticalCalls` looks back to it. */
  sinceDepth: number;
}

export interface Branch {
  id: BranchId;
  name: string;
  deleted: boolean;
  from: { branch: BranchId; head: NodeId | null; why: BranchOrigin } | null;
  head: NodeId | null;
  config: ConfigId;
  scriptCursor: number;
  edited: boolean;
  phase: PhaseName;
  /** Set while resting at a stop; null while moving and when ended. */
  stopped: { reason: StoppedReason; seq: number; breakpoints: string[]; calls: CallId[]; text?: string } | null;
  /** True once the stop of this phase was passed, so that it is not asked again. A run that begins at an end asks. */
  passed: boolean;
  goal: Goal | null;
  run: { id: RunId; mode: RunMode } | null;
  /** Number of runs begun on this branch. */
  runs: number;
  /** Turn (from 1) that the newest answer ended; while a request is composed or sent, the one its answer will end. */
  turn: number;
  counters: Counters;
  attempt: OpenAttempt | null;
  /** At `response`: the attempt just finished. */
  lastAttempt: RequestId | null;
  backoff: { request: RequestId; try: number; of: number; ms: number; until: number; effect: number } | null;
  /** Failed tries of the request that is being composed or sent; one that was interrupted does not count. */
  tries: number;
  /** Newest message that a request of this branch carried; the next one names only what lies behind it. */
  sentHead: NodeId | null;
  /** Larger `max_tokens` and the like for the next request only. */
  nextPatch: Record<string, unknown> | null;
  calls: OpenCall[];
  outcome: OutcomeData | null;
  limit: { limit: LimitName; value: number; at: number; tool?: string } | null;
  /** Phase that the end interrupted; a continuation goes on there. */
  endedIn: PhaseName | null;
  /** When the part of a run that `timeoutMs` counts began; null while it waits for a person or rests. */
  movingSince: number | null;
  /** Where edits came from, newest last. */
  undo: UndoStep[];
  redo: UndoStep[];
}

/** What one undo goes back to: a place in the tree, or an older draft of an open call. */
export type UndoStep = PlaceStep | CallStep | ResultStep;

/** Where a branch stood before an edit, with everything that the edit would lose. */
export interface PlaceStep {
  label: 'edit' | 'config' | 'say' | 'fix';
  head: NodeId | null;
  config: ConfigId;
  stop: StopName;
  calls: OpenCall[];
  edited: boolean;
  counters: Counters;
}

/** What a call was set to before a person changed it. */
export interface CallStep {
  label: 'call';
  call: CallId;
  before: CallSettings;
}

/** What a result was before a person changed it. */
export interface ResultStep {
  label: 'result';
  call: CallId;
  before: CallResult;
}

export interface SessionRecord {
  seq: number;
  at: number;
  title: string;
  scenario: { id: string; language: 'en' | 'zh-CN' } | { document: unknown } | null;
  origin: SessionOrigin;
  createdAt: number;
  limits: Limits;
  branches: Branch[];
  breakpoints: Breakpoint[];
  /** Matches so far, by breakpoint id. */
  hits: [id: string, count: number][];
  exceptions: ExceptionBreakpoints;
  /** Result source for a tool (`null` name: for the session). */
  sources: [tool: string | null, source: ResultSource, injection?: Injection][];
  lengths: TableLengths;
}
