import { isToolUse } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { Divergence } from './compare-divergence.ts';
import { leafFields, leafFieldsOfValues } from './compare-fields.ts';

/** The words of the place where two runs part: block type, tool, and the field within the block. */
export interface DivergencePlace {
  /** `tool_result`, `text` …; null where whole messages are meant. */
  type: string | null;
  /** Name of the tool that a call or result belongs to. */
  tool: string | null;
  /** `content.status`, `input.amount`, `text`; null where only one side has the block. */
  field: string | null;
}

const OPAQUE = new Set(['id', 'tool_use_id', 'signature']);

/** Where two runs part, in the words of the API. Null when it is no place within a message. */
export function divergencePlace(divergence: Divergence | null): DivergencePlace | null {
  if (divergence?.kind !== 'block') return null;
  const { block, cause } = divergence;
  const either = (block?.b ?? block?.a)?.block ?? null;
  const tool = cause.tool ?? (either && isToolUse(either) ? either.name : null);
  if (!block?.a || !block.b) return { type: either?.type ?? null, tool, field: null };
  return { type: either?.type ?? null, tool, field: changedField(block.a.block, block.b.block) };
}

/** The first field that differs in two blocks of one kind, ids and signatures aside. Null when none does. */
export function changedField(a: ContentBlock, b: ContentBlock): string | null {
  const [before, after] = [a, b].map((block) => new Map(Object.entries(block))) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    if (OPAQUE.has(key) || same(before.get(key), after.get(key))) continue;
    const inside = firstLeaf(before.get(key), after.get(key));
    if (inside === null || (key !== 'input' && key !== 'content')) return key;
    return inside.startsWith('[') ? `${key}${inside}` : `${key}.${inside}`;
  }
  return null;
}

function same(left: unknown, right: unknown): boolean {
  return left === right || (left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right));
}

/** Name of the first differing value within two objects, or within two texts that are JSON. */
function firstLeaf(before: unknown, after: unknown): string | null {
  const texts = typeof before === 'string' && typeof after === 'string';
  const table = texts ? leafFields(before, after) : leafFieldsOfValues(before, after);
  return table?.fields.find((field) => field.change !== 'same')?.key ?? null;
}
