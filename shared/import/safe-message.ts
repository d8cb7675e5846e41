import type { Message, Role } from '../messages/types.ts';
import { isBlock, safeBlocks } from './safe-blocks.ts';

const ROLES: readonly unknown[] = ['user', 'assistant', 'system'];

/**
 * A message from a file in a shape that can be folded and drawn; the same object when it already has it. A role that
 * no session knows speaks for the user's side; content that is no block is left out.
 */
export function safeMessage(message: Message): Message {
  const role = ROLES.includes(message.role) ? message.role : ('user' satisfies Role);
  const { content } = message;
  const isSafe = typeof content === 'string' || (Array.isArray(content) && content.every(isBlock));
  if (isSafe && role === message.role) return message;
  return { ...message, role, content: isSafe ? content : safeBlocks(content) };
}
