import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { callKey, canonicalJson } from '../messages/canonical-json.ts';
import type { MessageNode, OpenCall } from '../session/state.ts';

/** Keys of the calls and texts of the results in one message, kept because every turn asks for them again. */
const known = new WeakMap<MessageNode, Map<string, string>>();

function remember(node: MessageNode, make: () => Map<string, string>): Map<string, string> {
  const kept = known.get(node);
  if (kept) return kept;
  const made = make();
  known.set(node, made);
  return made;
}

/** `tool_use` id → key of the call. */
function keysIn(node: MessageNode): Map<string, string> {
  return remember(
    node,
    () =>
      new Map(
        blocksOf(node.content)
          .filter(isToolUse)
          .map((call) => [call.id, callKey(call.name, call.input)]),
      ),
  );
}

/** `tool_use` id → canonical text of the result. */
function resultsIn(node: MessageNode): Map<string, string> {
  return remember(
    node,
    () =>
      new Map(
        blocksOf(node.content)
          .filter(isToolResult)
          .map((result) => [result.tool_use_id, canonicalJson([result.content ?? null, result.is_error === true])]),
      ),
  );
}

/**
 * Finds a call that already ran `most` times in this run, whatever its id, and each time with the same result:
 * another result means that the world moved on, and the count begins anew.
 * @param nodes the path, oldest first, from where the count begins
 */
export function repeatedCall(nodes: readonly MessageNode[], calls: readonly OpenCall[], most: number): OpenCall | null {
  const before = new Map<string, { result: string; count: number }>();
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    if (node.role !== 'assistant' || next?.role !== 'user') continue;
    const results = resultsIn(next);
    for (const [id, key] of keysIn(node)) {
      const result = results.get(id);
      if (result === undefined) continue;
      const same = before.get(key);
      before.set(key, same?.result === result ? { result, count: same.count + 1 } : { result, count: 1 });
    }
  }
  const inThisTurn = new Map<string, number>();
  for (const call of calls) {
    const key = callKey(call.name, call.input);
    const here = inThisTurn.get(key) ?? 0;
    if ((before.get(key)?.count ?? 0) + here >= most) return call;
    inThisTurn.set(key, here + 1);
  }
  return null;
}
