import type { EventDraft, StopName } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { matchBreakpoint } from './breakpoints.ts';
import type { Match } from './breakpoints.ts';
import { fillLogMessage } from '../expression/template.ts';
import { hitHolds } from './hit-condition.ts';
import { scopeAt } from './scope.ts';

/**
 * What a run meets at a stop: log points print, breakpoints halt, then the goal of the last command decides.
 * Every match counts for `hitCondition`, whether it halts or not. One stop names all breakpoints that hit.
 */
export function gate(state: SessionState, branch: Branch, stop: StopName): EventDraft[] {
  const headless = branch.run?.mode === 'headless';
  const matches = headless
    ? []
    : state.record.breakpoints.flatMap((each) => matchBreakpoint(state, branch, stop, each) ?? []);
  const counts = new Map(state.record.hits);
  const events: EventDraft[] = [];
  const halting: Match[] = [];
  for (const match of matches) {
    const { breakpoint } = match;
    const before = counts.get(breakpoint.id) ?? 0;
    const hits = Math.max(1, match.calls.length);
    const holds = Array.from({ length: hits }, (_, index) => before + index + 1).some((hit) =>
      hitHolds(breakpoint.hitCondition, hit),
    );
    if (holds && breakpoint.logMessage === undefined) {
      halting.push(match);
      continue;
    }
    const text = holds ? logText(state, branch, stop, match) : null;
    events.push({ branch: branch.id, type: 'log-point', breakpoint: breakpoint.id, text, hits });
  }
  return [...events, ...halt(state, branch, stop, halting)];
}

/** The message of a log point; a match of several calls prints a line for each. */
function logText(state: SessionState, branch: Branch, stop: StopName, { breakpoint, calls }: Match): string {
  const message = breakpoint.logMessage ?? '';
  if (calls.length === 0) return fillLogMessage(message, scopeAt(state, branch, stop));
  const means = branch.calls.filter((call) => calls.includes(call.id));
  return means.map((call) => fillLogMessage(message, scopeAt(state, branch, stop, call))).join('\n');
}

function halt(state: SessionState, branch: Branch, stop: StopName, halting: Match[]): EventDraft[] {
  if (halting.length > 0) return breakpointStop(branch, stop, halting);
  const failed = failedCalls(state, branch, stop);
  if (failed.length > 0) return [{ branch: branch.id, type: 'stopped', reason: 'exception', stop, calls: failed }];
  const reason = goalReached(branch, stop);
  return reason ? [{ branch: branch.id, type: 'stopped', reason, stop }] : [];
}

/** One stop for all breakpoints that hit here; "run to here" has then served. */
function breakpointStop(branch: Branch, stop: StopName, halting: Match[]): EventDraft[] {
  const breakpoints = halting.map((match) => match.breakpoint.id);
  const calls = [...new Set(halting.flatMap((match) => match.calls))];
  const hits = halting.map((match): [string, number] => [match.breakpoint.id, Math.max(1, match.calls.length)]);
  const served = halting.flatMap(({ breakpoint }): EventDraft[] =>
    breakpoint.where.kind === 'place' || (breakpoint.where.kind === 'node' && breakpoint.where.once)
      ? [{ branch: branch.id, type: 'breakpoint-set', breakpoint, removed: true }]
      : [],
  );
  return [{ branch: branch.id, type: 'stopped', reason: 'breakpoint', stop, breakpoints, hits, calls }, ...served];
}

/** Calls whose tool reported an error, when a person wants to see each. */
function failedCalls(state: SessionState, branch: Branch, stop: StopName): string[] {
  if (stop !== 'results' || !state.record.exceptions.toolError || branch.run?.mode === 'headless') return [];
  return branch.calls.filter((call) => call.state === 'error').map((call) => call.id);
}

function goalReached(branch: Branch, stop: StopName): 'step' | 'pause' | null {
  const { goal } = branch;
  switch (goal?.kind) {
    case 'stop':
      return 'step';
    case 'pause':
      return 'pause';
    case 'turn':
      return goal.stop === stop && branch.turn > goal.turn ? 'step' : null;
    default:
      return null;
  }
}
