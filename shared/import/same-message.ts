import { isRecord } from '../messages/blocks.ts';
import { safeBlocks } from './safe-blocks.ts';
import type { ContentBlock, Message } from '../messages/types.ts';

/** Whether two messages say the same; cache marks move from request to request and do not count. */
export function sameMessage(left: Message, right: Message): boolean {
  if (left === right) return true;
  if (left.role !== right.role) return false;
  if (left.content === right.content) return true;
  const [ours, theirs] = [safeBlocks(left.content), safeBlocks(right.content)];
  return ours.length === theirs.length && ours.every((block, index) => same(block, theirs[index]));
}

/** Whether the messages have a block in common. */
export function sharesBlock(left: Message, right: Message): boolean {
  const theirs = safeBlocks(right.content);
  return safeBlocks(left.content).some((block) => theirs.some((other) => same(block, other)));
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => same(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left).filter((key) => isKept(left, key));
  const others = Object.keys(right).filter((key) => isKept(right, key));
  return keys.length === others.length && keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]));
}

/** Cache marks, and fields that are null or their default, are written by one client and left out by the next. */
function isKept(object: Record<string, unknown>, key: string): boolean {
  if (key === 'cache_control') return false;
  const value = object[key];
  if (value === null || value === undefined) return false;
  if (key === 'is_error' && value === false) return false;
  return !(key === 'caller' && isRecord(value) && value.type === 'direct');
}

/** What of an answer survives when a client sends it back: its calls by id, and its text without white space. */
export function answerKey(message: Message): string {
  const blocks = safeBlocks(message.content);
  const text = blocks.filter((block) => block.type === 'text').map((block) => String(block.text ?? ''));
  return `${blocks.flatMap(callId).join(' ')}\n${text.join('').replaceAll(/\s+/g, '')}`;
}

function callId(block: ContentBlock): string[] {
  return typeof block.id === 'string' ? [block.id] : [];
}
