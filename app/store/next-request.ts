import type { RequestBody } from '../../shared/messages/types.ts';
import { composeBranch } from '../../shared/loop/compose.ts';
import { sendable } from '../../shared/session/sendable.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';

/**
 * The request that would leave next, were the loop to go on from here: results that are in count as appended,
 * calls still open as answered. At `request`, and after a contradiction that a person must resolve, it is the
 * path exactly as it stands, broken or not.
 */
export function nextRequest(state: SessionState, branch: Branch): RequestBody {
  const body = composeBranch(state, branch);
  const asItStands = branch.phase === 'request' || branch.outcome?.reason === 'protocol_error';
  return asItStands ? body : { ...body, messages: sendable(state, branch) };
}
