import type { PathView } from './inspect-pairs.ts';
import type { Pick } from './inspect-subject.ts';

/**
 * What to pick after an edit that put other messages in the place of the picked one: the message at the same index,
 * when it has the same role. Null when the pick still stands, or nothing took its place.
 */
export function followEdit(before: PathView, after: PathView, pick: Pick | null): Pick | null {
  if (pick?.kind !== 'node' || after.indexOf.has(pick.node)) return null;
  const at = before.indexOf.get(pick.node);
  const next = at === undefined ? undefined : after.nodes[at];
  if (at === undefined || next === undefined || next.role !== before.nodes[at]?.role) return null;
  return { ...pick, node: next.id };
}
