import type { BranchId, EventDraft, RunMode, StopName } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import { allowedOn } from './allowed.ts';
import { decideOpenCalls, terminate } from './run-commands.ts';
import { editCall, editResult } from './call-commands.ts';
import type { Command, CommandResult, CommandType } from './command-types.ts';
import { deleteBranch, fork, renameBranch, restart, restoreBranch } from './branch-commands.ts';
import { editConfig, editHistory, editMessage, fix, moveInHistory, say } from './edit-commands.ts';

/** Commands that the table of `allowed` judges before they are looked at. */
function judged(
  command: Command,
): command is Extract<
  Command,
  { type: Exclude<CommandType, 'set-breakpoint' | 'remove-breakpoint' | 'set-exception-breakpoints'> }
> {
  return !['set-breakpoint', 'remove-breakpoint', 'set-exception-breakpoints'].includes(command.type);
}

/**
 * Decides a command: the events it makes, or why it cannot act now. Pure; what follows by itself (the run going on)
 * is left to `proceed`.
 * @param mode how a run that this command begins is marked
 */
export function decideCommand(state: SessionState, branchId: BranchId, command: Command, mode: RunMode): CommandResult {
  const branch = branchById(state, branchId);
  if (!branch) return { refusal: { code: 'no-such-branch', detail: branchId } };
  if (judged(command)) {
    const refusal = allowedOn(branch, state.record.branches)[command.type];
    if (refusal) return { refusal };
  }
  return decide(state, branch, command, mode);
}

function decide(state: SessionState, branch: Branch, command: Command, mode: RunMode): CommandResult {
  const events = (...list: EventDraft[]): CommandResult => ({ events: list });
  switch (command.type) {
    case 'continue':
      return resume(state, branch, command, mode);
    case 'next':
    case 'stepIn':
    case 'stepOut':
      return resume(state, branch, command, mode);
    case 'pause':
      return pause(branch);
    case 'terminate':
      return events(...terminate(branch));
    case 'restart':
      return restart(state, branch);
    case 'say':
      return say(state, branch, command.text);
    case 'fork':
      return fork(state, branch, command);
    case 'rename-branch':
      return renameBranch(branch, command.name);
    case 'delete-branch':
      return deleteBranch(branch);
    case 'restore-branch':
      return restoreBranch(branch);
    case 'edit-message':
      return editMessage(state, branch, command);
    case 'edit-history':
      return editHistory(state, branch, command.base, command.messages);
    case 'edit-config':
      return editConfig(state, branch, command.config);
    case 'edit-limits': {
      const limits = { ...state.record.limits, ...command.limits };
      return events({ branch: branch.id, type: 'limits-set', limits, before: state.record.limits });
    }
    case 'raise-limit':
      return raiseLimit(state, branch, command, mode);
    case 'set-call':
      return editCall(branch, command);
    case 'edit-result':
      return editResult(branch, command);
    case 'set-source':
      return events({ branch: branch.id, type: 'source-set', tool: command.tool, source: command.source });
    case 'fix':
      return fix(state, branch, command);
    case 'undo':
    case 'redo':
      return moveInHistory(state, branch, command.type);
    case 'set-breakpoint':
      return events({ branch: branch.id, type: 'breakpoint-set', breakpoint: command.breakpoint });
    case 'remove-breakpoint': {
      const breakpoint = state.record.breakpoints.find((each) => each.id === command.breakpoint);
      return breakpoint ? events({ branch: branch.id, type: 'breakpoint-set', breakpoint, removed: true }) : events();
    }
    case 'set-exception-breakpoints':
      return events({ branch: branch.id, type: 'exception-breakpoints-set', exceptions: command.exceptions });
  }
}

type Resume = Extract<Command, { type: 'continue' | 'next' | 'stepIn' | 'stepOut' }>;

/**
 * Begins a run or lets one go on. After an end it is a new run on the same branch: a failed or cancelled request is
 * sent again, open calls are run or answered as not run first (MACHINE §3).
 */
function resume(state: SessionState, branch: Branch, command: Resume, mode: RunMode): CommandResult {
  const begun = branch.run
    ? []
    : beginRun(state, branch, mode, command.type === 'continue' ? command.openCalls : undefined);
  return {
    events: [
      ...begun,
      {
        branch: branch.id,
        type: 'continued',
        command: command.type,
        ...(command.type === 'next' ? { granularity: command.granularity } : {}),
      },
    ],
  };
}

function beginRun(
  state: SessionState,
  branch: Branch,
  mode: RunMode,
  openCalls: 'run' | 'notRun' = 'notRun',
): EventDraft[] {
  const start = (phase: StopName): EventDraft => ({ branch: branch.id, type: 'run-start', mode, phase });
  if (branch.phase !== 'ended') return [start(branch.phase as StopName)];
  if (branch.calls.length === 0) return [start('request')];
  if (openCalls === 'run') return [start('tools')];
  return [start('tools'), ...decideOpenCalls(state, branch)];
}

function pause(branch: Branch): CommandResult {
  if (branch.phase === 'backing-off') {
    return { events: [{ branch: branch.id, type: 'stopped', reason: 'pause', stop: 'request' }] };
  }
  return { events: [{ branch: branch.id, type: 'continued', command: 'pause' }] };
}

/** Raises the limit that ended the run and goes on at the phase where it tripped. */
function raiseLimit(
  state: SessionState,
  branch: Branch,
  command: Extract<Command, { type: 'raise-limit' }>,
  mode: RunMode,
): CommandResult {
  const { limit, to } = command;
  const hit = branch.limit;
  if (!hit || hit.limit !== limit) return { refusal: { code: 'not-at-limit', detail: limit } };
  if (!Number.isFinite(to) || to <= hit.value) return { refusal: { code: 'bad-value', detail: limit } };
  const limits = { ...state.record.limits, [limit]: Math.trunc(to) };
  return {
    events: [
      { branch: branch.id, type: 'limits-set', limits, before: state.record.limits },
      ...beginRun(state, branch, mode, 'notRun'),
      { branch: branch.id, type: 'continued', command: 'continue' },
    ],
  };
}
