import type { Message } from '../messages/types.ts';
import type { Breakpoint, ExceptionBreakpoints } from '../session/breakpoint-types.ts';
import type {
  BranchId,
  CallId,
  CallResult,
  CallSettings,
  ConfigData,
  EditedMessage,
  EventDraft,
  Injection,
  NodeId,
  RequestId,
  ResultSource,
  StopName,
} from '../session/events.ts';
import type { LimitName, Limits } from '../session/limits.ts';
import type { WhatIf } from '../session/what-if-types.ts';
import type { Fact } from '../loop/inputs.ts';

/**
 * Everything a person can ask of a session. `stepIn`/`stepOut` act on frames; without sub-agents `stepOut`
 * continues. Only a rest phase takes edits; `set-call` and `edit-result` also act on finished or waiting calls
 * while siblings run.
 */
export type Command =
  | { type: 'continue'; openCalls?: 'run' | 'notRun'; thinking?: 'send' | 'drop' }
  /** Goes on from the partial text of the answer that was interrupted here, by a message that asks for it. */
  | { type: 'resume-partial' }
  | { type: 'next'; granularity: 'stop' | 'turn' }
  | { type: 'stepIn' }
  | { type: 'stepOut' }
  | { type: 'pause' }
  | { type: 'terminate' }
  | { type: 'restart' }
  | { type: 'say'; text: string }
  | { type: 'fork'; head: NodeId | null; stop: StopName; name?: string }
  | { type: 'rename-branch'; name: string }
  | { type: 'delete-branch' }
  | { type: 'restore-branch' }
  /** New content for one message; `keep` = what follows stays behind it. */
  | { type: 'edit-message'; node: NodeId; message: Message; keep: boolean }
  /** A new branch on which another answer, or a fault, came in place of this one (a node, or an attempt). */
  | { type: 'what-if'; answer: NodeId | RequestId; what: WhatIf }
  /** Any change of the list: everything behind `base` becomes `messages`. */
  | { type: 'edit-history'; base: NodeId | null; messages: EditedMessage[] }
  | { type: 'edit-config'; config: ConfigData }
  | { type: 'edit-limits'; limits: Partial<Limits> }
  | { type: 'raise-limit'; limit: LimitName; to: number; openCalls?: 'run' | 'notRun' }
  | ({ type: 'set-call'; call: CallId } & CallSettings)
  /** Answers a waiting call, or changes a finished one before it is appended. */
  | { type: 'edit-result'; call: CallId; result: CallResult }
  | { type: 'set-source'; tool: string | null; source: ResultSource | null; injection?: Injection }
  /** Repairs one problem of the next request, or all errors when `path` is missing. */
  | { type: 'fix'; rule: string; path?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'set-breakpoint'; breakpoint: Breakpoint }
  | { type: 'remove-breakpoint'; breakpoint: string }
  | { type: 'set-exception-breakpoints'; exceptions: ExceptionBreakpoints };

export type CommandType = Command['type'];

/** What travels: `id` makes a repeat harmless, `at` = seq of the newest event the person saw. */
export type CommandEnvelope = Command & { id: string; branch: BranchId; at?: number };

/** Why a command cannot act now; the page has a sentence for each in both languages. */
export type RefusalCode =
  | 'moving'
  | 'waiting-for-result'
  | 'ended'
  | 'ended-at-limit'
  | 'not-at-limit'
  | 'ended-needs-edit'
  | 'ended-needs-say'
  | 'not-moving'
  | 'already-pausing'
  | 'no-subagent'
  | 'at-response'
  | 'not-at-request'
  | 'no-such-branch'
  | 'no-such-node'
  | 'no-such-call'
  | 'call-running'
  | 'call-finished'
  | 'nothing-to-undo'
  | 'nothing-to-redo'
  | 'nothing-to-fix'
  | 'empty-text'
  | 'bad-value'
  | 'no-call-to-cut'
  | 'nothing-to-resume'
  | 'last-branch'
  | 'deleted-branch'
  | 'stale';

export type Refusal = { code: RefusalCode; /** Name of the call, node or value concerned. */ detail?: string };

/** What a command comes to: the events it makes, or why it cannot act. */
export type CommandResult =
  | { events: EventDraft[]; /** Made-up news from outside, taken in right behind the events. */ facts?: Fact[] }
  | { refusal: Refusal };
