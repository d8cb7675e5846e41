import { blocksOf, isThinking, isToolResult, isToolUse } from '../messages/blocks.ts';
import { canonicalJson, hash53 } from '../messages/canonical-json.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { MessageNode } from '../session/state.ts';

/** The names that stand for `tool_use` ids: `look 2` is the second call of that tool in its message, on every path alike. */
export type CallNames = ReadonlyMap<string, string>;

/** Names for the calls of an answer; empty for anything else. */
export function namesOf(answer: MessageNode | null): CallNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const block of blocksOf(answer?.content)) {
    if (!isToolUse(block) || names.has(block.id)) continue;
    const count = (counts.get(block.name) ?? 0) + 1;
    counts.set(block.name, count);
    names.set(block.id, `${block.name} ${count}`);
  }
  return names;
}

/**
 * A content with what differs between any two runs taken out: ids of calls are names by place, signatures are gone.
 * Blocks keep their order and number. `before` names the calls of the answer that the results answer.
 */
export function plainBlocks(node: MessageNode, before: CallNames): ContentBlock[] {
  const own = namesOf(node);
  return blocksOf(node.content).map((block) => plainBlock(block, own, before));
}

function plainBlock(block: ContentBlock, own: CallNames, before: CallNames): ContentBlock {
  if (isToolUse(block)) return { ...block, id: own.get(block.id) ?? block.id };
  if (isToolResult(block)) return { ...block, tool_use_id: before.get(block.tool_use_id) ?? block.tool_use_id };
  if (isThinking(block)) {
    const { signature: _opaque, ...rest } = block;
    return rest as ContentBlock;
  }
  return block;
}

const known = new WeakMap<MessageNode, string>();

/**
 * Equal for messages that say the same: role, content and extra fields, ids of calls and signatures aside. Kept per
 * message, since what stands before it never changes.
 */
export function messageKey(node: MessageNode, before: CallNames): string {
  const found = known.get(node);
  if (found !== undefined) return found;
  const text = canonicalJson([node.role, plainBlocks(node, before), node.extra ?? null]);
  // A hash with the length beside it: 10,000 long texts would otherwise be kept twice.
  const key = `${hash53(text).toString(36)}.${text.length}`;
  known.set(node, key);
  return key;
}
