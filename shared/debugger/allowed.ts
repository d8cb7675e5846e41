import { isFinished } from '../session/reduce-call.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, OpenCall, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import type { CommandType, Refusal, RefusalCode } from './command-types.ts';

/** The commands that toolbar, keys and palette ask about. */
export type CommandName = Exclude<CommandType, 'set-breakpoint' | 'remove-breakpoint' | 'set-exception-breakpoints'>;

/** Ends after which the same body is sent again (MACHINE §3). */
const SEND_AGAIN = new Set(['cancelled', 'api_error', 'stream_error', 'timeout', 'script_exhausted']);

const refuse = (code: RefusalCode, detail?: string): Refusal => (detail === undefined ? { code } : { code, detail });

/** A call that only a person can finish now, when every unfinished one is such. */
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
export function whyNotContinue(branch: Branch): Refusal | null {
  const waiting = waitingCall(branch) ?? undecidedCall(branch);
  if (waiting && branch.phase !== 'ended') return refuse('waiting-for-result', waiting.name);
  if (isMoving(branch)) return refuse('moving');
  if (branch.phase !== 'ended') return null;
  if (branch.limit) return refuse('ended-at-limit', branch.limit.limit);
  const reason = branch.outcome?.reason ?? '';
  if (SEND_AGAIN.has(reason)) return null;
  if (reason === 'end_turn' || reason === 'stop_sequence') return refuse('ended-needs-say', reason);
  return refuse('ended-needs-edit', reason);
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
export function allowedOn(branch: Branch, branches: readonly Branch[]): Record<CommandName, Refusal | null> {
  const go = branch.deleted ? refuse('deleted-branch') : whyNotContinue(branch);
  const edit = branch.deleted ? refuse('deleted-branch') : whyNotEdit(branch);
  const ended = branch.phase === 'ended';
  const others = branches.filter((each) => !each.deleted && each.id !== branch.id);
  return {
    continue: go,
    next: go,
    stepIn: go ?? refuse('no-subagent'),
    stepOut: go,
    pause: whyNotPause(branch),
    terminate: ended ? refuse('ended') : null,
    restart: branch.deleted ? refuse('deleted-branch') : null,
    say: branch.deleted ? refuse('deleted-branch') : whyNotSay(branch),
    fork: null,
    'rename-branch': null,
    'delete-branch': branch.deleted ? refuse('deleted-branch') : others.length === 0 ? refuse('last-branch') : null,
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

/** As `allowedOn`, by id. Throws when the session has no such branch. */
export function allowed(state: SessionState, branchId: string): Record<CommandName, Refusal | null> {
  const branch = branchById(state, branchId);
  if (!branch) throw new Error(`branch ${branchId} is not in the session`);
  return allowedOn(branch, state.record.branches);
}
