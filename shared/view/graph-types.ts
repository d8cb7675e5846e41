import type { BranchId, CallId, NodeId, RequestId, ResultSource, StopName } from '../session/events.ts';
import type { CallState, MessageNode, PhaseName } from '../session/state.ts';
import type { GraphSpace } from './graph-cards.ts';
import type { PathMemo, Reuse } from './graph-reuse.ts';
import type { Leave } from './graph-routes.ts';
import type { LaneGeometry } from './lanes.ts';

/**
 * The graph as data: what stands where, which line goes from where to where, and what it is called. Everything is
 * in px at zoom 1. A model holds segments, one per turn; things inside a segment count y from its top, so a turn
 * that did not change is the same object in the next model, wherever it has moved to.
 */
export type Lane = 'user' | 'assistant' | 'tools';

/** What the inspector is asked to show when this is selected. Ids only. */
export type GraphTarget =
  | { kind: 'node'; node: NodeId; block?: number }
  | { kind: 'call'; call: CallId }
  | { kind: 'attempt'; request: RequestId }
  | { kind: 'results' }
  | { kind: 'next' };

export type Tone = 'ink' | 'ink-2' | 'ink-3' | 'user' | 'assistant' | 'tool' | 'error' | 'warning' | 'end';
export interface Span {
  text: string;
  face: 'text' | 'strong' | 'mono' | 'mono-strong';
  tone?: Tone;
  /** An old value that was replaced, or a call that was denied. */
  struck?: boolean;
}
/** One line as it is drawn: already broken and cut to its width. */
export type Line = Span[];

/** One of the two ends of a call. All ends with one `key` are lit together. */
export interface PairRef {
  /** The `tool_use` id. */
  key: string;
  tag: string;
  /** Colour number, from 0. */
  hue: number;
  /** Width of the tag in px. */
  width: number;
}

export type Mark = CallState | 'not-run' | 'unknown' | 'server';

export interface GraphRow {
  /** Stable within the node. */
  id: string;
  kind: 'block' | 'state' | 'note' | 'editor' | 'answer' | 'actions';
  /** From the node's top. */
  y: number;
  height: number;
  /** Type column; null where the lane is too narrow for one. */
  label: Line | null;
  /** Where the body begins, from the node's left edge. */
  bodyX: number;
  lines: Line[];
  pair?: PairRef;
  /** `call` = filled dot and `result` = ring on the right edge; `in` and `out` = left edge of a run. */
  port?: 'call' | 'result' | 'in' | 'out';
  /** `messages.3.content.1`; index of the block in its message. */
  path?: string;
  block?: number;
  mark?: Mark;
  problem?: 'error' | 'warning';
  /** The call has no wire; this says why in words. */
  absence?: string;
  /** The text behind is still growing: a caret stands at its end. */
  growing?: boolean;
  /** For `editor`, `answer` and `actions`: the call they act on, and the name of the control. */
  control?: RowControl;
}

export interface RowControl {
  call: CallId;
  /** `read_file 03`: the tool's name, with its number where it repeats. */
  tool: string;
  state: CallState;
  /** Lines of text shown at once. */
  lines: number;
}

export interface CardHeader {
  title: string;
  tone: Tone;
  mono: boolean;
  /** `messages.3`; empty for what is no message. */
  path: string;
  right: string;
  height: number;
  /** Yellow dot: this is what happens next. */
  pulse: boolean;
}

/** The stop_reason (or failure) on the edge that leaves an answer. Coordinates from the node's top left corner. */
export interface StopTag {
  /** Raw value for the silhouette; null draws the empty ring. */
  reason: string | null;
  word: string;
  action: string;
  tone: 'stop' | 'error' | 'ink';
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Placed {
  /** Stable while the thing stays what it is: `m12`, `run:m12.2`, `q7`, `draft`, `next`, `end:m14`. */
  id: string;
  lane: Lane;
  x: number;
  /** From the top of the segment. */
  y: number;
  width: number;
  height: number;
  /** Accessible name. */
  name: string;
  turn: number;
}

export interface CardNode extends Placed {
  kind: 'user' | 'results' | 'system' | 'assistant' | 'attempt' | 'run' | 'draft' | 'next';
  look: 'solid' | 'ghost' | 'hatched';
  target: GraphTarget;
  header: CardHeader;
  rows: GraphRow[];
  footer: { y: number; height: number; text: string; right: string } | null;
  tag: StopTag | null;
  /** Where the loop leaves this node, from the top of the segment. */
  exit: { x: number; y: number };
  /** Worst problem on the message as a whole (its blocks carry their own). */
  problem: 'error' | 'warning' | null;
  /** An answer or a run is under way here. */
  moving: boolean;
  /** When what is moving began, in ms since the epoch; the page counts from there. */
  since?: number | null;
  /** Tool runs: the call. */
  call?: CallId;
  source?: ResultSource;
  /** Kept in the history but left out of the newest request. */
  unsent?: boolean;
}

/** The double rule under an answer that ends the loop, or the outcome of a run that ended otherwise. */
export interface EndNode extends Placed {
  kind: 'end';
  look: 'solid' | 'ghost';
  target: GraphTarget | null;
  reason: string | null;
  word: string;
  text: string;
  totals: string;
  tone: 'stop' | 'error' | 'ink';
}

/** A whole turn as one row. Its words are made on demand (`turnSummary`). */
export interface TurnNode extends Placed {
  kind: 'turn';
  /** Key of the segment, for opening it. */
  segment: string;
  messages: readonly MessageNode[];
  target: GraphTarget | null;
}

/** The place where other branches leave this one; each is one click away. */
export interface ForkNode extends Placed {
  kind: 'fork';
  branches: { id: BranchId; name: string; width: number }[];
  /** Branches that did not fit. */
  more: number;
}

export type GraphNode = CardNode | EndNode | TurnNode | ForkNode;

export type Point = readonly [x: number, y: number];

export interface GraphEdge {
  id: string;
  kind: 'control' | 'call' | 'return' | 'nowhere' | 'fork';
  look: 'solid' | 'ghost' | 'broken';
  /** Corners of an orthogonal line, from the top of the segment. */
  points: Point[];
  /** Arrow head at the end; `middle` puts one half-way on the longest horizontal stretch as well. */
  arrow: 'end' | 'middle' | 'none';
  /** Colour number of the pair; undefined = ink. */
  hue?: number;
  pair?: string;
  from: string | null;
  to: string | null;
  label?: { lines: Line[]; x: number; y: number; tone: Tone };
  /** For edges to nowhere: where the bar and the cross stand. */
  cross?: Point;
}

/** A dotted line across the lanes with its name in the gutter. */
export interface Level {
  stop: StopName;
  y: number;
  turn: number;
  /** seq of the event at which the loop stood here; null when the log does not know (imported messages). */
  seq: number | null;
  breakpoint: 'on' | 'log' | 'off' | null;
  /** Ids of the breakpoints that stand here. */
  breakpoints?: readonly string[];
}

/** One turn. Everything inside counts y from the segment's top. */
export interface Segment {
  key: string;
  turn: number;
  collapsed: boolean;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  levels: Level[];
  /** Where the turn's number stands; null = no number (the turn has no request yet). */
  numberY: number | null;
  /** Where the loop stands, when it stands in this turn; its y counts from the segment's top. */
  now: NowLine | null;
  /** Where the loop leaves this turn; null when it does not. */
  leave: Leave | null;
  /** First and last seq of the events of this turn, for the ruler's ticks. */
  seqs: readonly [from: number, to: number];
  /** Message indices on the path: first and last, or null when it holds no message. */
  messages: readonly [first: number, last: number] | null;
}

export interface PlacedSegment {
  y: number;
  segment: Segment;
}

/** The yellow band: where the loop stands. */
export interface NowLine {
  /** Top of the band: absolute in a model, from the segment's top in a segment. */
  y: number;
  height: number;
  /** What the flag in the gutter says: a stop or a phase, verbatim. */
  word: string;
  text: string;
  tone: 'now' | 'error';
  resting: boolean;
  phase: PhaseName;
}

/** Another branch, dimmed, beside the one that is looked at. */
export interface BranchColumn {
  branch: BranchId;
  name: string;
  note: string;
  x: number;
  y: number;
  width: number;
  height: number;
  lanes: LaneGeometry;
  segments: PlacedSegment[];
}

export interface GraphModel {
  branch: BranchId;
  lanes: LaneGeometry;
  segments: PlacedSegment[];
  columns: BranchColumn[];
  now: NowLine | null;
  width: number;
  height: number;
  turns: number;
  /** Height of a collapsed row. */
  rowHeight: number;
  /** For the next model: what all turns share, and the turns themselves with what they were made from. */
  space: GraphSpace;
  reuse: Reuse;
  memo: PathMemo;
}
