import { blocksOf, isToolResult, isToolUse } from '../../shared/messages/blocks.ts';
import { callKey, canonicalJson } from '../../shared/messages/canonical-json.ts';
import type { LimitName } from '../../shared/session/limits.ts';
import type { Branch, MessageNode, SessionState } from '../../shared/session/state.ts';
import { path } from '../../shared/session/tree.ts';

export type GaugeName = 'turns' | 'tokens' | 'time' | 'repeats';

export interface Gauge {
  name: GaugeName;
  limitName: LimitName;
  value: number;
  limit: number;
  /** Used part, 0 to 1. */
  share: number;
  tripped: boolean;
}

/** How much of the four main limits a branch has used. `now` in milliseconds since the epoch, for the running clock. */
export function gaugesOf(state: SessionState, branch: Branch, now: number): Gauge[] {
  const { limits } = state.record;
  const { counters } = branch;
  return [
    gauge(branch, 'turns', 'maxTurns', counters.turns, limits.maxTurns),
    gauge(branch, 'tokens', 'tokenBudget', counters.tokens, limits.tokenBudget),
    gauge(branch, 'time', 'timeoutMs', elapsed(branch, now), limits.timeoutMs),
    gauge(branch, 'repeats', 'maxIdenticalCalls', repeats(state, branch), limits.maxIdenticalCalls),
  ];
}

/** Milliseconds that `timeoutMs` has counted so far. */
export function elapsed(branch: Branch, now: number): number {
  const running = branch.movingSince === null ? 0 : Math.max(0, now - branch.movingSince);
  return branch.counters.elapsedMs + running;
}

function gauge(branch: Branch, name: GaugeName, limitName: LimitName, value: number, limit: number): Gauge {
  const share = limit > 0 ? Math.min(1, value / limit) : value > 0 ? 1 : 0;
  return { name, limitName, value, limit, share, tripped: branch.limit?.limit === limitName };
}

/**
 * The longest row of equal calls with equal results since the person last spoke: the figure that
 * `maxIdenticalCalls` is held against.
 */
export function repeats(state: SessionState, branch: Branch): number {
  const kept = counted.get(branch);
  if (kept !== undefined) return kept;
  const most = countRepeats(state, branch);
  counted.set(branch, most);
  return most;
}

/** A branch is a new object after every event of it, so one answer holds while the clock ticks. */
const counted = new WeakMap<Branch, number>();

function countRepeats(state: SessionState, branch: Branch): number {
  const rows = new Map<string, { result: string; count: number }>();
  const nodes = path(state, branch.head).slice(branch.counters.sinceDepth);
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    if (node.role === 'assistant' && next?.role === 'user') count(rows, answered(node, next));
  }
  const finished = branch.calls.flatMap((call) =>
    call.result ? [{ key: callKey(call.name, call.input), result: resultText(call.result) }] : [],
  );
  count(rows, finished);
  return Math.max(0, ...[...rows.values()].map((row) => row.count));
}

interface Answered {
  key: string;
  result: string;
}

function count(rows: Map<string, { result: string; count: number }>, calls: readonly Answered[]): void {
  for (const { key, result } of calls) {
    const row = rows.get(key);
    rows.set(key, row?.result === result ? { result, count: row.count + 1 } : { result, count: 1 });
  }
}

const known = new WeakMap<MessageNode, { answer: MessageNode; calls: Answered[] }>();

/** The calls of an answer with their results; kept, because every step asks again. */
function answered(answer: MessageNode, results: MessageNode): Answered[] {
  const kept = known.get(results);
  if (kept?.answer === answer) return kept.calls;
  const texts = new Map(
    blocksOf(results.content)
      .filter(isToolResult)
      .map((block) => [block.tool_use_id, resultText({ content: block.content, is_error: block.is_error === true })]),
  );
  const calls = blocksOf(answer.content)
    .filter(isToolUse)
    .flatMap((call) => {
      const result = texts.get(call.id);
      return result === undefined ? [] : [{ key: callKey(call.name, call.input), result }];
    });
  known.set(results, { answer, calls });
  return calls;
}

function resultText(result: { content?: unknown; is_error: boolean }): string {
  return canonicalJson([result.content ?? null, result.is_error]);
}
