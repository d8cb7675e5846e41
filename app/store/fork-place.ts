import type { Command } from '../../shared/debugger/command-types.ts';
import { nodeById } from '../../shared/session/tree.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { restStop } from './pill.ts';
import type { Selection } from './selection.ts';

/**
 * Where "Fork from here" begins: at the selected message when the page shows now, else at the place the page
 * shows. The new branch rests there with the values of that place.
 */
export function forkPlace(
  state: SessionState,
  branch: Branch,
  selection: Selection | null,
  past: boolean,
): Extract<Command, { type: 'fork' }> {
  const node = !past && selection?.kind === 'node' ? nodeById(state, selection.node) : undefined;
  if (!node) return { type: 'fork', head: branch.head, stop: restStop(branch.phase) };
  return { type: 'fork', head: node.id, stop: node.role === 'assistant' ? 'response' : 'request' };
}
