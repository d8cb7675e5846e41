import { textOf } from '../messages/blocks.ts';
import { callKey } from '../messages/canonical-json.ts';
import { lint } from '../messages/lint.ts';
import { cost as costOf } from '../messages/prices.ts';
import { evaluate, holds } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import { composeBranch } from '../loop/compose.ts';
import { repeatedCall } from '../loop/identical.ts';
import { answerOf } from '../loop/leave-response.ts';
import { globMatches } from '../scripted/glob.ts';
import type { Breakpoint } from '../session/breakpoint-types.ts';
import type { CallId, StopName } from '../session/events.ts';
import type { Branch, OpenCall, SessionState } from '../session/state.ts';
import { configById, nodeById } from '../session/tree.ts';
import { scopeAt } from './scope.ts';

/** A breakpoint that matched at a stop, with the calls it means (none: the stop as a whole). */
export interface Match {
  breakpoint: Breakpoint;
  calls: CallId[];
}

/**
 * Whether a breakpoint matches where a branch has just arrived; null when it does not. A breakpoint that looks at
 * calls asks its condition once per call, any other once. An unreadable condition never holds: the page refuses to
 * set one, so it can only come from a file.
 */
export function matchBreakpoint(
  state: SessionState,
  branch: Branch,
  stop: StopName,
  breakpoint: Breakpoint,
): Match | null {
  if (!breakpoint.enabled) return null;
  const found = watch(state, branch, stop, breakpoint);
  if (found === false) return null;
  const condition = breakpoint.condition?.trim() ?? '';
  const parsed = condition === '' ? null : parseExpression(condition);
  if (parsed && !parsed.ok) return null;
  const meets = (call?: OpenCall): boolean =>
    !parsed || holds(evaluate(parsed.expression, scopeAt(state, branch, stop, call)));
  if (found === true) return meets() ? { breakpoint, calls: [] } : null;
  const calls = found.filter((call) => meets(call));
  return calls.length > 0 ? { breakpoint, calls: calls.map((call) => call.id) } : null;
}

/** What a kind of breakpoint sees at a stop: the calls it means, or whether it means the stop as a whole. */
function watch(state: SessionState, branch: Branch, stop: StopName, { where }: Breakpoint): OpenCall[] | boolean {
  switch (where.kind) {
    case 'stop':
      return where.stop === stop;
    case 'tool':
      return some(stop === 'tools' ? branch.calls.filter((call) => globMatches(where.name, call.name)) : []);
    case 'stop_reason':
      return stop === 'response' && answerOf(state, branch).stopReason === where.value;
    case 'error-result':
      return some(stop === 'results' ? branch.calls.filter((call) => call.result?.is_error === true) : []);
    case 'tokens':
      return stop === 'request' && branch.counters.tokens > where.over;
    case 'cost':
      return stop === 'request' && costSoFar(state, branch) > where.over;
    case 'same-call':
      return some(stop === 'tools' ? repeated(state, branch, where.times) : []);
    case 'problem':
      return stop === 'request' && problemAppeared(state, branch, where.severity);
    case 'text':
      return textArrived(state, branch, stop).includes(where.contains);
    case 'node':
      return where.stop === stop && branch.head === where.node;
    case 'place':
      return where.stop === stop && branch.turn === where.turn && branch.id === where.branch;
  }
}

function some(calls: OpenCall[]): OpenCall[] | false {
  return calls.length > 0 && calls;
}

/** Dollars of all attempts of this branch with a known price. */
function costSoFar(state: SessionState, branch: Branch): number {
  let sum = 0;
  for (const attempt of state.tables.attempts.slice(0, state.record.lengths.attempts)) {
    if (attempt.branch !== branch.id || !attempt.message) continue;
    const cost = costOf(attempt.message.usage, configById(state, attempt.config).body.model);
    if (typeof cost === 'number') sum += cost;
  }
  return sum;
}

/** Calls that came at least `times` times already with the same results (this one included). */
function repeated(state: SessionState, branch: Branch, times: number): OpenCall[] {
  const first = repeatedCall(state, branch, Math.max(times - 1, 1));
  if (!first) return [];
  const key = callKey(first.name, first.input);
  return branch.calls.filter((call) => callKey(call.name, call.input) === key);
}

function problemAppeared(state: SessionState, branch: Branch, severity: 'error' | 'warning'): boolean {
  const problems = lint({ request: composeBranch(state, branch) });
  return problems.some((problem) => problem.severity === 'error' || problem.severity === severity);
}

/** The text that is new at a stop: the answer at `response`, the calls at `tools`, the results at `results`. */
function textArrived(state: SessionState, branch: Branch, stop: StopName): string {
  switch (stop) {
    case 'response':
      return textOf(nodeById(state, branch.head)?.content);
    case 'tools':
      return branch.calls.map((call) => `${call.name} ${JSON.stringify(call.input)}`).join('\n');
    case 'results':
      return branch.calls.map((call) => textOf(call.result?.content)).join('\n');
    case 'request':
      return '';
  }
}
