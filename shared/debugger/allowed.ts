import { wayOn } from '../session/after-end.ts';
import type { Limits } from '../session/limits.ts';
import { isFinished } from '../session/reduce-call.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, OpenCall, SessionRecord, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import type { CommandType, Refusal, RefusalCode } from './command-types.ts';

/** The commands that toolbar, keys and palette ask about. */
export type CommandName = Exclude<CommandType, 'set-breakpoint' | 'remove-breakpoint' | 'set-exception-breakpoints'>;

const refuse = (code: RefusalCode, detail?: string): Refusal => (detail === undefined ? { code } : { code, detail });

/** The first call that waits for a person, if one does. */
export function waitingCall(branch: Branch): OpenCall | null {
  const open = branch.calls.filter((call) => !isFinished(call));
  const waits = open.filter((call) => call.state === 'asks' || call.state === 'waiting');
  return branch.phase === 'running' && waits.length > 0 ? (waits[0] ?? null) : null;
}

/** A call whose fate nobody knows and that nobody has decided on yet. */
export function undecidedCall(branch: Branch): OpenCall | null {
  return branch.calls.find((call) => call.state === 'in-doubt' && call.decision === 'ask') ?? null;
}

/** Why a branch cannot go on now; null when it can. */
export function whyNotContinue(branch: Branch, limits: Limits): Refusal | null {
  if (branch.phase === 'ended') return whyNotAfterEnd(branch, limits);
  const waiting = waitingCall(branch) ?? undecidedCall(branch);
  if (waiting) return refuse('waiting-for-result', waiting.name);
  return isMoving(branch) ? refuse('moving') : null;
}

function whyNotAfterEnd(branch: Branch, limits: Limits): Refusal | null {
  switch (wayOn(branch, limits)) {
    case 'send-again':
      return null;
    case 'raise-limit':
      return refuse('ended-at-limit', branch.limit?.limit);
    case 'say':
      return refuse('ended-needs-say', branch.outcome?.reason);
    case 'edit':
      return refuse('ended-needs-edit', branch.outcome?.reason);
  }
}

/** Why a branch takes no edit of its messages or settings now. */
export function whyNotEdit(branch: Branch): Refusal | null {
  return isMoving(branch) ? refuse('moving') : null;
}

function whyNotSay(branch: Branch): Refusal | null {
  if (branch.phase === 'ended' || branch.phase === 'request') return null;
  if (isMoving(branch)) return refuse('moving');
  return refuse('not-at-request');
}

function whyNotPause(branch: Branch): Refusal | null {
  if (!isMoving(branch)) return refuse('not-moving');
  return branch.goal?.kind === 'pause' ? refuse('already-pausing') : null;
}

/** What can be done on a branch now: null = allowed, else the reason that the tooltip tells. */
export function allowedOn(
  branch: Branch,
  { branches, limits }: Pick<SessionRecord, 'branches' | 'limits'>,
): Record<CommandName, Refusal | null> {
  if (branch.deleted) return allowedOnDeleted();
  const go = whyNotContinue(branch, limits);
  const edit = whyNotEdit(branch);
  const ended = branch.phase === 'ended';
  const others = branches.filter((each) => !each.deleted && each.id !== branch.id);
  return {
    continue: go,
    'resume-partial': go,
    next: go,
    stepIn: go ?? refuse('no-subagent'),
    stepOut: go,
    pause: whyNotPause(branch),
    terminate: ended ? refuse('ended') : null,
    restart: null,
    say: whyNotSay(branch),
    fork: null,
    'what-if': null,
    'rename-branch': null,
    'delete-branch': others.length === 0 ? refuse('last-branch') : null,
    'restore-branch': null,
    'edit-message': edit,
    'edit-history': edit,
    'edit-config': edit,
    'edit-limits': null,
    'raise-limit': ended && branch.limit ? null : refuse('not-at-limit'),
    'set-call': null,
    'edit-result': null,
    'set-source': null,
    fix: edit,
    undo: edit ?? (branch.undo.length === 0 ? refuse('nothing-to-undo') : null),
    redo: edit ?? (branch.redo.length === 0 ? refuse('nothing-to-redo') : null),
  };
}

/** A deleted branch can be looked at, forked from and brought back; what belongs to the session can be set anywhere. */
function allowedOnDeleted(): Record<CommandName, Refusal | null> {
  const no = refuse('deleted-branch');
  return {
    continue: no,
    'resume-partial': no,
    next: no,
    stepIn: no,
    stepOut: no,
    pause: no,
    terminate: no,
    restart: no,
    say: no,
    fork: null,
    'what-if': null,
    'rename-branch': null,
    'delete-branch': no,
    'restore-branch': null,
    'edit-message': no,
    'edit-history': no,
    'edit-config': no,
    'edit-limits': null,
    'raise-limit': no,
    'set-call': no,
    'edit-result': no,
    'set-source': null,
    fix: no,
    undo: no,
    redo: no,
  };
}

/** As `allowedOn`, by id. Throws when the session has no such branch. */
export function allowed(state: SessionState, branchId: string): Record<CommandName, Refusal | null> {
  const branch = branchById(state, branchId);
  if (!branch) throw new Error(`branch ${branchId} is not in the session`);
  return allowedOn(branch, state.record);
}
