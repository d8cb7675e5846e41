import type { EventDraft } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { path } from '../session/tree.ts';
import { bodyHash, composeBranch } from './compose.ts';

/** The next try at the next request. The body itself is not stored: config and message ids name it. */
export function requestStart(state: SessionState, branch: Branch): EventDraft {
  return {
    branch: branch.id,
    type: 'request-start',
    config: branch.config,
    messages: path(state, branch.head).map((node) => node.id),
    ...(branch.nextPatch ? { patch: branch.nextPatch } : {}),
    bodyHash: bodyHash(composeBranch(state, branch)),
    try: branch.tries + 1,
    turn: branch.turn,
    scriptCursor: branch.scriptCursor,
  };
}
