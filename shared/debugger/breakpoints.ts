import { blocksOf, textOf } from '../messages/blocks.ts';
import { globMatches } from '../scripted/glob.ts';
import type { Breakpoint } from '../session/breakpoint-types.ts';
import type { CallId, StopName } from '../session/events.ts';
import type { Branch, OpenCall, SessionState } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';
import { answerOf } from '../loop/leave-response.ts';

/** A breakpoint that matched at a stop, with the calls it means (none: the stop as a whole). */
export interface Match {
  breakpoint: Breakpoint;
  calls: CallId[];
}

/** Whether a breakpoint matches where a branch has just arrived; null when it does not. */
export function matchBreakpoint(
  state: SessionState,
  branch: Branch,
  stop: StopName,
  breakpoint: Breakpoint,
): Match | null {
  if (!breakpoint.enabled) return null;
  const { where } = breakpoint;
  const whole = (holds: boolean): Match | null => (holds ? { breakpoint, calls: [] } : null);
  const some = (calls: OpenCall[]): Match | null =>
    calls.length > 0 ? { breakpoint, calls: calls.map((call) => call.id) } : null;
  switch (where.kind) {
    case 'stop':
      return whole(where.stop === stop);
    case 'tool':
      return stop === 'tools' ? some(branch.calls.filter((call) => globMatches(where.name, call.name))) : null;
    case 'stop_reason':
      return whole(stop === 'response' && answerOf(state, branch).stopReason === where.value);
    case 'error-result':
      return stop === 'results' ? some(branch.calls.filter((call) => call.result?.is_error === true)) : null;
    case 'tokens':
      return whole(stop === 'request' && branch.counters.tokens > where.over);
    case 'text':
      return whole(textArrived(state, branch, stop).includes(where.contains));
    case 'node':
      return whole(where.stop === stop && branch.head === where.node);
    case 'cost':
    case 'same-call':
    case 'problem':
      return null;
  }
}

/** The text that is new at a stop: the answer at `response`, the results at `results`. */
function textArrived(state: SessionState, branch: Branch, stop: StopName): string {
  if (stop === 'response') return textOf(nodeById(state, branch.head)?.content);
  if (stop !== 'results') return '';
  return branch.calls.map((call) => textOf(blocksOf(call.result?.content))).join('\n');
}
