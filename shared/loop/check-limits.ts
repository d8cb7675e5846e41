import type { LimitName } from '../session/limits.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { repeatedCall } from './identical.ts';

/** A limit that was reached: its name and value, the figure it was reached at, and the reason the run ends with. */
export interface LimitHit {
  limit: LimitName;
  value: number;
  at: number;
  reason: string;
  tool?: string;
}

/** Read on entering `request`, when no call is open (MACHINE §4). */
export function limitAtRequest(state: SessionState, branch: Branch): LimitHit | null {
  const { limits } = state.record;
  const { counters } = branch;
  if (counters.turns >= limits.maxTurns) {
    return { limit: 'maxTurns', value: limits.maxTurns, at: counters.turns, reason: 'max_turns' };
  }
  if (counters.tokens >= limits.tokenBudget) {
    return { limit: 'tokenBudget', value: limits.tokenBudget, at: counters.tokens, reason: 'token_budget' };
  }
  if (counters.pausesInRow > limits.maxPauses) {
    return { limit: 'maxPauses', value: limits.maxPauses, at: counters.pausesInRow, reason: 'pause_limit' };
  }
  if (counters.toolErrorsInRow >= limits.maxToolErrors) {
    return { limit: 'maxToolErrors', value: limits.maxToolErrors, at: counters.toolErrorsInRow, reason: 'tool_errors' };
  }
  return null;
}

/** Read on entering `tools`, when the calls are open. */
export function limitAtTools(state: SessionState, branch: Branch): LimitHit | null {
  const most = state.record.limits.maxIdenticalCalls;
  const call = repeatedCall(state, branch, most);
  if (!call) return null;
  return { limit: 'maxIdenticalCalls', value: most, at: most + 1, reason: 'repeated_call', tool: call.name };
}
