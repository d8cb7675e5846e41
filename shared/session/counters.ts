import { countedTokens, totalInput } from '../messages/usage.ts';
import { toolResultsOf } from '../messages/blocks.ts';
import type { ResponseMessage, StopReason } from '../messages/types.ts';
import type { CallId, NodeId } from './events.ts';
import { zeroCounters } from './reduce-support.ts';
import type { Counters, FinishedCall, MessageNode, SessionState } from './state.ts';
import { attemptById, nodeById, path } from './tree.ts';

/** Counts the usage of one attempt, also of a failed one: the provider bills what it reports. */
export function addAttempt(counters: Counters, message: ResponseMessage | null): Counters {
  if (!message) return counters;
  return {
    ...counters,
    tokens: counters.tokens + countedTokens(message.usage),
    inputTokens: counters.inputTokens + totalInput(message.usage),
    outputTokens: counters.outputTokens + (message.usage.output_tokens ?? 0),
  };
}

/** Answers that ask for nothing but to be sent again; `maxPauses` bounds how many may come in a row. */
export function isPause(stopReason: StopReason | undefined): boolean {
  return stopReason === 'pause_turn' || stopReason === 'compaction';
}

/** The older counters, with what a later count has spent added; rows go on where the older ones stood. */
export function addCounters(older: Counters, later: Counters): Counters {
  return {
    ...older,
    requests: older.requests + later.requests,
    turns: older.turns + later.turns,
    toolRuns: older.toolRuns + later.toolRuns,
    tokens: older.tokens + later.tokens,
    inputTokens: older.inputTokens + later.inputTokens,
    outputTokens: older.outputTokens + later.outputTokens,
    elapsedMs: older.elapsedMs + later.elapsedMs,
  };
}

/**
 * What the counters would be had the run come to this node on the straight way: answers since the person last
 * spoke. Used where a branch begins in the middle (fork, edit): failed tries and time are not taken along.
 */
export function countersAt(state: SessionState, head: NodeId | null): Counters {
  const nodes = path(state, head);
  const since = Math.max(
    nodes.findLastIndex((node) => wasSaid(state, node)),
    0,
  );
  const calls = finishedCalls(state);
  let counters = zeroCounters(since);
  for (const node of nodes.slice(since)) counters = countNode(state, counters, node, calls);
  return counters;
}

/** What a person said, edited or not. */
function wasSaid(state: SessionState, node: MessageNode): boolean {
  let each: MessageNode | undefined = node;
  while (each && each.origin !== 'say' && each.replaces !== undefined) each = nodeById(state, each.replaces);
  return each?.origin === 'say';
}

function finishedCalls(state: SessionState): Map<CallId, FinishedCall> {
  const calls = state.tables.calls.slice(0, state.record.lengths.calls);
  return new Map(calls.map((call) => [call.id, call]));
}

function countNode(
  state: SessionState,
  counters: Counters,
  node: MessageNode,
  calls: ReadonlyMap<CallId, FinishedCall>,
): Counters {
  if (node.role === 'assistant') {
    const counted = addAttempt(counters, attemptById(state, node.request)?.message ?? null);
    return {
      ...counted,
      requests: counted.requests + 1,
      turns: counted.turns + 1,
      pausesInRow: isPause(node.stopReason) ? counted.pausesInRow + 1 : 0,
    };
  }
  let { toolRuns, toolErrorsInRow } = counters;
  for (const [index, block] of toolResultsOf(node).entries()) {
    const call = calls.get(node.calls?.[index] ?? '');
    if (call?.startedAt != null) toolRuns += 1;
    if (call?.state === 'ok' || call?.state === 'error')
      toolErrorsInRow = block.is_error === true ? toolErrorsInRow + 1 : 0;
  }
  return { ...counters, toolRuns, toolErrorsInRow };
}

/** Script position for a run that goes on from this node: behind the answer nearest above it. */
export function scriptCursorAt(state: SessionState, head: NodeId | null): number {
  const nodes = path(state, head);
  const answer = nodes.findLast((node) => attemptById(state, node.request));
  return attemptById(state, answer?.request)?.scriptCursor[1] ?? 0;
}
