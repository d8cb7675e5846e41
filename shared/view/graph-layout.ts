import type { StopName } from '../session/events.ts';
import type { GraphSpace } from './graph-cards.ts';
import { GAP } from './graph-metrics.ts';
import { controlEdge, entryTop, type Leave, requestY } from './graph-routes.ts';
import type { CardNode, EndNode, GraphEdge, GraphNode, Lane, Level, NowLine } from './graph-types.ts';

/**
 * Puts the things of one turn under each other. Time runs down: nothing starts above the point where the loop left
 * the thing before it, and nothing overlaps within a lane. Heights of different lanes may overlap, which keeps the
 * zig-zag short.
 */
export class SegmentLayout {
  readonly space: GraphSpace;
  readonly turn: number;
  readonly nodes: GraphNode[] = [];
  readonly edges: GraphEdge[] = [];
  readonly levels: Level[] = [];
  now: NowLine | null = null;
  numberY: number | null = null;
  /** Where the loop is, before the next thing is placed. */
  leave: Leave | null;
  #bottoms: Record<Lane, number> = { user: 0, assistant: 0, tools: 0 };
  #lowest = 0;

  constructor(space: GraphSpace, turn: number, entry: Leave | null) {
    this.space = space;
    this.turn = turn;
    this.leave = entry;
  }

  /** Bottom of everything so far. */
  get lowest(): number {
    return this.#lowest;
  }

  bottomOf(lane: Lane): number {
    return this.#bottoms[lane];
  }

  /** Puts a node into its lane, not above `top`, and returns it where it stands. */
  place<Node extends GraphNode>(node: Node, top: number, gap: number = GAP.node): Node {
    const bottom = this.#bottoms[node.lane];
    const y = Math.max(top, bottom === 0 ? 0 : bottom + gap);
    const placed = moved(node, y);
    this.nodes.push(placed);
    this.reserve(node.lane, y + node.height);
    return placed;
  }

  /** Keeps a lane free down to `bottom`. */
  reserve(lane: Lane, bottom: number): void {
    this.#bottoms[lane] = Math.max(this.#bottoms[lane], bottom);
    this.#lowest = Math.max(this.#lowest, bottom);
  }

  /** The now line crosses all lanes: everything after it starts below. */
  band(height: number, gap: number = GAP.now): number {
    const top = this.#lowest + gap;
    for (const lane of ['user', 'assistant', 'tools'] as const) this.reserve(lane, top + height);
    return top;
  }

  level(stop: StopName, y: number, seq: number | null): void {
    this.levels.push({ stop, y, turn: this.turn, seq, breakpoint: null });
  }

  /** The loop goes from where it is into the top of `node`, which is placed as high as that allows. */
  enter<Node extends CardNode | EndNode>(node: Node, label: string): Node {
    const { leave } = this;
    const placed = this.place(node, Math.max(entryTop(leave), this.#firstTop(node)));
    if (leave)
      this.edges.push(
        controlEdge(leave, placed, placed.look === 'ghost' ? 'ghost' : 'solid', label, this.space.metrics),
      );
    return placed;
  }

  /** The very first node keeps a distance to the lane heads. */
  #firstTop(node: GraphNode): number {
    return this.leave === null && this.#bottoms[node.lane] === 0 ? GAP.edge : 0;
  }

  /** y of the request's line, where the loop leaves the newest message. */
  requestLine(): number | null {
    return this.leave ? requestY(this.leave) : null;
  }
}

/** The same node at another height; its way out moves along. */
export function moved<Node extends GraphNode>(node: Node, y: number): Node {
  if (node.kind === 'end' || node.kind === 'turn' || node.kind === 'fork') return { ...node, y };
  const { exit } = node as CardNode;
  return { ...node, y, exit: { x: exit.x, y: exit.y + y - node.y } };
}

/** Where the loop leaves a message. */
export function leaveOf(node: CardNode): Leave {
  if (node.tag)
    return {
      from: node.id,
      kind: 'tip',
      x: node.x + node.tag.x + node.tag.width,
      y: node.y + node.tag.y + node.tag.height / 2,
    };
  const bottom = node.exit.y >= node.y + node.height;
  return { from: node.id, kind: bottom ? 'bottom' : 'side', x: node.exit.x, y: node.exit.y };
}
