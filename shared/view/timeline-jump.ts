import { stepFrom, type Trace } from './timeline.ts';

/** What a person looks for along a run. */
export type JumpKind = 'turn' | 'problem' | 'breakpoint';
export type JumpDirection = 'next' | 'previous';

/**
 * Index of the nearest place of that kind in that direction, or null when there is none. A turn's place is its first
 * event. A problem's place is an event that went wrong, or one whose seq is in `faulty`: the event that brought a
 * message which the rules find fault with. A breakpoint's place is a stop that one of them made.
 */
export function jumpFrom(
  trace: Trace,
  index: number,
  kind: JumpKind,
  direction: JumpDirection,
  faulty: ReadonlySet<number>,
): number | null {
  if (kind === 'turn') return turnFrom(trace, index, direction);
  const step = direction === 'next' ? 1 : -1;
  for (let at = index + step; at >= 0 && at < trace.marks.length; at += step) {
    const mark = trace.marks[at];
    if (!mark) break;
    if (kind === 'breakpoint' ? mark.breakpoint : mark.kind === 'error' || faulty.has(mark.seq)) return at;
  }
  return null;
}

function turnFrom(trace: Trace, index: number, direction: JumpDirection): number | null {
  const turn = trace.marks[index]?.turn ?? 0;
  if (direction === 'next' && turn + 1 >= trace.turns.length) return null;
  const to = stepFrom(trace, index, direction === 'next' ? 'nextTurn' : 'previousTurn');
  return to === index ? null : to;
}
