import type { Command } from '../../shared/debugger/command-types.ts';
import type { NodeId, StopName } from '../../shared/session/events.ts';
import { attemptById, nodeById } from '../../shared/session/tree.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { restStop } from './pill.ts';
import type { Selection } from './selection.ts';

/**
 * Where "Fork from here" begins: at what is selected when the page shows now, else at the place the page shows. A tool
 * run is forked where its result can be edited (or its input, while it has none), a request where it was composed. The
 * new branch rests there with the values of that place.
 */
export function forkPlace(
  state: SessionState,
  branch: Branch,
  selection: Selection | null,
  past: boolean,
): Extract<Command, { type: 'fork' }> {
  const chosen = past ? null : placeOf(state, branch, selection);
  return { type: 'fork', ...(chosen ?? { head: branch.head, stop: restStop(branch.phase) }) };
}

/** Null where nothing is selected that is a place of its own. */
function placeOf(
  state: SessionState,
  branch: Branch,
  selection: Selection | null,
): { head: NodeId | null; stop: StopName } | null {
  if (selection?.kind === 'node') {
    const node = nodeById(state, selection.node);
    return node ? { head: node.id, stop: node.role === 'assistant' ? 'response' : 'request' } : null;
  }
  if (selection?.kind === 'call') {
    const open = branch.calls.find((each) => each.id === selection.call);
    const { calls } = state.tables;
    const call = open ?? calls.slice(0, state.record.lengths.calls).findLast((each) => each.id === selection.call);
    return call ? { head: call.node, stop: call.result === null ? 'tools' : 'results' } : null;
  }
  if (selection?.kind !== 'attempt') return null;
  const attempt = attemptById(state, selection.request);
  return attempt ? { head: attempt.messages.at(-1) ?? attempt.base ?? null, stop: 'request' } : null;
}
