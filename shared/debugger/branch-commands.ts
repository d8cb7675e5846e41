import { scriptCursorAt } from '../session/counters.ts';
import type { BranchOrigin, ConfigId, EventDraft, NodeId, StopName } from '../session/events.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { nodeById, path } from '../session/tree.ts';
import type { Command, CommandResult } from './command-types.ts';
import { terminate } from './run-commands.ts';

/** The first free name of this kind: `fork 1`, `fork 2` … */
export function freeName(state: SessionState, kind: BranchOrigin | `what if ${string}`): string {
  const taken = new Set(state.record.branches.map((branch) => branch.name));
  // A supposition is a name of its own; only its repeats are numbered.
  if (kind.startsWith('what if ') && !taken.has(kind)) return kind;
  let number = kind.startsWith('what if ') ? 2 : 1;
  while (taken.has(`${kind} ${number}`)) number++;
  return `${kind} ${number}`;
}

type BranchCreate = Extract<EventDraft, { type: 'branch-create' }>;

/** The event that makes a branch ending in `head`; config and script position are those of that place. */
export function branchCreate(
  state: SessionState,
  from: Branch,
  place: {
    head: NodeId | null;
    stop: StopName;
    why: BranchCreate['why'];
    name?: string | undefined;
    config?: ConfigId;
  },
): BranchCreate {
  const { head, stop, why } = place;
  const atHead = head === from.head;
  return {
    branch: from.id,
    type: 'branch-create',
    name: place.name?.trim() || freeName(state, why),
    why,
    from: from.id,
    head,
    config: place.config ?? (atHead ? from.config : (nodeById(state, head)?.config ?? from.config)),
    scriptCursor: why === 'restart' ? 0 : atHead ? from.scriptCursor : scriptCursorAt(state, head),
    stop,
    copyCalls: stop === 'tools' || stop === 'results',
    resetCounters: why === 'restart',
  };
}

/** A new branch from any message or stop. The run of the old one is not touched and nothing is executed again. */
export function fork(state: SessionState, branch: Branch, command: Extract<Command, { type: 'fork' }>): CommandResult {
  const head = nodeById(state, command.head);
  if (command.head !== null && !head) return { refusal: { code: 'no-such-node', detail: command.head } };
  const stop = head?.role === 'assistant' ? (command.stop === 'request' ? 'response' : command.stop) : 'request';
  return { events: [branchCreate(state, branch, { head: command.head, stop, why: 'fork', name: command.name })] };
}

/** A new branch at the branch's first request, edits of the first question included; the old one stays. */
export function restart(state: SessionState, branch: Branch): CommandResult {
  const nodes = path(state, branch.head);
  const began = nodes.findIndex((node) => cameOfRun(node));
  // A question that was asked anew to go on from a partial answer counts as it was first asked.
  const asked = nodes[began]?.origin === 'continue' ? nodes[began]?.replaces : undefined;
  const head = asked ?? (began < 0 ? nodes.at(-1) : nodes[began - 1])?.id ?? null;
  const ending = isMoving(branch) ? terminate(branch) : [];
  const create = branchCreate(state, branch, { head, stop: 'request', why: 'restart', config: branch.config });
  return { events: [...ending, create] };
}

/** Messages that a run brought, edited or not: everything in front of them is what was first asked. */
function cameOfRun(node: MessageNode): boolean {
  return node.request !== undefined || node.calls !== undefined || node.origin === 'continue';
}

export function renameBranch(branch: Branch, name: string): CommandResult {
  const trimmed = name.trim();
  if (trimmed === '') return { refusal: { code: 'empty-text' } };
  return { events: [{ branch: branch.id, type: 'branch-change', name: trimmed }] };
}

/** Deleting is undone by `restore-branch`; a run that moves is stopped first. */
export function deleteBranch(branch: Branch): CommandResult {
  const ending = isMoving(branch) ? terminate(branch) : [];
  return { events: [...ending, { branch: branch.id, type: 'branch-change', deleted: true }] };
}

export function restoreBranch(branch: Branch): CommandResult {
  return { events: branch.deleted ? [{ branch: branch.id, type: 'branch-change', deleted: false }] : [] };
}
