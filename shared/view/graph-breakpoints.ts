import { blocksOf, isToolResult, textOf } from '../messages/blocks.ts';
import { globMatches } from '../scripted/glob.ts';
import type { Breakpoint, BreakpointWhere } from '../session/breakpoint-types.ts';
import type { BranchId } from '../session/events.ts';
import type { MessageNode } from '../session/state.ts';
import type { CallView } from './graph-pairs.ts';
import type { Level, Segment } from './graph-types.ts';

/**
 * The breakpoints that have a place in the graph. Thresholds, problems and repeated calls have none: where they hold
 * depends on the whole run, and the graph would only guess.
 */
export interface Breakpoints {
  list: readonly Breakpoint[];
  /** Equal for equal breakpoints: lets an unchanged turn be reused. */
  key: string;
}

const PLACED: ReadonlySet<BreakpointWhere['kind']> = new Set([
  'stop',
  'tool',
  'stop_reason',
  'error-result',
  'text',
  'node',
  'place',
]);

export function breakpointsOf(all: readonly Breakpoint[]): Breakpoints {
  const list = all.filter(({ where }) => PLACED.has(where.kind));
  const key = list.map(({ id, where, enabled, logMessage }) => [id, where, enabled, logMessage !== undefined]);
  return { list, key: JSON.stringify(key) };
}

/** What breakpoints look at in one turn. */
export interface WatchedTurn {
  branch: BranchId;
  answer: MessageNode | null;
  calls: readonly CallView[];
}

/** The segment with its levels marked where a breakpoint stands. */
export function markBreakpoints(segment: Segment, { list }: Breakpoints, turn: WatchedTurn): Segment {
  if (list.length === 0) return segment;
  const levels = segment.levels.map((level): Level => {
    const here = list.filter(({ where }) => standsAt(where, level, segment, turn));
    if (here.length === 0) return level;
    return { ...level, breakpoint: lookOf(here), breakpoints: here.map(({ id }) => id) };
  });
  return { ...segment, levels };
}

/** One that halts outweighs one that prints, and that one outweighs one that is switched off. */
function lookOf(here: readonly Breakpoint[]): Level['breakpoint'] {
  const enabled = here.filter((breakpoint) => breakpoint.enabled);
  if (enabled.length === 0) return 'off';
  return enabled.some(({ logMessage }) => logMessage === undefined) ? 'on' : 'log';
}

function standsAt(where: BreakpointWhere, level: Level, segment: Segment, turn: WatchedTurn): boolean {
  const { stop } = level;
  switch (where.kind) {
    case 'stop':
      return where.stop === stop;
    case 'tool':
      return stop === 'tools' && turn.calls.some((call) => globMatches(where.name, call.name));
    case 'stop_reason':
      return stop === 'response' && turn.answer?.stopReason === where.value;
    case 'error-result':
      return stop === 'results' && turn.calls.some(failed);
    case 'text':
      return where.contains !== '' && arrived(stop, turn).includes(where.contains);
    case 'node':
      return where.stop === stop && segment.nodes.some((node) => node.id === where.node);
    case 'place':
      return where.stop === stop && where.turn === level.turn && where.branch === turn.branch;
    default:
      return false;
  }
}

function failed({ open, result }: CallView): boolean {
  const block = result && blocksOf(result.node.content)[result.block];
  if (block && isToolResult(block)) return block.is_error === true;
  return open?.result?.is_error === true;
}

/** The text that is new at a stop, as the debugger reads it. */
function arrived(stop: Level['stop'], { answer, calls }: WatchedTurn): string {
  switch (stop) {
    case 'request':
      return '';
    case 'response':
      return textOf(answer?.content);
    case 'tools':
      return calls.map((call) => `${call.name} ${JSON.stringify(call.input)}`).join('\n');
    case 'results':
      return calls.map(resultText).join('\n');
  }
}

function resultText({ open, result }: CallView): string {
  const block = result && blocksOf(result.node.content)[result.block];
  return textOf(block && isToolResult(block) ? block.content : open?.result?.content);
}
