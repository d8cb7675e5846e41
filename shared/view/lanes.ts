import type { Lane } from './graph-types.ts';

/** Where the three lanes stand and how wide nodes in them are, in px at zoom 1. */
export interface LaneGeometry {
  /** Left edge of everything; 0 for the viewed branch, where the gutter begins. */
  x: number;
  gutter: number;
  laneWidth: number;
  padding: number;
  /** Tool runs stand further in: that makes room for the wires. */
  indent: number;
  nodeWidth: number;
  runWidth: number;
  /** Right edge of the Tools lane. */
  right: number;
  /** No column for block types: the lane is narrower than 200. */
  compact: boolean;
}

export const GUTTER = 102;
const FULL_PADDING = 12;
const NARROW_PADDING = 8;
const COMPACT_BELOW = 200;
/** Lanes do not grow for ever: lines of text would become hard to read. */
const WIDEST = 420;
/** Narrower lanes cannot hold a stop tag and a tool's name; the view then scrolls sideways. */
const NARROWEST = 176;
/** Width of a lane in a branch that is drawn beside. */
export const SIDE_LANE = 186;

/**
 * Three equal lanes in `available` px, the gutter included. The same rule serves the full view (294 px a lane at
 * 984), the one beside the code (185) and the 1024 px page.
 */
export function laneGeometry(available: number): LaneGeometry {
  const each = Math.floor((available - GUTTER) / 3);
  return geometry(0, GUTTER, Math.min(WIDEST, Math.max(NARROWEST, each)));
}

/** Lanes of another branch whose left edge is at `x`; it has no gutter of its own. */
export function sideLanes(x: number): LaneGeometry {
  return geometry(x, 0, SIDE_LANE);
}

function geometry(x: number, gutter: number, laneWidth: number): LaneGeometry {
  const compact = laneWidth < COMPACT_BELOW;
  const padding = compact ? NARROW_PADDING : FULL_PADDING;
  const indent = compact ? 16 : Math.min(22, Math.max(14, Math.round((laneWidth - 150) / 9)));
  const nodeWidth = laneWidth - 2 * padding;
  return {
    x,
    gutter,
    laneWidth,
    padding,
    indent,
    nodeWidth,
    runWidth: nodeWidth - indent,
    right: x + gutter + 3 * laneWidth,
    compact,
  };
}

const LANES: readonly Lane[] = ['user', 'assistant', 'tools'];

/** Left edge of a lane. */
export function laneX(lanes: LaneGeometry, lane: Lane): number {
  return lanes.x + lanes.gutter + LANES.indexOf(lane) * lanes.laneWidth;
}

/** Left edge of nodes in a lane. */
export function nodeX(lanes: LaneGeometry, lane: Lane): number {
  return laneX(lanes, lane) + lanes.padding + (lane === 'tools' ? lanes.indent : 0);
}

/** Width of nodes in a lane. */
export function nodeWidth(lanes: LaneGeometry, lane: Lane): number {
  return lane === 'tools' ? lanes.runWidth : lanes.nodeWidth;
}
