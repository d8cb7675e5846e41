import { blocksOf, isText, isThinking, isToolResult, isToolUse } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock, MessageContent, ToolResultBlock, ToolUseBlock } from '../messages/types.ts';
import { leafFields, leafFieldsOfValues } from './compare-fields.ts';
import { plainBlocks } from './compare-keys.ts';
import type { PathMessage, Step } from './compare-steps.ts';
import { type BlockChange, diffBlocks } from './diff-blocks.ts';
import type { FieldTable } from './inspect-fields.ts';
import { prettyJson } from './inspect-json-text.ts';

/** A block with its index in its own message. */
export interface ComparedBlock {
  block: ContentBlock;
  at: number;
}

/**
 * What differs inside a pair of blocks: values of one JSON object, a text, or the blocks that a result is made of.
 * `json` is left for values too large or odd for a table.
 */
export type BlockDetail =
  | { kind: 'fields'; table: FieldTable }
  | { kind: 'text' | 'json'; before: string; after: string }
  | { kind: 'blocks'; pairs: BlockPair[] };

export interface BlockPair {
  kind: 'same' | 'changed' | 'moved' | 'only-a' | 'only-b';
  a: ComparedBlock | null;
  b: ComparedBlock | null;
}

/** Two messages that stand opposite each other, or one that stands alone. */
export interface MessagePair {
  part: 'sent' | 'answer';
  kind: 'same' | 'changed' | 'only-a' | 'only-b';
  a: PathMessage | null;
  b: PathMessage | null;
  /** Rows in the order of B, with what only A holds where it stood. Empty while only one side is there. */
  blocks: BlockPair[];
  /** The same but for ids of calls and signatures, which differ between any two runs. */
  apartFromIds: boolean;
}

/** The messages of two opposite steps, paired: what was sent by number, then the answers. */
export function messagePairs(a: Step | null, b: Step | null): MessagePair[] {
  const sent = Math.max(a?.sent.length ?? 0, b?.sent.length ?? 0);
  const pairs = Array.from({ length: sent }, (_, at) => pairOf('sent', a?.sent[at] ?? null, b?.sent[at] ?? null));
  if (a?.answer || b?.answer) pairs.push(pairOf('answer', a?.answer ?? null, b?.answer ?? null));
  return pairs;
}

function pairOf(part: MessagePair['part'], a: PathMessage | null, b: PathMessage | null): MessagePair {
  if (!a || !b) return { part, kind: a ? 'only-a' : 'only-b', a, b, blocks: [], apartFromIds: false };
  if (a.node === b.node) return { part, kind: 'same', a, b, blocks: [], apartFromIds: false };
  const blocks = blockPairs(a, b);
  const beside =
    canonicalJson([a.node.role, a.node.extra ?? null]) === canonicalJson([b.node.role, b.node.extra ?? null]);
  const same = beside && blocks.every((block) => block.kind === 'same');
  const exact = canonicalJson(blocksOf(a.node.content)) === canonicalJson(blocksOf(b.node.content));
  return { part, kind: same ? 'same' : 'changed', a, b, blocks, apartFromIds: same && !exact };
}

function blockPairs(a: PathMessage, b: PathMessage): BlockPair[] {
  const changes = diffBlocks(plainBlocks(a.node, a.before), plainBlocks(b.node, b.before));
  return placedPairs(changes, blocksOf(a.node.content), blocksOf(b.node.content));
}

/** Two contents block by block, ids taken as they are: two requests of one session, the insides of two results. */
export function pairBlocks(before: MessageContent, after: MessageContent): BlockPair[] {
  return placedPairs(diffBlocks(before, after), blocksOf(before), blocksOf(after));
}

function placedPairs(
  changes: readonly BlockChange[],
  inA: readonly ContentBlock[],
  inB: readonly ContentBlock[],
): BlockPair[] {
  const placed = (blocks: readonly ContentBlock[], at: number): ComparedBlock => ({
    block: blocks[at] as ContentBlock,
    at,
  });
  return changes.map((change): BlockPair => {
    if (change.kind === 'added') return { kind: 'only-b', a: null, b: placed(inB, change.after.at) };
    if (change.kind === 'removed') return { kind: 'only-a', a: placed(inA, change.before.at), b: null };
    return { kind: change.kind, a: placed(inA, change.before.at), b: placed(inB, change.after.at) };
  });
}

/** How a changed pair is best read: value by value where both are JSON objects, as text, or block by block. */
export function blockDetail(a: ContentBlock, b: ContentBlock): BlockDetail {
  if (isToolUse(a) && isToolUse(b)) return fieldsOrJson(sentOfCall(a), sentOfCall(b));
  if (isToolResult(a) && isToolResult(b)) return resultDetail(a, b);
  if (isText(a) && isText(b) && a.text !== b.text) return { kind: 'text', before: a.text, after: b.text };
  if (isThinking(a) && isThinking(b) && a.thinking !== b.thinking)
    return { kind: 'text', before: a.thinking, after: b.thinking };
  return fieldsOrJson(a, b);
}

/** A call as two runs share it: without its id; only the input as long as nothing stands beside it. */
function sentOfCall({ id: _id, type: _type, name, input, ...rest }: ToolUseBlock): unknown {
  const beside = Object.keys(rest).some((key) => key !== 'caller');
  return beside ? { name, input, ...rest } : input;
}

function fieldsOrJson(a: unknown, b: unknown): BlockDetail {
  const table = leafFieldsOfValues(a, b);
  if (table && table.edited > 0) return { kind: 'fields', table };
  return { kind: 'json', before: JSON.stringify(a, null, 2) ?? '', after: JSON.stringify(b, null, 2) ?? '' };
}

function resultDetail(a: ToolResultBlock, b: ToolResultBlock): BlockDetail {
  const [before, after] = [textOfResult(a.content), textOfResult(b.content)];
  const [badA, badB] = [a.is_error === true, b.is_error === true];
  const { tool_use_id: _a, type: _typeA, ...restA } = a;
  const { tool_use_id: _b, type: _typeB, ...restB } = b;
  if (before === null || after === null) {
    const pairs = pairBlocks(asContent(a.content), asContent(b.content));
    return badA === badB && pairs.some((pair) => pair.kind !== 'same')
      ? { kind: 'blocks', pairs }
      : fieldsOrJson(restA, restB);
  }
  if (before === after && badA === badB) return fieldsOrJson(restA, restB);
  const table = badA === badB ? leafFields(before, after) : null;
  if (table && table.edited > 0) return { kind: 'fields', table };
  return { kind: 'text', before: flagged(before, badA), after: flagged(after, badB) };
}

function asContent(content: unknown): MessageContent {
  return typeof content === 'string' || Array.isArray(content) ? (content as MessageContent) : [];
}

function flagged(text: string, isError: boolean): string {
  return `${isError ? 'is_error: true\n' : ''}${prettyJson(text) ?? text}`;
}

/** A result that is one text, in either of its two forms. */
function textOfResult(content: unknown): string | null {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  const [only] = Array.isArray(content) && content.length === 1 ? (content as ContentBlock[]) : [];
  return only && isText(only) ? only.text : null;
}
