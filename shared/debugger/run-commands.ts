import type { EventDraft, RunMode, StopName } from '../session/events.ts';
import { isMoving } from '../session/reduce-support.ts';
import { restStop } from '../session/rest-at.ts';
import { answersOf } from '../session/sendable.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { runEnd } from '../loop/leave-response.ts';
import { closeAttempt } from '../loop/recover.ts';
import { outcome } from '../loop/stop-reason.ts';
import type { Command, CommandResult } from './command-types.ts';

/** What happens to the calls that an ended run left open: they run after all, or the model is told that they did not. */
export type OpenCalls = 'run' | 'notRun';
type Resume = Extract<Command, { type: 'continue' | 'next' | 'stepIn' | 'stepOut' }>;

/**
 * Begins a run or lets one go on. After an end it is a new run on the same branch: a failed or cancelled request is
 * sent again, open calls are run or answered as not run first (MACHINE §3).
 */
export function resume(branch: Branch, command: Resume, mode: RunMode): CommandResult {
  const continued: EventDraft = {
    branch: branch.id,
    type: 'continued',
    command: command.type,
    ...(command.type === 'next' ? { granularity: command.granularity } : {}),
  };
  if (branch.run) return { events: [continued] };
  return { events: beginRun(branch, mode, continued, command.type === 'continue' ? command.openCalls : undefined) };
}

/**
 * A new run where the branch rests or ended. Answering calls as not run is its first step, so that the next stop is
 * `request` and its breakpoints are met.
 */
function beginRun(branch: Branch, mode: RunMode, continued: EventDraft, openCalls: OpenCalls = 'notRun'): EventDraft[] {
  const begin = (phase: StopName): EventDraft[] => [{ branch: branch.id, type: 'run-start', mode, phase }, continued];
  if (branch.phase !== 'ended' || branch.calls.length === 0) return begin(restStop(branch));
  return openCalls === 'run' ? begin('tools') : [...begin('tools'), answerAsNotRun(branch)];
}

/** Answers what an ended run left open: results that are in are kept, the others become `is_error` "not run". */
function answerAsNotRun(branch: Branch): EventDraft {
  return {
    branch: branch.id,
    type: 'message-append',
    role: 'user',
    content: answersOf(branch),
    origin: 'results',
    calls: branch.calls.map((call) => call.id),
  };
}

/** Never aborts anything that runs: what is under way comes to its end, a wait does not have to. */
export function pause(branch: Branch): CommandResult {
  if (branch.phase === 'backing-off') {
    return { events: [{ branch: branch.id, type: 'stopped', reason: 'pause', stop: 'request' }] };
  }
  return { events: [{ branch: branch.id, type: 'continued', command: 'pause' }] };
}

/** Ends a run at once: what had arrived stays as an attempt, open calls stay open, a later result is `late`. */
export function terminate(branch: Branch): EventDraft[] {
  const why = 'The run was stopped by a person.';
  const closing = isMoving(branch) ? closeAttempt(branch, 'cancelled', why) : [];
  return [...closing, runEnd(branch, outcome('cancelled'))];
}

/**
 * Raises the limit that ended the run and goes on at the phase where it tripped. Raising `maxIdenticalCalls` means
 * that the calls it held back run; calls left open by any other limit are answered as not run, unless asked otherwise.
 */
export function raiseLimit(
  state: SessionState,
  branch: Branch,
  command: Extract<Command, { type: 'raise-limit' }>,
  mode: RunMode,
): CommandResult {
  const { limit, to } = command;
  const hit = branch.limit;
  if (!hit || hit.limit !== limit) return { refusal: { code: 'not-at-limit', detail: limit } };
  if (!Number.isFinite(to) || Math.trunc(to) <= hit.value) return { refusal: { code: 'bad-value', detail: limit } };
  const limits = { ...state.record.limits, [limit]: Math.trunc(to) };
  const openCalls = command.openCalls ?? (limit === 'maxIdenticalCalls' ? 'run' : 'notRun');
  const continued: EventDraft = { branch: branch.id, type: 'continued', command: 'continue' };
  return {
    events: [
      { branch: branch.id, type: 'limits-set', limits, before: state.record.limits },
      ...beginRun(branch, mode, continued, openCalls),
    ],
  };
}
