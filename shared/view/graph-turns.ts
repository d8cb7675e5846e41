import { blocksOf, isToolResult } from '../messages/blocks.ts';
import type { BranchId } from '../session/events.ts';
import type { Attempt, MessageNode, PhaseName, SessionState } from '../session/state.ts';
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

/**
 * Cuts a path into turns. There is always a last turn without an answer or one whose answer is the newest message,
 * so that what happens now has a place. O(length).
 */
export function turnsOf(
  state: SessionState,
  branch: BranchId,
  nodes: readonly MessageNode[],
  /** The newest message is an answer that is sent again as it is: its next request is a turn of its own. */
  goesOn: boolean,
): TurnInput[] {
  const turns: TurnInput[] = [];
  let at = 0;
  do {
    const start = at;
    while (at < nodes.length && nodes[at]?.role !== 'assistant') at += 1;
    const leads = nodes.slice(start, at);
    const answer = nodes[at] ?? null;
    const parent = nodes[at - 1] ?? null;
    if (answer) at += 1;
    const length = answer ? resultsLength(nodes, at) : 0;
    const results = nodes.slice(at, at + length);
    at += length;
    turns.push({
      turn: answer?.turn ?? (parent?.turn ?? 0) + 1,
      start,
      leads,
      attempts: failedTries(state, answer?.branch ?? branch, parent, answer),
      answer,
      results,
      wentOn: answer ? (nodes[at - length]?.seq ?? 0) : 0,
    });
  } while (at < nodes.length);
  const last = turns.at(-1);
  if (last?.answer && (goesOn || last.results.length > 0)) turns.push(openTurn(state, branch, nodes));
  return turns;
}

/** The turn that begins once results are appended: nothing of it is there yet but, perhaps, failed tries. */
function openTurn(state: SessionState, branch: BranchId, nodes: readonly MessageNode[]): TurnInput {
  const parent = nodes.at(-1) ?? null;
  return {
    turn: (parent?.turn ?? 0) + 1,
    start: nodes.length,
    leads: [],
    attempts: failedTries(state, branch, parent, null),
    answer: null,
    results: [],
    wentOn: 0,
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
