import type { BranchId, EventDraft, RunMode } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import { allowedOn } from './allowed.ts';
import { editCall, editResult } from './call-commands.ts';
import type { Command, CommandResult, CommandType } from './command-types.ts';
import { deleteBranch, fork, renameBranch, restart, restoreBranch } from './branch-commands.ts';
import { editConfig, editLimits } from './config-commands.ts';
import { dropStaleThinking } from './drop-thinking.ts';
import { editHistory, editMessage } from './edit-commands.ts';
import { fix } from './fix-command.ts';
import { pause, raiseLimit, resume, terminate } from './run-commands.ts';
import { resumePartial } from './resume-partial.ts';
import { say } from './say-command.ts';
import { moveInHistory } from './undo-commands.ts';
import { whatIf } from './what-if.ts';

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
    const refusal = allowedOn(branch, state.record)[command.type];
    if (refusal && !resolvesContradiction(branch, command)) return { refusal };
  }
  return decide(state, branch, command, mode);
}

/** Beside an end that contradicts its calls a person may say what becomes of them: run, or answer as not run (MACHINE §2). */
function resolvesContradiction(branch: Branch, command: Command): boolean {
  if (command.type !== 'continue' || command.openCalls === undefined || branch.deleted) return false;
  return branch.phase === 'ended' && branch.outcome?.reason === 'protocol_error' && branch.calls.length > 0;
}

function decide(state: SessionState, branch: Branch, command: Command, mode: RunMode): CommandResult {
  const events = (...list: EventDraft[]): CommandResult => ({ events: list });
  switch (command.type) {
    case 'continue': {
      const dropped = command.thinking === 'drop' ? dropStaleThinking(state, branch) : [];
      const resumed = resume(branch, command, mode);
      return 'events' in resumed ? events(...dropped, ...resumed.events) : resumed;
    }
    case 'resume-partial':
      return resumePartial(state, branch, mode);
    case 'next':
    case 'stepIn':
    case 'stepOut':
      return resume(branch, command, mode);
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
    case 'what-if':
      return whatIf(state, branch, command, mode);
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
    case 'edit-limits':
      return editLimits(state, branch, command.limits);
    case 'raise-limit':
      return raiseLimit(state, branch, command, mode);
    case 'set-call':
      return editCall(state, branch, command);
    case 'edit-result':
      return editResult(branch, command);
    case 'set-source':
      return events({
        branch: branch.id,
        type: 'source-set',
        tool: command.tool,
        source: command.source,
        ...(command.injection === undefined ? {} : { injection: command.injection }),
      });
    case 'fix':
      return fix(state, branch, command);
    case 'undo':
    case 'redo':
      return moveInHistory(branch, command.type);
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
