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

function equal(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}
