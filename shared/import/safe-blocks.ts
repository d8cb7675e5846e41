import { blocksOf, isRecord } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';

/** Content from a file as blocks: what is neither text nor an object with a type is left out. */
export function safeBlocks(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return blocksOf(content);
  if (!Array.isArray(content)) return [];
  return content.every(isBlock) ? content : content.filter(isBlock);
}

/** An object with a type, as every block is. */
export function isBlock(value: unknown): value is ContentBlock {
  return isRecord(value) && typeof value.type === 'string';
}

/** The text of content from a file, blocks joined by line breaks. */
export function safeText(content: unknown): string {
  return safeBlocks(content)
    .map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}
