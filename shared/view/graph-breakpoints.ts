import { globMatches } from '../scripted/glob.ts';
import type { Breakpoint } from '../session/breakpoint-types.ts';
import type { CallView } from './graph-pairs.ts';
import type { Level, Segment } from './graph-types.ts';

/** The breakpoints that belong to a place in the graph: a stop, a tool's calls, or one stop behind one message. */
export interface Breakpoints {
  list: readonly Breakpoint[];
  /** Equal for equal breakpoints: lets an unchanged turn be reused. */
  key: string;
}

export function breakpointsOf(all: readonly Breakpoint[]): Breakpoints {
  const list = all.filter(({ where }) => where.kind === 'stop' || where.kind === 'tool' || where.kind === 'node');
  return { list, key: JSON.stringify(list.map(({ where, enabled }) => [where, enabled])) };
}

/** The segment with its levels marked where a breakpoint stands. */
export function markBreakpoints(segment: Segment, { list }: Breakpoints, calls: readonly CallView[]): Segment {
  if (list.length === 0) return segment;
  const levels = segment.levels.map((level): Level => {
    const here = list.filter((breakpoint) => standsAt(breakpoint, level, segment, calls));
    if (here.length === 0) return level;
    return { ...level, breakpoint: here.some((breakpoint) => breakpoint.enabled) ? 'on' : 'off' };
  });
  return { ...segment, levels };
}

function standsAt({ where }: Breakpoint, level: Level, segment: Segment, calls: readonly CallView[]): boolean {
  if (where.kind === 'stop') return where.stop === level.stop;
  if (where.kind === 'tool') return level.stop === 'tools' && calls.some((call) => globMatches(where.name, call.name));
  if (where.kind === 'node') return where.stop === level.stop && segment.nodes.some((node) => node.id === where.node);
  return false;
}
