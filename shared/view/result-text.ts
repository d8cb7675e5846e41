import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { CallResult } from '../session/events.ts';
import { editableResult } from './graph-edit.ts';
import { textOfResult } from './inspect-edit.ts';

/**
 * A result is written in two places, its node and the inspector, and there is one draft for both: the text of the
 * inspector, where blocks are JSON. The node shows a result of one text block as that text.
 *
 * @param draft the draft's text; null without one
 */
export function nodeText(result: CallResult, draft: string | null): string {
  if (draft === null || draft === textOfResult(result).text) return editableResult(result).text;
  return onlyText(result.content) === null ? draft : (draftBlock(draft)?.text ?? draft);
}

/** The draft that stands for a text typed in the node. Typing back what was there makes it the stored text again. */
export function draftOfNodeText(result: CallResult, draft: string | null, typed: string): string {
  if (typed === editableResult(result).text) return textOfResult(result).text;
  const block = draft === null ? onlyText(result.content) : onlyText(result.content) && draftBlock(draft);
  return block === null ? typed : JSON.stringify([{ ...block, text: typed }], null, 2);
}

type TextOnly = ContentBlock & { text: string };

function draftBlock(draft: string): TextOnly | null {
  try {
    return onlyText(JSON.parse(draft));
  } catch {
    return null;
  }
}

function onlyText(content: unknown): TextOnly | null {
  if (!Array.isArray(content) || content.length !== 1) return null;
  const only: unknown = content[0];
  return isRecord(only) && only.type === 'text' && typeof only.text === 'string' ? (only as TextOnly) : null;
}
