import type { EventDraft } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { pathBehind, sharedNode } from '../session/tree.ts';
import { nextBodyHash } from './compose.ts';

/** The next try at the next request. The body itself is not stored: config and message ids name it. */
export function requestStart(state: SessionState, branch: Branch): Extract<EventDraft, { type: 'request-start' }> {
  const base = sharedNode(state, branch.sentHead, branch.head);
  return {
    branch: branch.id,
    type: 'request-start',
    config: branch.config,
    messages: pathBehind(state, base, branch.head).map((node) => node.id),
    ...(base ? { base: base.id } : {}),
    ...(branch.nextPatch ? { patch: branch.nextPatch } : {}),
    bodyHash: nextBodyHash(state, branch),
    try: branch.tries + 1,
    turn: branch.turn,
    scriptCursor: branch.scriptCursor,
  };
}
