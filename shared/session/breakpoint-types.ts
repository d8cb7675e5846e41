import type { StopName } from './events.ts';

/** What a breakpoint watches. All content matching is literal or glob, never a regular expression. */
export type BreakpointWhere =
  | { kind: 'stop'; stop: StopName }
  | { kind: 'tool'; name: string }
  | { kind: 'stop_reason'; value: string }
  | { kind: 'error-result' }
  | { kind: 'tokens'; over: number }
  | { kind: 'cost'; over: number }
  | { kind: 'same-call'; times: number }
  | { kind: 'problem'; severity: 'error' | 'warning' }
  | { kind: 'text'; contains: string }
  | { kind: 'node'; node: string; stop: StopName; once: boolean }
  /** "Run to here": one stop of one turn of a branch. It is taken away once it has stopped the loop. */
  | { kind: 'place'; branch: string; turn: number; stop: StopName };

/** A breakpoint in the words of the Debug Adapter Protocol. It belongs to the session. */
export interface Breakpoint {
  id: string;
  where: BreakpointWhere;
  enabled: boolean;
  /** Expression of `shared/expression`; stops only when it holds. */
  condition?: string;
  /** `5`, `>= 3`, `% 2`: counts matching calls or stops, anew after a restart or when the breakpoint is changed. */
  hitCondition?: string;
  /** Prints instead of stopping; `{expression}` is replaced by its value. */
  logMessage?: string;
}

/** Stops that need no breakpoint of their own. */
export interface ExceptionBreakpoints {
  runFailed: boolean;
  failedTry: boolean;
  toolError: boolean;
}
