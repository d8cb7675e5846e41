import type { LimitName } from '../../shared/session/limits.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { elapsed, repeats } from './gauges.ts';

/** One limit with what is used of it. */
export interface LimitRow {
  name: LimitName;
  limit: number;
  /** Null where nothing is counted over the run (a time for one request, a size). */
  used: number | null;
  /** Reason a run ends with; null for limits that end none. */
  reason: string | null;
  tripped: boolean;
  /** 0 means "no limit" here, or "off". */
  zero: 'none' | 'off' | 'value';
}

const REASONS: Record<LimitName, string | null> = {
  maxTurns: 'max_turns',
  tokenBudget: 'token_budget',
  timeoutMs: 'timeout',
  requestTimeoutMs: 'timeout',
  toolTimeoutMs: null,
  maxIdenticalCalls: 'repeated_call',
  maxToolErrors: 'tool_errors',
  maxRetries: 'api_error',
  maxPauses: 'pause_limit',
  autoContinue: 'max_tokens',
  maxResultChars: null,
};
const ZERO: Partial<Record<LimitName, LimitRow['zero']>> = { maxResultChars: 'none', autoContinue: 'off' };

/** All limits of the session in the order they are shown, with the use of one branch. */
export function limitRows(state: SessionState, branch: Branch, now: number): LimitRow[] {
  const { counters } = branch;
  const used: Partial<Record<LimitName, number>> = {
    maxTurns: counters.turns,
    tokenBudget: counters.tokens,
    timeoutMs: Math.round(elapsed(branch, now)),
    maxIdenticalCalls: repeats(state, branch),
    maxToolErrors: counters.toolErrorsInRow,
    maxRetries: branch.tries,
    maxPauses: counters.pausesInRow,
    autoContinue: counters.autoContinues,
  };
  return (Object.keys(REASONS) as LimitName[]).map((name) => ({
    name,
    limit: state.record.limits[name],
    used: used[name] ?? null,
    reason: REASONS[name],
    tripped: branch.limit?.limit === name,
    zero: ZERO[name] ?? 'value',
  }));
}
