import { isText } from '../messages/blocks.ts';
import type { CallResult } from '../session/events.ts';
import type { Limits } from '../session/limits.ts';

/**
 * A text result cut to at most `maxResultChars` UTF-16 units, never inside a surrogate pair, with the truncation
 * mark behind it; 0 means no cut. In a list of blocks the texts share the allowance, other blocks stay.
 */
export function truncateResult(
  result: CallResult,
  limits: Pick<Limits, 'maxResultChars' | 'truncationMark'>,
): CallResult {
  const most = limits.maxResultChars;
  if (most <= 0) return result;
  if (typeof result.content === 'string') {
    const content = cut(result.content, most, limits.truncationMark);
    return content === result.content ? result : { ...result, content };
  }
  let left = most;
  const content = result.content.map((block) => {
    if (!isText(block)) return block;
    const text = cut(block.text, left, limits.truncationMark);
    left = Math.max(0, left - block.text.length);
    return text === block.text ? block : { ...block, text };
  });
  return content.some((block, index) => block !== (result.content as unknown[])[index])
    ? { ...result, content }
    : result;
}

function cut(text: string, most: number, mark: string): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const inPair = most > 0 && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, inPair ? most - 1 : most) + mark;
}
