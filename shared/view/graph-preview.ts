import { blocksOf, isRecord, isText } from '../messages/blocks.ts';
import type { CallResult } from '../session/events.ts';
import type { ContentBlock, MessageContent } from '../messages/types.ts';
import { type GraphWords, say } from './graph-words.ts';

/** More of a value than this is never looked at for a preview. */
const MOST = 4000;

/** White space as single spaces, from the first printable character on. */
export function oneLine(text: string): string {
  return text.slice(0, MOST).replace(/\s+/g, ' ').trim();
}

/**
 * JSON text of a value, at most about `MOST` characters of it: a 10 MB string inside is cut before it is quoted.
 */
export function shortJson(value: unknown): string {
  let left = MOST;
  const write = (item: unknown, depth: number): string => {
    if (left <= 0) return '…';
    if (typeof item === 'string') {
      const text = JSON.stringify(item.length > left ? `${item.slice(0, left)}…` : item);
      left -= text.length;
      return text;
    }
    if (depth > 6) return '…';
    if (Array.isArray(item)) return `[${many(item, (each) => write(each, depth + 1))}]`;
    if (isRecord(item)) {
      return `{${many(Object.keys(item), (key) => `${JSON.stringify(key)}:${write(item[key], depth + 1)}`)}}`;
    }
    const text = JSON.stringify(item) ?? String(item);
    left -= text.length;
    return text;
  };
  const many = <Item>(items: Item[], one: (item: Item) => string): string => {
    const parts: string[] = [];
    for (const item of items) {
      if (left <= 0) return `${parts.join(',')},…`;
      parts.push(one(item));
      left -= 3;
    }
    return parts.join(',');
  };
  return write(value, 0);
}

/** An input in a few characters: the one text it holds, or its JSON. `isPath` asks to be shortened from the left. */
export function shortInput(input: unknown): { text: string; isPath: boolean } {
  if (isRecord(input)) {
    const values = Object.values(input);
    const [only] = values;
    if (values.length === 1 && typeof only === 'string') {
      const text = oneLine(only);
      return { text, isPath: isPathLike(text) };
    }
    if (values.length === 0) return { text: '', isPath: false };
  }
  return { text: oneLine(shortJson(input)), isPath: false };
}

/** A single word with a slash in it: the end tells more than the beginning. */
export function isPathLike(text: string): boolean {
  return text.includes('/') && !text.includes(' ') && !text.includes('://');
}

/** The first words of a content value, for a row of one line. */
export function contentPreview(content: MessageContent | undefined, words: GraphWords): string {
  if (typeof content === 'string') return oneLine(content) || say(words, 'emptyText');
  const blocks = blocksOf(content);
  if (blocks.length === 0) return say(words, 'empty');
  const text = blocks.filter(isText).map((block) => block.text);
  const first = oneLine(text.join(' '));
  if (first !== '') return first;
  return blocks.map((block) => blockWord(block, words)).join(', ');
}

export function resultPreview(result: CallResult, words: GraphWords): string {
  return contentPreview(result.content, words);
}

/** What a block is, for blocks that have no text of their own. */
export function blockWord(block: ContentBlock, words: GraphWords): string {
  if (isText(block)) return say(words, 'emptyText');
  const source = isRecord(block.source) ? block.source : null;
  const type = source && typeof source.media_type === 'string' ? ` ${source.media_type}` : '';
  if (block.type === 'image') return `${say(words, 'image')}${type}`;
  if (block.type === 'document') return `${say(words, 'document')}${type}`;
  return typeof block.title === 'string' ? block.title : block.type;
}
