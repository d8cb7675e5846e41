import { blocksOf, isToolResult } from '../messages/blocks.ts';
import type { BranchId, ConfigId, NodeId } from '../session/events.ts';
import type { Attempt, MessageNode, PhaseName, SessionState, Tables } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';
import { attemptsUnder } from './graph-index.ts';

/**
 * One turn of a path: what was said before it, the tries that failed, the answer, and the messages that carry the
 * results of its calls. The last turn of a path may have no answer yet.
 */
export interface TurnInput {
  turn: number;
  /** Index of the first message of this turn on the path. */
  start: number;
  leads: MessageNode[];
  /** Tries under the request of this turn that did not become its answer. */
  attempts: Attempt[];
  answer: MessageNode | null;
  results: MessageNode[];
  /** seq at which the path went on behind the answer; 0 while it has not. */
  wentOn: number;
  /** Setup of the answer before; null when there is none. */
  setupBefore: ConfigId | null;
}

function carriesResults(node: MessageNode): boolean {
  return node.role !== 'assistant' && blocksOf(node.content).some(isToolResult);
}

/** Number of messages from `from` on that belong to the answer before them: up to the last one with a result. */
function resultsLength(nodes: readonly MessageNode[], from: number): number {
  let length = 0;
  for (let index = from; index < nodes.length; index++) {
    const node = nodes[index];
    if (!node || node.role === 'assistant') break;
    if (carriesResults(node)) length = index - from + 1;
  }
  return length;
}

/** A path with its turns. Turns that are over are the same objects in every path that shares their messages. */
export interface CutPath {
  nodes: readonly MessageNode[];
  turns: readonly TurnInput[];
}

/** The longest path cut so far in each session: an earlier moment of it, or one that grew from it, shares its turns. */
const KNOWN = new WeakMap<Tables, CutPath>();

/**
 * The path to `head` cut into turns. There is always a last turn without an answer or one whose answer is the newest
 * message, so that what happens now has a place. Costs what is new since the last path of the session.
 */
export function cutPath(
  state: SessionState,
  branch: BranchId,
  head: NodeId | null,
  /** The newest message is an answer that is sent again as it is: its next request is a turn of its own. */
  goesOn: boolean,
): CutPath {
  const known = KNOWN.get(state.tables);
  const { nodes, shared } = pathFrom(state, head, known?.nodes ?? NO_NODES);
  const settled = known ? known.turns.slice(0, settledTurns(known.turns, shared)) : [];
  const turns = cutTurns(state, branch, nodes, settled);
  if (!known || nodes.length > shared) KNOWN.set(state.tables, { nodes, turns: turns.slice() });
  const last = turns.at(-1);
  if (last?.answer && (goesOn || last.results.length > 0)) turns.push(openTurn(state, branch, nodes, last));
  return { nodes, turns };
}

/** Cuts messages that need no session: an example, a branch's own part. */
export function turnsOf(
  state: SessionState,
  branch: BranchId,
  nodes: readonly MessageNode[],
  goesOn: boolean,
): TurnInput[] {
  const turns = cutTurns(state, branch, nodes, []);
  const last = turns.at(-1);
  if (last?.answer && (goesOn || last.results.length > 0)) turns.push(openTurn(state, branch, nodes, last));
  return turns;
}

const NO_NODES: readonly MessageNode[] = [];

/** The messages up to `head`, and how many of them are the beginning of a path that is known already. */
function pathFrom(
  state: SessionState,
  head: NodeId | null,
  known: readonly MessageNode[],
): { nodes: readonly MessageNode[]; shared: number } {
  const own: MessageNode[] = [];
  let node = nodeById(state, head);
  while (node && known[node.depth - 1] !== node) {
    own.push(node);
    node = nodeById(state, node.parent);
  }
  const shared = node?.depth ?? 0;
  return { nodes: [...known.slice(0, shared), ...own.reverse()], shared };
}

/** How many turns lie wholly in the first `shared` messages: an answer behind them has settled where they end. */
function settledTurns(turns: readonly TurnInput[], shared: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const next = turns[middle + 1];
    const settled = next?.answer != null && next.start + next.leads.length < shared;
    if (settled) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cutTurns(
  state: SessionState,
  branch: BranchId,
  nodes: readonly MessageNode[],
  settled: readonly TurnInput[],
): TurnInput[] {
  const turns = settled.slice();
  const before = turns.at(-1);
  let at = before ? before.start + messagesIn(before).length : 0;
  while (at < nodes.length || turns.length === 0) {
    const start = at;
    while (at < nodes.length && nodes[at]?.role !== 'assistant') at += 1;
    const leads = nodes.slice(start, at);
    const answer = nodes[at] ?? null;
    const parent = nodes[at - 1] ?? null;
    if (answer) at += 1;
    const length = answer ? resultsLength(nodes, at) : 0;
    const results = nodes.slice(at, at + length);
    turns.push({
      turn: answer?.turn ?? (parent?.turn ?? 0) + 1,
      start,
      leads,
      attempts: failedTries(state, answer?.branch ?? branch, parent, answer),
      answer,
      results,
      wentOn: answer ? (nodes[at]?.seq ?? 0) : 0,
      setupBefore: turns.at(-1)?.answer?.config ?? null,
    });
    at += length;
  }
  return turns;
}

/** The turn that begins once results are appended: nothing of it is there yet but, perhaps, failed tries. */
function openTurn(state: SessionState, branch: BranchId, nodes: readonly MessageNode[], before: TurnInput): TurnInput {
  const parent = nodes.at(-1) ?? null;
  return {
    turn: (parent?.turn ?? 0) + 1,
    start: nodes.length,
    leads: [],
    attempts: failedTries(state, branch, parent, null),
    answer: null,
    results: [],
    wentOn: 0,
    setupBefore: before.answer?.config ?? null,
  };
}

/** True where the loop is about to send, sends, or ended while it did. */
export function atRequest(phase: PhaseName, endedIn: PhaseName | null): boolean {
  const at = phase === 'ended' ? endedIn : phase;
  return at === 'request' || at === 'sending' || at === 'backing-off';
}

/**
 * Other branches try under the same message too; only the tries of the one that got (or waits for) the answer count.
 * A complete one is among them when the loop set it aside and asked again.
 */
function failedTries(
  state: SessionState,
  branch: BranchId,
  parent: MessageNode | null,
  answer: MessageNode | null,
): Attempt[] {
  return attemptsUnder(state, parent?.id ?? null).filter(
    (attempt) =>
      attempt.branch === branch && attempt.id !== answer?.request && (answer === null || attempt.endSeq < answer.seq),
  );
}

/** Stable name of a turn: its answer, or the message behind which one is awaited. */
export function segmentKey(turn: TurnInput, parent: MessageNode | undefined): string {
  return turn.answer?.id ?? `open:${(turn.leads.at(-1) ?? parent)?.id ?? ''}`;
}

/** The messages of a turn in order; the first has the index `start`. */
export function messagesIn(turn: TurnInput): MessageNode[] {
  return turn.answer ? [...turn.leads, turn.answer, ...turn.results] : turn.leads;
}
