import { blocksOf, isText, textOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { CallResult } from '../session/events.ts';

/** Replaces half surrogate pairs by U+FFFD: the API refuses a body that holds one. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

function wellFormedBlock(block: ContentBlock): ContentBlock {
  return isText(block) && !block.text.isWellFormed() ? { ...block, text: wellFormed(block.text) } : block;
}

/**
 * A tool's result as the API takes it: no half surrogate pairs; an error holds text and nothing but text (R26), and
 * says something even when the tool said nothing. What a person types is left as it is.
 */
export function shapeResult(result: CallResult): CallResult {
  const { content: given } = result;
  const content = typeof given === 'string' ? wellFormed(given) : blocksOf(given).map(wellFormedBlock);
  if (!result.is_error) return { content, is_error: false };
  if (textOf(content).trim() === '') return { content: 'The tool failed and gave no message.', is_error: true };
  const onlyText = typeof content === 'string' || blocksOf(content).every(isText);
  return { content: onlyText ? content : blocksOf(content).filter(isText), is_error: true };
}

/** An answer's blocks as they may go back: the model itself may write empty texts, which the API refuses (R13). */
export function withoutEmptyTexts(content: ContentBlock[]): ContentBlock[] {
  const kept = content.filter((block) => !isText(block) || block.text.trim() !== '');
  return kept.length === content.length ? content : kept;
}
