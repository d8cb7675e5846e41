import { blocksOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { MessageNode } from '../session/state.ts';

/** A block that holds what was looked for. */
export interface Hit {
  node: string;
  /** Index of the message on the path, and of the block in it. */
  message: number;
  block: number;
}

export type Matcher = (block: ContentBlock) => boolean;

/**
 * What a query asks for; null for an empty one. Words must all occur in the block, letters of either case:
 * `edit_file`, `"two words"` as they stand, `is:error` for failed results, `type:thinking` for one block type.
 * No regular expressions.
 */
export function matcherOf(query: string): Matcher | null {
  const terms = termsOf(query);
  if (terms.length === 0) return null;
  return (block) => {
    let text: string | null = null;
    return terms.every((term) => {
      if (term === 'is:error') return block.type === 'tool_result' && block.is_error === true;
      if (term.startsWith('type:')) return block.type === term.slice('type:'.length);
      text ??= textOfBlock(block).toLowerCase();
      return text.includes(term);
    });
  };
}

function termsOf(query: string): string[] {
  const terms: string[] = [];
  let term = '';
  let quoted = false;
  for (const char of `${query} `) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && char.trim() === '') {
      if (term !== '') terms.push(term.toLowerCase());
      term = '';
    } else term += char;
  }
  if (term.trim() !== '') terms.push(term.trim().toLowerCase());
  return terms;
}

/** Everything a person can read in a block, its fields' names included; base64 data is left out. */
function textOfBlock(block: ContentBlock): string {
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  if (block.type === 'thinking' && typeof block.thinking === 'string') return block.thinking;
  const parts: string[] = [];
  collect(block, parts, 0);
  return parts.join('\n');
}

function collect(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number' || typeof value === 'boolean') into.push(String(value));
  else if (depth > 12 || value === null || typeof value !== 'object') return;
  else if (Array.isArray(value)) for (const item of value) collect(item, into, depth + 1);
  else {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'data' || key === 'signature') continue;
      into.push(key);
      collect(item, into, depth + 1);
    }
  }
}

/** The hits in one message. */
export function searchMessage(node: MessageNode, message: number, matches: Matcher): Hit[] {
  return blocksOf(node.content).flatMap((block, index) =>
    matches(block) ? [{ node: node.id, message, block: index }] : [],
  );
}
