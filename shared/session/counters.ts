import { countedTokens, totalInput } from '../messages/usage.ts';
import type { ResponseMessage } from '../messages/types.ts';
import type { NodeId } from './events.ts';
import { zeroCounters } from './reduce-support.ts';
import type { Counters, MessageNode, SessionState } from './state.ts';
import { attemptById, path } from './tree.ts';

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

/**
 * What the counters would be had the run come to this node on the straight way: answers since the person last
 * spoke. Used where a branch begins in the middle (fork, edit): failed tries and time are not taken along.
 */
export function countersAt(state: SessionState, head: NodeId | null): Counters {
  const nodes = path(state, head);
  const spoke = nodes.findLastIndex((node) => node.origin === 'say');
  let counters = zeroCounters(Math.max(spoke, 0));
  for (const node of nodes.slice(Math.max(spoke, 0))) counters = countNode(state, counters, node);
  return counters;
}

function countNode(state: SessionState, counters: Counters, node: MessageNode): Counters {
  if (node.role === 'assistant') {
    const paused = node.stopReason === 'pause_turn';
    const counted = addAttempt(counters, attemptById(state, node.request)?.message ?? null);
    return {
      ...counted,
      requests: counted.requests + 1,
      turns: counted.turns + 1,
      pausesInRow: paused ? counted.pausesInRow + 1 : 0,
    };
  }
  if (node.origin !== 'results') return counters;
  return { ...counters, toolRuns: counters.toolRuns + (node.calls?.length ?? 0) };
}

/** Script position for a run that goes on from this node: behind the answer nearest above it. */
export function scriptCursorAt(state: SessionState, head: NodeId | null): number {
  const nodes = path(state, head);
  const answer = nodes.findLast((node) => attemptById(state, node.request));
  return attemptById(state, answer?.request)?.scriptCursor[1] ?? 0;
}
