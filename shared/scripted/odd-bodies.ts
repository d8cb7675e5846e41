import { blocksOf, isRecord } from '../messages/blocks.ts';
import type { ContentBlock, Message, MessageContent } from '../messages/types.ts';

/**
 * Requests that people edit, or that foreign clients send, may hold anything where a message or a block should be. The
 * linter says so; here such places count as not there.
 */
export function safeMessages(body: { messages?: unknown }): Message[] {
  if (!Array.isArray(body.messages)) return [];
  const messages: unknown[] = body.messages;
  return messages.filter((message) => isRecord(message) && typeof message.role === 'string') as Message[];
}

/** The blocks of a content value that are objects with a type; a text is one block. */
export function safeBlocks(content: unknown): ContentBlock[] {
  return blocksOf(content as MessageContent).filter((block) => isRecord(block) && typeof block.type === 'string');
}

/** The text if it is one, else nothing. */
export function safeText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
