import { isRecord } from '../messages/blocks.ts';
import { safeBlocks } from './safe-blocks.ts';
import type { ContentBlock, Message } from '../messages/types.ts';

/**
 * The blocks of one answer that was written in pieces, in their order. A piece written twice (a resumed session copies
 * its rows) counts once: the same call by its id, the same words or signed thinking by their content. Empty thinking
 * has nothing to be told apart by and stays.
 */
export function joinedBlocks(parts: readonly Message['content'][]): ContentBlock[] {
  const seen = new Map<string, string[]>();
  return parts.flatMap((part) => safeBlocks(part).filter((block) => isNew(block, seen)));
}

/** Told apart by kind and length first: long texts are compared only when both agree. */
function isNew(block: unknown, seen: Map<string, string[]>): boolean {
  const mark = markOf(block);
  if (mark === null) return true;
  const [kind, text] = mark;
  const key = `${kind} ${text.length}`;
  const known = seen.get(key);
  if (!known) seen.set(key, [text]);
  else if (known.includes(text)) return false;
  else known.push(text);
  return true;
}

function markOf(block: unknown): [kind: string, text: string] | null {
  if (!isRecord(block)) return null;
  if (typeof block.id === 'string' && block.id !== '') return ['id', block.id];
  if (typeof block.text === 'string' && block.text.trim() !== '') return ['text', block.text];
  if (typeof block.signature === 'string' && block.signature !== '') return ['signature', block.signature];
  return typeof block.thinking === 'string' && block.thinking !== '' ? ['thinking', block.thinking] : null;
}
