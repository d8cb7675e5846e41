import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { callKey, canonicalJson } from '../messages/canonical-json.ts';
import type { Branch, MessageNode, OpenCall, SessionState, Tables } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';

/** A row of equal calls with equal results; another result means that the world moved on, and begins a new row. */
interface Row {
  result: string;
  count: number;
}

/** Rows up to and including `head`, counted from depth `since` on. */
interface Counted {
  head: MessageNode;
  since: number;
  rows: Map<string, Row>;
}

/** The newest count of a session, grown with the path it belongs to: a long run is not counted anew each turn. */
const counted = new WeakMap<Tables, Counted>();

/**
 * Finds a call that already ran `most` times in this run, whatever its id, and each time with the same result.
 * Calls of the same answer count as well.
 */
export function repeatedCall(state: SessionState, branch: Branch, most: number): OpenCall | null {
  const rows = rowsBefore(state, branch);
  const inThisTurn = new Map<string, number>();
  for (const call of branch.calls) {
    const key = callKey(call.name, call.input);
    const here = inThisTurn.get(key) ?? 0;
    if ((rows.get(key)?.count ?? 0) + here >= most) return call;
    inThisTurn.set(key, here + 1);
  }
  return null;
}

/** Rows on the path in front of the newest answer. */
function rowsBefore(state: SessionState, branch: Branch): ReadonlyMap<string, Row> {
  const since = branch.counters.sinceDepth;
  const head = nodeById(state, nodeById(state, branch.head)?.parent);
  if (!head || head.depth <= since) return new Map();
  const known = counted.get(state.tables);
  const fresh: MessageNode[] = [];
  let node: MessageNode | undefined = head;
  while (node && node.depth > since && !(known?.since === since && known.head === node)) {
    fresh.push(node);
    node = nodeById(state, node.parent);
  }
  const rows = node && node.depth > since && known ? known.rows : new Map<string, Row>();
  for (const each of fresh.reverse()) countResults(state, rows, each, since);
  counted.set(state.tables, { head, since, rows });
  return rows;
}

function countResults(state: SessionState, rows: Map<string, Row>, node: MessageNode, since: number): void {
  const answer = nodeById(state, node.parent);
  if (node.role !== 'user' || answer?.role !== 'assistant' || answer.depth <= since) return;
  const keys = new Map<string, string>();
  for (const call of blocksOf(answer.content).filter(isToolUse)) keys.set(call.id, callKey(call.name, call.input));
  const results = new Map<string, string>();
  for (const result of blocksOf(node.content).filter(isToolResult)) {
    results.set(result.tool_use_id, canonicalJson([result.content ?? null, result.is_error === true]));
  }
  for (const [id, key] of keys) {
    const result = results.get(id);
    if (result === undefined) continue;
    const same = rows.get(key);
    rows.set(key, same?.result === result ? { result, count: same.count + 1 } : { result, count: 1 });
  }
}
