import type { BranchId, SessionEvent } from '../session/events.ts';
import type { Segment } from './graph-types.ts';

export interface RulerTick {
  seq: number;
  /** From the segment's top. */
  y: number;
  kind: 'event' | 'error';
}

/** First index whose event has at least this seq. O(log n). */
export function eventIndex(events: readonly SessionEvent[], seq: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) >= seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An event that is shown as a tick: pieces of a stream are none, nor is what other branches did. */
export function isTick(event: SessionEvent, branch: BranchId): boolean {
  return event.type !== 'response-chunk' && event.branch === branch;
}

function isError(event: SessionEvent): boolean {
  if (event.type === 'request-error') return true;
  return event.type === 'tool-call-end' && event.result.is_error;
}

/** Ticks stand at least this far apart; where more happened, the rest has no room. */
const CLOSEST = 3;

/**
 * One tick per event of a turn, between the levels at which it stood. Between two levels the events are spread
 * evenly: the ruler tells order, not duration.
 */
export function rulerTicks(
  segment: Segment,
  events: readonly SessionEvent[],
  end: number,
  branch: BranchId,
): RulerTick[] {
  const marks = segment.levels
    .filter((level) => level.seq !== null)
    .map((level) => ({ y: level.y, seq: level.seq ?? 0 }));
  const first = marks[0];
  if (!first) return [];
  const last = segment.now ? { y: segment.now.y, seq: end + 1 } : { y: segment.height, seq: segment.seqs[1] + 1 };
  const stops = [...marks, ...(last.seq > (marks.at(-1)?.seq ?? 0) ? [last] : [])];
  return stops.slice(1).flatMap((to, index) => between(stops[index] as typeof first, to, events, branch));
}

function between(
  from: { y: number; seq: number },
  to: { y: number; seq: number },
  events: readonly SessionEvent[],
  branch: BranchId,
): RulerTick[] {
  const inside: SessionEvent[] = [];
  for (let index = eventIndex(events, from.seq + 1); index < events.length; index++) {
    const event = events[index] as SessionEvent;
    if (event.seq >= to.seq) break;
    if (isTick(event, branch)) inside.push(event);
  }
  const step = (to.y - from.y) / (inside.length + 1);
  const every = Math.max(1, Math.ceil(CLOSEST / Math.max(step, 0.01)));
  return inside.flatMap((event, index): RulerTick[] => {
    const kind = isError(event) ? 'error' : 'event';
    if (index % every !== 0 && kind === 'event') return [];
    return [{ seq: event.seq, y: from.y + step * (index + 1), kind }];
  });
}
