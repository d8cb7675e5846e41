/** A place in one list beside a place in the other; null where nothing stands opposite. */
export type Alignment = [a: number | null, b: number | null];

/** How two lists are told apart: `whole` is equal for rows that agree in everything, `mark` for rows that belong together. */
export interface Alignable {
  whole: string;
  mark: string;
}

/**
 * Puts two lists of turns side by side. Equal beginnings and ends stand opposite; between them the turns whose mark is
 * found exactly once on either side, in an order that both share (patience diff); what is left between those is paired
 * by number. O(n log n), so a run of ten thousand messages costs no more than reading it.
 */
export function align(a: readonly Alignable[], b: readonly Alignable[]): Alignment[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start]?.whole === b[start]?.whole) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end]?.whole === b[b.length - 1 - end]?.whole) {
    end++;
  }
  const rows: Alignment[] = Array.from({ length: start }, (_, at): Alignment => [at, at]);
  let [nextA, nextB] = [start, start];
  for (const [atA, atB] of anchors(a, b, start, end)) {
    pairUp(rows, nextA, atA, nextB, atB);
    rows.push([atA, atB]);
    [nextA, nextB] = [atA + 1, atB + 1];
  }
  pairUp(rows, nextA, a.length - end, nextB, b.length - end);
  for (let at = end; at > 0; at--) rows.push([a.length - at, b.length - at]);
  return rows;
}

/** Turns between two fixed pairs stand opposite by number; the longer side goes on alone. */
function pairUp(rows: Alignment[], fromA: number, toA: number, fromB: number, toB: number): void {
  for (let at = 0; at < Math.max(toA - fromA, toB - fromB); at++) {
    rows.push([fromA + at < toA ? fromA + at : null, fromB + at < toB ? fromB + at : null]);
  }
}

function anchors(a: readonly Alignable[], b: readonly Alignable[], start: number, end: number): [number, number][] {
  const inA = single(a, start, a.length - end);
  const inB = single(b, start, b.length - end);
  const pairs: [number, number][] = [];
  for (const [mark, at] of inA) {
    const other = inB.get(mark);
    if (at !== null && other != null) pairs.push([at, other]);
  }
  return rising(pairs);
}

/** Where each mark stands, in order; null for one that stands there more than once. */
function single(rows: readonly Alignable[], from: number, to: number): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (let at = from; at < to; at++) {
    const mark = rows[at]?.mark ?? '';
    places.set(mark, places.has(mark) ? null : at);
  }
  return places;
}

/** The longest part of the pairs (sorted by their first place) whose second places rise as well. */
function rising(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const chosen: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}
