import { blocksOf, isToolResult } from '../messages/blocks.ts';
import type { NodeId, StopName } from '../session/events.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, MessageNode, PhaseName, SessionState } from '../session/state.ts';
import { nodeById, path } from '../session/tree.ts';
import { whyNotContinue } from './allowed.ts';
import type { Command, Refusal } from './command-types.ts';

/** One stop of one turn. */
export interface Place {
  turn: number;
  stop: StopName;
}

/** What "Run to here" does, seen from where a branch stands. */
export type RunToPlace =
  /** The place is ahead: set the one-shot breakpoint and go on (a branch that moves already just goes on). */
  | { way: 'ahead'; goOn: boolean }
  /** The place lies behind: make the branch that begins at the question it followed from, and run that one there. */
  | { way: 'again'; begin: Extract<Command, { type: 'restart' | 'fork' }>; there: boolean }
  | { way: 'here' }
  | { way: 'refused'; refusal: Refusal };

const ORDER: readonly StopName[] = ['request', 'response', 'tools', 'results'];

/** Where the loop stands when a message has just become part of the conversation. */
export function placeOfMessage(node: MessageNode): Place {
  return node.role === 'assistant' ? { turn: node.turn, stop: 'response' } : { turn: node.turn + 1, stop: 'request' };
}

/** Where a branch stands, or what it has passed last. */
export function placeOfBranch({ phase, endedIn, turn }: Branch): Place {
  return { turn, stop: stopOf(phase === 'ended' ? (endedIn ?? 'response') : phase) };
}

function stopOf(phase: PhaseName): StopName {
  if (phase === 'sending' || phase === 'backing-off') return 'request';
  if (phase === 'running') return 'tools';
  return phase === 'ended' ? 'response' : phase;
}

/** Negative while `a` comes before `b`. */
export function comparePlaces(a: Place, b: Place): number {
  return a.turn - b.turn || ORDER.indexOf(a.stop) - ORDER.indexOf(b.stop);
}

/**
 * How a branch comes to a place: by going on while it is ahead; once it is passed by asking the question in front of
 * it again on a new branch, because what was sent and run is never taken back. `head` is the message the place belongs
 * to, or the newest one in front of it.
 */
export function runToPlace(state: SessionState, branch: Branch, place: Place, head: NodeId | null): RunToPlace {
  const distance = comparePlaces(place, placeOfBranch(branch));
  if (distance > 0 && isMoving(branch)) return { way: 'ahead', goOn: false };
  if (distance > 0) {
    const refusal = whyNotContinue(branch, state.record.limits);
    return refusal ? { way: 'refused', refusal } : { way: 'ahead', goOn: true };
  }
  if (distance === 0 && !isMoving(branch) && branch.phase !== 'ended') return { way: 'here' };
  const nodes = path(state, head);
  const question = nodes.findLast(isQuestion);
  if (!question) return { way: 'refused', refusal: { code: 'no-such-node' } };
  const there = comparePlaces(place, placeOfMessage(question)) <= 0;
  const first = nodes.find((node) => node.role === 'assistant');
  const begin = !first || question.depth < first.depth ? ({ type: 'restart' } as const) : forkAt(question.id);
  return { way: 'again', begin, there };
}

function forkAt(head: NodeId): Extract<Command, { type: 'fork' }> {
  return { type: 'fork', head, stop: 'request' };
}

/** Said by a person: every other message follows from it. */
function isQuestion(node: MessageNode): boolean {
  return node.role === 'user' && node.origin !== 'continue' && !blocksOf(node.content).some(isToolResult);
}

/** Where a call is about to run: in front of its tool, or behind it when the loop stands in front of it already. */
export function placeOfCall(state: SessionState, branch: Branch, call: string): Place | null {
  const node = nodeById(state, call.slice(0, call.lastIndexOf('.')));
  if (!node) return null;
  const standsThere = branch.phase === 'tools' && branch.calls.some((each) => each.id === call);
  return { turn: node.turn, stop: standsThere ? 'results' : 'tools' };
}
