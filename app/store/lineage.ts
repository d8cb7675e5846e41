import type { BranchId } from '../../shared/session/events.ts';
import { branchById } from '../../shared/session/tree.ts';
import type { SessionState } from '../../shared/session/state.ts';

/**
 * The branch that stood where `branch` stands, in an earlier state: a fork's past is the past of the branch it
 * came from. `newest` knows where each branch came from. Null when nothing of the line existed yet.
 */
export function ancestorIn(earlier: SessionState, newest: SessionState, branch: BranchId): BranchId | null {
  let id: BranchId | null = branch;
  for (let steps = newest.record.branches.length; id !== null && steps >= 0; steps--) {
    if (branchById(earlier, id)) return id;
    id = branchById(newest, id)?.from?.branch ?? null;
  }
  return null;
}
