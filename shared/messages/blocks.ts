import type {
  ContentBlock,
  Message,
  MessageContent,
  ServerToolUseBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './types.ts';

/** A plain JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && typeof block.text === 'string';
}

export function isThinking(block: ContentBlock): block is ThinkingBlock {
  return block.type === 'thinking' && typeof block.thinking === 'string';
}

/** A client tool call: the host must answer it with a `tool_result`. */
export function isToolUse(block: ContentBlock): block is ToolUseBlock {
  return block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string';
}

/** A call the provider runs itself (`server_tool_use`, beta `mcp_tool_use`); never answered by the host. */
export function isServerToolUse(block: ContentBlock): block is ServerToolUseBlock {
  return (block.type === 'server_tool_use' || block.type === 'mcp_tool_use') && typeof block.id === 'string';
}

export function isToolResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool_result' && typeof block.tool_use_id === 'string';
}

/** Content as a list of blocks: a string is the short form of one text block (an empty one has none). */
export function blocksOf(content: MessageContent | null | undefined): ContentBlock[] {
  if (Array.isArray(content)) return content;
  if (typeof content !== 'string' || content === '') return [];
  return [{ type: 'text', text: content }];
}

/** The client tool calls of a message, in array order. */
export function toolUsesOf(message: Pick<Message, 'content'>): ToolUseBlock[] {
  return blocksOf(message.content).filter(isToolUse);
}

/** The tool results of a message, in array order. */
export function toolResultsOf(message: Pick<Message, 'content'>): ToolResultBlock[] {
  return blocksOf(message.content).filter(isToolResult);
}

/** The text of a content value, blocks joined by line breaks; other blocks are left out. */
export function textOf(content: MessageContent | null | undefined): string {
  return blocksOf(content)
    .filter(isText)
    .map((block) => block.text)
    .join('\n');
}
