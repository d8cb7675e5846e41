import type { RequestBody } from '../messages/types.ts';
import { composeBranch } from './compose.ts';
import { sendable } from '../session/sendable.ts';
import type { Branch, SessionState } from '../session/state.ts';

/** Phases in which the path is what is composed or on its way: nothing is open, nothing is put in. */
const COMPOSED: ReadonlySet<Branch['phase']> = new Set(['request', 'sending', 'backing-off']);

/**
 * True where the next request is the path exactly as it stands, broken or not: while it is composed, and after a
 * contradiction that a person must resolve, or an end that left no call open (a body the API refused).
 */
export function asItStands(branch: Branch): boolean {
  if (COMPOSED.has(branch.phase) || branch.outcome?.reason === 'protocol_error') return true;
  return branch.phase === 'ended' && branch.calls.length === 0;
}

/**
 * The request that would leave next, were the loop to go on from here. Elsewhere than in `asItStands`, results
 * that are in count as appended and calls still open as answered.
 */
export function nextRequest(state: SessionState, branch: Branch): RequestBody {
  const body = composeBranch(state, branch);
  return asItStands(branch) ? body : { ...body, messages: sendable(state, branch) };
}
