import { blocksOf } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock, Message, RequestBody } from '../messages/types.ts';
import { estimateBlock, estimateRequest } from '../scripted/tokens.ts';

/** What a request loses against the one sent before it. Everything is derived; token counts are estimates. */
export interface Impact {
  /** Estimated input tokens of the request. */
  inputTokens: number;
  /**
   * First place that differs inside the part the earlier request had marked for the prompt cache; null when the
   * marked part is the same, or nothing was marked. From there on nothing is read from the cache.
   */
  cacheLostFrom: string | null;
  /** Estimated tokens between that place and the end of the marked part: paid in full again. */
  cacheLostTokens: number;
  /** Places of thinking blocks whose signature no longer fits the text before them. */
  thinking: string[];
}

/**
 * Compares the next request with the last one sent (null: nothing was sent).
 * @param bound thinking of this model is signed together with everything before it (messages-api, R79)
 */
export function impactOf(sent: RequestBody | null, next: RequestBody, bound: boolean): Impact {
  const inputTokens = estimateRequest(next);
  if (sent === null) return { inputTokens, cacheLostFrom: null, cacheLostTokens: 0, thinking: [] };
  const lost = cacheLoss(sent, next);
  return {
    inputTokens,
    cacheLostFrom: lost?.path ?? null,
    cacheLostTokens: lost?.tokens ?? 0,
    thinking: bound ? staleThinking(sent, next) : [],
  };
}

/** One piece of the prompt in the order the cache sees it: tools, then system, then messages. */
interface Piece {
  path: string;
  key: string;
  tokens: number;
  marked: boolean;
}

function cacheLoss(sent: RequestBody, next: RequestBody): { path: string; tokens: number } | null {
  const before = piecesOf(sent);
  const after = piecesOf(next);
  const end = before.findLastIndex((piece) => piece.marked);
  for (let index = 0; index <= end; index++) {
    const piece = before[index];
    if (piece === undefined || after[index]?.key === piece.key) continue;
    const tokens = before.slice(index, end + 1).reduce((sum, lost) => sum + lost.tokens, 0);
    return { path: after[index]?.path ?? piece.path, tokens };
  }
  return null;
}

function piecesOf(body: RequestBody): Piece[] {
  const tools = (Array.isArray(body.tools) ? body.tools : []).map((tool, at) => pieceOf(`tools.${at}`, tool));
  const system = blocksOf(body.system).map((block, at) => pieceOf(`system.${at}`, block));
  const messages = body.messages.flatMap((message, index) =>
    blocksOf(message.content).map((block, at) => pieceOf(`messages.${index}.content.${at}`, block, message.role)),
  );
  return [...tools, ...system, ...messages];
}

/** Moving a cache mark changes what is stored, never whether the text before it still fits. */
function pieceOf(path: string, value: object, role = ''): Piece {
  const { cache_control: mark, ...rest } = value as { cache_control?: unknown };
  return {
    path,
    key: `${role} ${canonicalJson(rest)}`,
    tokens: estimateBlock(rest),
    marked: mark !== undefined && mark !== null,
  };
}

/**
 * A bound signature covers system and tools too, so a change of either invalidates every thinking block. Blocks in
 * or behind the first changed message are stale; an unchanged block that the earlier request did not hold is new.
 */
function staleThinking(sent: RequestBody, next: RequestBody): string[] {
  const head = (body: RequestBody): string => canonicalJson([body.tools ?? null, body.system ?? null]);
  const from = head(sent) === head(next) ? firstChange(sent.messages, next.messages) : 0;
  const known = new Set(sent.messages.flatMap(thinkingOf).map((block) => canonicalJson(block)));
  return next.messages.flatMap((message, index) => {
    if (index < from) return [];
    return blocksOf(message.content).flatMap((block, at) =>
      isThinkingType(block) && known.has(canonicalJson(block)) ? [`messages.${index}.content.${at}`] : [],
    );
  });
}

function firstChange(before: Message[], after: Message[]): number {
  let at = 0;
  while (at < before.length && at < after.length && canonicalJson(before[at]) === canonicalJson(after[at])) at++;
  return at;
}

function thinkingOf(message: Message): ContentBlock[] {
  return blocksOf(message.content).filter(isThinkingType);
}

function isThinkingType(block: ContentBlock): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
