import type { MessageNode } from '../session/state.ts';
import type { TurnInput } from './graph-turns.ts';
import type { Segment } from './graph-types.ts';

/** Segments by key, with everything they were made from. */
export type Reuse = Map<string, { deps: readonly unknown[]; segment: Segment }>;

/** The segment of the last model when nothing it depends on has changed, else a new one. */
export function reusable(
  key: string,
  deps: readonly unknown[],
  old: Reuse | undefined,
  fresh: Reuse,
  make: () => Segment,
): Segment {
  const before = old?.get(key);
  const entry = before && equal(before.deps, deps) ? before : { deps, segment: make() };
  fresh.set(key, entry);
  return entry.segment;
}

/** Two lists hold the very same things. */
export function equal(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}

/** The path a model was made from, and what all its turns depend on: as long as both hold, only the newest is made. */
export interface PathMemo {
  deps: readonly unknown[];
  nodes: readonly MessageNode[];
  turns: readonly TurnInput[];
  shared: readonly unknown[];
}
