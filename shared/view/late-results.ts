import type { CallId, CallResult } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';

/** The newest result of a call that came when nobody waited for it any more (MACHINE §1); null when none did. */
export function lateResult(state: SessionState, call: CallId): CallResult | null {
  const facts = state.tables.late;
  for (let index = state.record.lengths.late - 1; index >= 0; index--) {
    const fact = facts[index];
    if (fact?.call === call && fact.result) return fact.result;
  }
  return null;
}
