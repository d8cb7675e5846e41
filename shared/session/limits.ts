/** Safety valves of a run, each with its own outcome (MACHINE: SCENARIO.md "Limits that need a definition"). */
export interface Limits {
  /** Accepted or ended responses; reason `max_turns`. */
  maxTurns: number;
  /** Input (cached too) + output tokens of all attempts with usage; reason `token_budget`. */
  tokenBudget: number;
  /** Wall-clock milliseconds of moving phases; reason `timeout`. */
  timeoutMs: number;
  /** Milliseconds without an answer before one try counts as a connection fault. */
  requestTimeoutMs: number;
  /** Milliseconds one tool may take; becomes an `is_error` result. */
  toolTimeoutMs: number;
  /** The same call with the same results runs at most so often; reason `repeated_call`. */
  maxIdenticalCalls: number;
  /** Consecutive `is_error` results; reason `tool_errors`. */
  maxToolErrors: number;
  /** Tries after the first for one request. */
  maxRetries: number;
  /** `pause_turn` re-sends in a row; reason `pause_limit`. */
  maxPauses: number;
  /** Times the loop goes on by itself after `max_tokens`. */
  autoContinue: number;
  /** UTF-16 units a text result may have before it is cut; 0 = no cut. */
  maxResultChars: number;
  /** Put behind a cut result. */
  truncationMark: string;
}

export type LimitName = Exclude<keyof Limits, 'truncationMark'>;

export const DEFAULT_LIMITS: Limits = {
  maxTurns: 50,
  tokenBudget: 200_000,
  timeoutMs: 300_000,
  requestTimeoutMs: 600_000,
  toolTimeoutMs: 120_000,
  maxIdenticalCalls: 3,
  maxToolErrors: 5,
  maxRetries: 2,
  maxPauses: 10,
  autoContinue: 0,
  maxResultChars: 0,
  truncationMark: '…[truncated]',
};
