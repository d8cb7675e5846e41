import { isText, isToolResult, isToolUse, textOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';

function blockText(block: ContentBlock): string {
  if (isText(block)) return JSON.stringify(block.text.length > 60 ? `${block.text.slice(0, 57)}…` : block.text);
  if (isToolUse(block)) return `tool_use ${block.id} ${block.name}${JSON.stringify(block.input)}`;
  if (isToolResult(block))
    return `tool_result ${block.tool_use_id}${block.is_error ? ' error' : ''} ${JSON.stringify(textOf(block.content).slice(0, 90))}`;
  return block.type;
}

/** A message's blocks on one line. */
export function pathText(content: readonly ContentBlock[]): string {
  return `[${content.map(blockText).join(', ')}]`;
}
