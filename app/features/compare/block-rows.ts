import { blocksOf, isToolResult, isToolUse } from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import type { BlockPair, MessagePair } from '../../../shared/view/compare-detail.ts';
import type { PathMessage } from '../../../shared/view/compare-steps.ts';

/**
 * One line of two opposite messages. Blocks that are equal stand together; blocks that only one side has stand beside
 * those that only the other has at the same place. `a` and `b` are the same pair where two blocks belong together.
 */
export type BlockRow =
  | { kind: 'equal'; pairs: BlockPair[] }
  | { kind: 'pair'; a: BlockPair | null; b: BlockPair | null };

/** The lines of two opposite messages, or of one that stands alone. */
export function blockRows(pair: Pick<MessagePair, 'a' | 'b' | 'blocks'>): BlockRow[] {
  const rows: BlockRow[] = [];
  let alone: { a: BlockPair[]; b: BlockPair[] } = { a: [], b: [] };
  const settle = (): void => {
    for (let at = 0; at < Math.max(alone.a.length, alone.b.length); at++)
      rows.push({ kind: 'pair', a: alone.a[at] ?? null, b: alone.b[at] ?? null });
    alone = { a: [], b: [] };
  };
  for (const each of pairsOf(pair)) {
    if (each.kind === 'only-a') alone.a.push(each);
    else if (each.kind === 'only-b') alone.b.push(each);
    else {
      settle();
      const last = rows.at(-1);
      if (each.kind !== 'same') rows.push({ kind: 'pair', a: each, b: each });
      else if (last?.kind === 'equal') last.pairs.push(each);
      else rows.push({ kind: 'equal', pairs: [each] });
    }
  }
  settle();
  return rows;
}

function pairsOf({ a, b, blocks }: Pick<MessagePair, 'a' | 'b' | 'blocks'>): BlockPair[] {
  if (blocks.length > 0) return blocks;
  const placed = (message: PathMessage | null): { block: ContentBlock; at: number }[] =>
    blocksOf(message?.node.content).map((block, at) => ({ block, at }));
  if (a && b) {
    const inB = placed(b);
    return placed(a).map((one, at): BlockPair => ({ kind: 'same', a: one, b: inB[at] ?? one }));
  }
  if (a) return placed(a).map((one): BlockPair => ({ kind: 'only-a', a: one, b: null }));
  return placed(b).map((one): BlockPair => ({ kind: 'only-b', a: null, b: one }));
}

/** Place of a call or result among those of its message, from 0; null for other blocks. */
export function pairPlace(blocks: readonly ContentBlock[], at: number): number | null {
  const block = blocks[at];
  if (!block) return null;
  const alike = isToolUse(block) ? isToolUse : isToolResult(block) ? isToolResult : null;
  return alike ? blocks.slice(0, at).filter(alike).length : null;
}
