import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock, MessageContent } from '../messages/types.ts';

/** One block beside the block it replaced; `at` is the index in its own content list. */
export type BlockChange =
  | { kind: 'same' | 'changed' | 'moved'; before: PlacedBlock; after: PlacedBlock }
  | { kind: 'added'; before: null; after: PlacedBlock }
  | { kind: 'removed'; before: PlacedBlock; after: null };

export interface PlacedBlock {
  block: ContentBlock;
  at: number;
}

/**
 * Compares two contents block by block. Calls and results are matched by their tool id, so an insert before them
 * does not shift everything; other blocks first by equality, then by their place among those of the same type.
 * Rows come in the order of `after`, with removed blocks where they stood.
 */
export function diffBlocks(before: MessageContent, after: MessageContent): BlockChange[] {
  const old = placed(before);
  const partners = matchBlocks(old, placed(after));
  const rows: BlockChange[] = [];
  let shown = 0;
  let newest = -1;
  for (const [next, partner] of partners) {
    const stop = partner === null ? shown : Math.max(shown, partner.at);
    shown = pushRemoved(rows, old, partners, shown, stop);
    if (partner === null) rows.push({ kind: 'added', before: null, after: next });
    else {
      rows.push({ kind: kindOf(partner, next, newest), before: partner, after: next });
      newest = Math.max(newest, partner.at);
    }
  }
  pushRemoved(rows, old, partners, shown, old.length);
  return rows;
}

function placed(content: MessageContent): PlacedBlock[] {
  return blocksOf(content).map((block, at) => ({ block, at }));
}

function kindOf(before: PlacedBlock, after: PlacedBlock, newest: number): 'same' | 'changed' | 'moved' {
  if (textKey(before) !== textKey(after)) return 'changed';
  return before.at < newest ? 'moved' : 'same';
}

function pushRemoved(
  rows: BlockChange[],
  old: PlacedBlock[],
  partners: Map<PlacedBlock, PlacedBlock | null>,
  from: number,
  to: number,
): number {
  const kept = new Set(partners.values());
  for (let index = from; index < to; index++) {
    const block = old[index];
    if (block !== undefined && !kept.has(block)) rows.push({ kind: 'removed', before: block, after: null });
  }
  return to;
}

/** For each new block its old partner, tried by tool id, then by equality, then by type in order. */
function matchBlocks(old: PlacedBlock[], next: PlacedBlock[]): Map<PlacedBlock, PlacedBlock | null> {
  const partners = new Map<PlacedBlock, PlacedBlock | null>(next.map((block) => [block, null]));
  const free = new Set(old);
  for (const key of [idKey, textKey, typeKey]) {
    const waiting = new Map<string, PlacedBlock[]>();
    for (const block of free) {
      const name = key(block);
      if (name !== null) waiting.set(name, [...(waiting.get(name) ?? []), block]);
    }
    for (const [block, partner] of partners) {
      const name = partner === null ? key(block) : null;
      const found = name === null ? undefined : waiting.get(name)?.shift();
      if (found === undefined) continue;
      partners.set(block, found);
      free.delete(found);
    }
  }
  return partners;
}

function idKey({ block }: PlacedBlock): string | null {
  if (isToolUse(block)) return `use ${block.id}`;
  return isToolResult(block) ? `result ${block.tool_use_id}` : null;
}

function textKey({ block }: PlacedBlock): string {
  return canonicalJson(block);
}

/** Tool blocks with different ids are different things, never one that changed. */
function typeKey(placed: PlacedBlock): string | null {
  return idKey(placed) === null ? placed.block.type : null;
}
