import { canonicalJson } from '../canonical-json.ts';
import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { BlockView, LintContext, MessageView } from '../lint-context.ts';
import { listAt, viewAt } from './kit.ts';

/** The thinking of the newest answer, as the response that it came from has it. */

export function isThinkingType(type: unknown): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export interface Recorded {
  view: MessageView;
  /** The response's content. */
  original: Record<string, unknown>[];
  /** Its thinking blocks. */
  thinking: Record<string, unknown>[];
}

/**
 * The newest message of the assistant beside its recorded response; null without one, or when the two name different
 * tool calls and so cannot be the same answer.
 */
export function recordedAnswer(context: LintContext): Recorded | null {
  const view = viewAt(context, context.answer);
  const { originalResponse } = context;
  if (!view || view.broken || !originalResponse) return null;
  const original = listAt(originalResponse, 'content').filter(isRecord);
  const ids = original.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
  const own = view.blocks.filter(({ type }) => type === 'tool_use').map(({ block }) => block['id']);
  if (ids.length > 0 && own.length > 0 && !own.some((id) => ids.includes(id))) return null;
  return { view, original, thinking: original.filter(({ type }) => isThinkingType(type)) };
}

/** Same thinking: type, text, data and signature. */
export function isSameThinking(
  left: Record<string, unknown> | undefined,
  right: Record<string, unknown> | undefined,
): boolean {
  if (!left || !right) return false;
  return ['type', 'thinking', 'signature', 'data'].every(
    (key) => canonicalJson(left[key]) === canonicalJson(right[key]),
  );
}

/** Path of the first block that is not what the response has in its place; the last one where blocks are missing. */
export function firstDifference({ view, original }: Recorded): Path {
  const other = view.blocks.find(({ block, type }, index) => {
    const recorded = original[index];
    return recorded?.['type'] !== type || (isThinkingType(type) && !isSameThinking(block, recorded));
  });
  return (other ?? view.blocks.at(-1))?.at ?? ['messages', view.index, 'content'];
}

/**
 * Puts the recorded thinking back where it was: in front of the block it stood before, counted in blocks that are
 * no thinking. Thinking that the response does not hold goes.
 */
export function restoreThinking({ view, original }: Recorded): Edit[] {
  const others = view.blocks.filter(({ type }) => !isThinkingType(type));
  const edits: Edit[] = [];
  const kept = new Map(keptThinking(view, original).map((block) => [block.block, block]));
  for (const block of view.blocks) {
    if (isThinkingType(block.type) && !kept.has(block.block)) edits.push({ path: block.at });
  }
  if (view.short)
    return [
      {
        path: ['messages', view.index, 'content'],
        value: [...original.filter(({ type }) => isThinkingType(type)), ...others.map(({ block }) => block)],
      },
    ];
  const present = [...kept.values()];
  let passed = 0;
  for (const block of original) {
    if (!isThinkingType(block['type'])) {
      passed += 1;
      continue;
    }
    if (present[0] && isSameThinking(present[0].block, block)) {
      present.shift();
      continue;
    }
    const before = others[Math.min(passed, others.length)];
    const position =
      present[0] && (!before || present[0].index < before.index)
        ? present[0].index
        : (before?.index ?? view.blocks.length);
    edits.push({ path: ['messages', view.index, 'content', position], insert: [block] });
  }
  return edits;
}

/** Thinking blocks of the message that stand as recorded, in the recorded order and before the same block. */
function keptThinking(view: MessageView, original: readonly Record<string, unknown>[]): BlockView[] {
  const places = original.flatMap((block, index) =>
    isThinkingType(block['type'])
      ? [{ block, before: countOthers(original.slice(0, index).map(({ type }) => type)) }]
      : [],
  );
  const kept: BlockView[] = [];
  let next = 0;
  for (const [position, block] of view.blocks.entries()) {
    if (!isThinkingType(block.type)) continue;
    const before = countOthers(view.blocks.slice(0, position).map(({ type }) => type));
    const found = places.findIndex(
      (place, index) => index >= next && place.before === before && isSameThinking(place.block, block.block),
    );
    if (found < 0) continue;
    next = found + 1;
    kept.push(block);
  }
  return kept;
}

function countOthers(types: readonly unknown[]): number {
  return types.filter((type) => !isThinkingType(type)).length;
}
