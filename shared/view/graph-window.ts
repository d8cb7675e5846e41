import type { PlacedSegment } from './graph-types.ts';

/** Index of the first segment whose bottom lies below `y`; `segments.length` when none does. O(log n). */
export function segmentAt(segments: readonly PlacedSegment[], y: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { y: top, segment } = segments[middle] as PlacedSegment;
    if (top + segment.height > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The segments that touch a stretch of the graph, with one more at each end: edges lead over the borders. */
export function segmentsBetween(segments: readonly PlacedSegment[], top: number, bottom: number): PlacedSegment[] {
  const first = Math.max(0, segmentAt(segments, top) - 1);
  const last = Math.min(segments.length, segmentAt(segments, bottom) + 2);
  return segments.slice(first, last);
}
