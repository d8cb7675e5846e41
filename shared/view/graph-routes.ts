import { fontOf, GAP, type GraphMetrics } from './graph-metrics.ts';
import { textWidth } from './graph-text.ts';
import type { CardNode, GraphEdge, GraphRow, Line, Point } from './graph-types.ts';
import { type LaneGeometry, laneX, nodeX } from './lanes.ts';

/** Where the loop leaves the newest node: on its side, at its bottom, or from the tip of a stop tag. */
export interface Leave {
  from: string;
  kind: 'side' | 'bottom' | 'tip';
  x: number;
  y: number;
}

/** How far inside a node's top edge control lines arrive. */
const ARRIVE = 29;
/** Wires that run beside each other are this far apart. */
const WIRE_STEP = 7;
/** Words beside a line begin this far from its corner. */
const LABEL_GAP = 16;

/** x at which the loop arrives in the assistant lane. */
export function arriveX(lanes: LaneGeometry): number {
  return nodeX(lanes, 'assistant') + ARRIVE;
}

/** Lowest y at which a node can start that the loop enters from here. */
export function entryTop(leave: Leave | null): number {
  if (!leave) return 0;
  if (leave.kind === 'bottom') return Math.max(0, leave.y + 2 * GAP.bottom);
  return Math.max(0, leave.y + GAP.request + (leave.kind === 'tip' ? 14 : 0));
}

/** y of the request's line: where the loop leaves the message it sends, or the turn of the way back from a tag. */
export function requestY(leave: Leave): number {
  if (leave.kind === 'tip') return entryTop(leave) - GAP.bottom;
  return leave.kind === 'bottom' ? leave.y + GAP.bottom : leave.y;
}

/** From the last user message (or a tag that says "send again") to the top of the next answer. */
export function controlEdge(
  leave: Leave,
  to: { id: string; x: number; y: number; width: number },
  look: GraphEdge['look'],
  text: string,
  metrics: GraphMetrics,
): GraphEdge {
  const points = leave.kind === 'tip' ? aroundTip(leave, to) : fromUser(leave, to);
  const edge: GraphEdge = {
    id: `control:${to.id}`,
    kind: 'control',
    look,
    points,
    arrow: 'end',
    from: leave.from,
    to: to.id,
  };
  if (text === '') return edge;
  const line: Line = [{ text, face: 'mono-strong', ...(look === 'ghost' ? { tone: 'ink-2' } : {}) }];
  const [cornerX, cornerY] = points.at(-2) as Point;
  if (leave.kind !== 'tip')
    return { ...edge, label: { lines: [line], x: cornerX + LABEL_GAP, y: cornerY, tone: 'ink' } };
  const x = cornerX - LABEL_GAP - textWidth(text, fontOf('mono-strong', metrics));
  return { ...edge, label: { lines: [line], x, y: cornerY, tone: 'ink' } };
}

function fromUser(leave: Leave, to: { x: number; y: number }): Point[] {
  const x = to.x + ARRIVE;
  const y = requestY(leave);
  const start: Point[] =
    leave.kind === 'bottom'
      ? [
          [leave.x, leave.y],
          [leave.x, y],
        ]
      : [[leave.x, y]];
  return [...start, [x, y], [x, to.y]];
}

function aroundTip(leave: Leave, to: { x: number; y: number; width: number }): Point[] {
  const right = leave.x + 12;
  const x = to.x + to.width - ARRIVE;
  const y = to.y - GAP.bottom;
  return [
    [leave.x, leave.y],
    [right, leave.y],
    [right, y],
    [x, y],
    [x, to.y],
  ];
}

/** From the tip of a stop tag down to the line of the stop it leads to: control reaches the stop, data the runs. */
export function landingEdge(leave: Leave, y: number, look: GraphEdge['look']): GraphEdge {
  const right = leave.x + 12;
  return {
    id: `land:${leave.from}`,
    kind: 'control',
    look,
    points: [
      [leave.x, leave.y],
      [right, leave.y],
      [right, y],
    ],
    arrow: 'end',
    from: leave.from,
    to: null,
  };
}

/** y of a row's port: the middle of its first line. */
export function portY(node: CardNode, row: GraphRow, metrics: GraphMetrics): number {
  const first = row.lines.length > 1 ? (metrics.rowPad + metrics.leading) / 2 : row.height / 2;
  return node.y + row.y + first;
}

/** Place of one wire among `count` that run down side by side. */
interface Channel {
  place: number;
  count: number;
}

/**
 * From a call to the run's header, behind the stop tag. The first call takes the outermost channel: so no two
 * wires of one answer cross on the way in.
 */
export function callEdge(
  from: CardNode,
  row: GraphRow,
  to: CardNode,
  channel: Channel,
  look: GraphEdge['look'],
  metrics: GraphMetrics,
): GraphEdge {
  const y = portY(from, row, metrics);
  const right = from.x + from.width;
  const x = inChannel(right, to.x, channel);
  const inY = to.y + to.header.height / 2;
  return wire(
    'call',
    from,
    to,
    row,
    [
      [right, y],
      [x, y],
      [x, inY],
      [to.x, inY],
    ],
    look,
    'end',
  );
}

function inChannel(left: number, right: number, { place, count }: Channel): number {
  const room = Math.max(0, right - left - 20);
  const step = count > 1 ? Math.min(WIRE_STEP, room / (count - 1)) : 0;
  return (left + 8 + right - 12) / 2 + ((count - 1) / 2 - place) * step;
}

/** From a run's result row to the ring of its `tool_result`, across the assistant lane. */
export function returnEdge(
  lanes: LaneGeometry,
  from: CardNode,
  to: CardNode,
  row: GraphRow,
  channel: Channel,
  look: GraphEdge['look'],
  metrics: GraphMetrics,
): GraphEdge {
  const y = portY(to, row, metrics);
  const outY = outYOf(from);
  const right = nodeX(lanes, 'assistant') + lanes.nodeWidth;
  const x = channel.count === 1 ? inChannel(right, from.x, channel) : backChannel(right, channel);
  return wire(
    'return',
    from,
    to,
    row,
    [
      [from.x, outY],
      [x, outY],
      [x, y],
      [to.x + to.width, y],
    ],
    look,
    'middle',
  );
}

/** The way back takes the channels left of the way in; here the last call is the outermost. */
function backChannel(right: number, { place, count }: Channel): number {
  const step = Math.min(WIRE_STEP, 60 / count);
  return right - 2 - (count - 1 - place) * step;
}

function wire(
  kind: 'call' | 'return',
  from: CardNode,
  to: CardNode,
  row: GraphRow,
  points: Point[],
  look: GraphEdge['look'],
  arrow: GraphEdge['arrow'],
): GraphEdge {
  const hue = row.pair?.hue ?? -1;
  return {
    id: `${kind}:${from.id}:${to.id}:${row.id}`,
    kind,
    look,
    points,
    arrow,
    from: from.id,
    to: to.id,
    ...(row.pair ? { pair: row.pair.key } : {}),
    ...(hue >= 0 ? { hue } : {}),
  };
}

/** y at which a run's result comes out. */
export function outYOf(run: CardNode): number {
  const out = run.rows.find((row) => row.port === 'out');
  return run.y + (out ? out.y + out.height / 2 : run.height / 2);
}

/** A result that goes nowhere: it ends in the middle of the assistant lane, with words that say what is missing. */
export function nowhereFromRun(
  lanes: LaneGeometry,
  run: CardNode,
  pair: string | undefined,
  words: readonly [string, string],
  metrics: GraphMetrics,
): GraphEdge {
  const y = outYOf(run);
  const left = nodeX(lanes, 'assistant');
  const lines = redLines(words);
  const wide = Math.max(...words.map((text) => textWidth(text, fontOf('mono-strong', metrics))));
  const x = Math.max(laneX(lanes, 'assistant') + lanes.laneWidth * 0.5, left + wide + 24);
  return {
    ...nowhere(`lost:${run.id}`, run.id, null, pair),
    points: [
      [run.x, y],
      [x + 13, y],
    ],
    cross: [x, y],
    label: { lines, x: left, y, tone: 'error' },
  };
}

/** A `tool_result` that answers no call: its line comes from nowhere. */
export function nowhereToRow(
  lanes: LaneGeometry,
  node: CardNode,
  row: GraphRow,
  words: readonly [string, string],
  metrics: GraphMetrics,
): GraphEdge {
  const y = portY(node, row, metrics);
  const x = laneX(lanes, 'assistant') + lanes.laneWidth * (lanes.compact ? 0.25 : 0.38);
  return {
    ...nowhere(`lost:${node.id}:${row.id}`, null, node.id, row.pair?.key),
    points: [
      [node.x + node.width, y],
      [x - 13, y],
    ],
    cross: [x, y],
    label: { lines: redLines(words), x: x + 14, y, tone: 'error' },
  };
}

function redLines(words: readonly [string, string]): Line[] {
  return words.map((text) => [{ text, face: 'mono-strong', tone: 'error' }]);
}

function nowhere(id: string, from: string | null, to: string | null, pair: string | undefined): GraphEdge {
  return {
    id,
    kind: 'nowhere',
    look: 'broken',
    points: [],
    arrow: 'none',
    from,
    to,
    ...(pair === undefined ? {} : { pair }),
  };
}

/** SVG path of an orthogonal line with round elbows. */
export function roundedPath(points: readonly Point[], radius = 5, dy = 0): string {
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${n(x)} ${n(y + dy)}`;
      if (!after) return `L${n(x)} ${n(y + dy)}`;
      const r = Math.min(radius, distance(before, [x, y]) / 2, distance([x, y], after) / 2);
      const [ax, ay] = towards([x, y], before, r);
      const [bx, by] = towards([x, y], after, r);
      return `L${n(ax)} ${n(ay + dy)}Q${n(x)} ${n(y + dy)} ${n(bx)} ${n(by + dy)}`;
    })
    .join('');
}

function distance(a: Point, b: Point): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

function towards(from: Point, to: Point, length: number): Point {
  return [from[0] + Math.sign(to[0] - from[0]) * length, from[1] + Math.sign(to[1] - from[1]) * length];
}

/** Where the arrow half-way stands: in the middle of the longest horizontal stretch, pointing along it. */
export function middleArrow(points: readonly Point[]): { x: number; y: number; left: boolean } | null {
  let best: { x: number; y: number; left: boolean } | null = null;
  let longest = 40;
  for (let index = 1; index < points.length; index++) {
    const [ax, ay] = points[index - 1] as Point;
    const [bx, by] = points[index] as Point;
    const length = Math.abs(bx - ax);
    if (ay !== by || length <= longest) continue;
    longest = length;
    best = { x: (ax + bx) / 2, y: ay, left: bx < ax };
  }
  return best;
}
