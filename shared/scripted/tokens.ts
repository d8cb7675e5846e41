import { canonicalJson } from '../messages/canonical-json.ts';
import type { MessageContent, RequestBody } from '../messages/types.ts';
import { safeBlocks, safeMessages } from './odd-bodies.ts';

/**
 * The frozen token estimate of the scripted API, where a script gives no `usage`. It is no tokenizer: it grows with
 * the text, it is the same everywhere, and nobody will mistake it for a bill.
 *
 *     block   = ceil(UTF-8 bytes of its canonical JSON / 4); a text content counts as one text block
 *     message = its blocks + 3
 *     request = system blocks + each tool definition (as a block) + messages
 *     answer  = one message
 *
 * Changing it changes every recorded run: do not.
 */
export function estimateBlock(block: unknown): number {
  return Math.ceil(utf8Length(canonicalJson(block)) / 4);
}

export function estimateMessage(content: MessageContent | null | undefined): number {
  return 3 + sum(safeBlocks(content));
}

/** Input tokens of a request body. */
export function estimateRequest(body: Pick<RequestBody, 'system' | 'tools' | 'messages'>): number {
  const tools = Array.isArray(body.tools) ? body.tools : [];
  const conversation = safeMessages(body).reduce((total, message) => total + estimateMessage(message.content), 0);
  return sum(safeBlocks(body.system)) + sum(tools) + conversation;
}

/** Answer of `POST /v1/messages/count_tokens`. */
export function countTokens(body: Pick<RequestBody, 'system' | 'tools' | 'messages'>): { input_tokens: number } {
  return { input_tokens: estimateRequest(body) };
}

function sum(blocks: readonly unknown[]): number {
  return blocks.reduce<number>((total, block) => total + estimateBlock(block), 0);
}

/** Bytes of a text in UTF-8. Canonical JSON has no lone surrogates, so every high one heads a pair of four bytes. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}
