import { type Edge, type Node, Position } from '@xyflow/react';
import type { BranchId } from '../../../shared/session/events.ts';
import { roundedPath } from '../../../shared/view/graph-routes.ts';
import type {
  BranchColumn,
  GraphEdge,
  GraphModel,
  GraphNode,
  PlacedSegment,
} from '../../../shared/view/graph-types.ts';
import { segmentsBetween } from '../../../shared/view/graph-window.ts';

export type NodeData = { node: GraphNode };
export type HeadData = { branch: BranchId; name: string; note: string };
export type FlowNode = Node<NodeData, GraphNode['kind']> | Node<NodeData, 'beside'> | Node<HeadData, 'head'>;
export type EdgeData = { edge: GraphEdge; dy: number; path: string; beside: boolean };
export type FlowEdge = Edge<EdgeData, 'wire'>;

/** Where lines dock before the page has measured anything; ours bring their own way, so one point is enough. */
const HANDLES = [
  { type: 'source' as const, position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
  { type: 'target' as const, position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
];

/** The wrapper carries no role: each node names itself. */
const SILENT = { 'aria-roledescription': undefined };
const HIDDEN = { ...SILENT, 'aria-hidden': true };

/** The library lets pointers through nodes that it neither drags nor selects; ours are clicked all the same. */
const POINTED = { pointerEvents: 'all' as const };

interface Kept<Item> {
  y: number;
  item: Item;
}

/**
 * Turns the visible part of a model into the library's nodes and edges. A thing that did not change and did not
 * move keeps its object, so the library draws only what is new.
 */
export class FlowItems {
  readonly #nodes = new WeakMap<GraphNode, Kept<FlowNode>>();
  readonly #edges = new WeakMap<GraphEdge, Kept<FlowEdge>>();
  readonly #heads = new WeakMap<BranchColumn, FlowNode>();

  of(model: GraphModel, top: number, bottom: number): { nodes: FlowNode[]; edges: FlowEdge[] } {
    const nodes: FlowNode[] = [];
    const edges: FlowEdge[] = [];
    this.#add(segmentsBetween(model.segments, top, bottom), 0, '', nodes, edges);
    for (const column of model.columns) {
      if (column.y > bottom || column.y + column.height < top) continue;
      nodes.push(this.#head(column));
      this.#add(
        segmentsBetween(column.segments, top - column.y, bottom - column.y),
        column.y,
        `${column.branch}/`,
        nodes,
        edges,
      );
    }
    return { nodes, edges };
  }

  #add(placed: PlacedSegment[], dy: number, prefix: string, nodes: FlowNode[], edges: FlowEdge[]): void {
    const there = new Set<string>();
    for (const { y, segment } of placed) {
      for (const node of segment.nodes) {
        there.add(node.id);
        nodes.push(this.#node(node, node.y + y + dy, prefix));
      }
    }
    for (const { y, segment } of placed) {
      for (const edge of segment.edges) {
        const ends = [edge.from, edge.to].filter((id): id is string => id !== null && there.has(id));
        if (ends[0] !== undefined)
          edges.push(this.#edge(edge, y + dy, prefix, `${prefix}${ends[0]}`, `${prefix}${ends.at(-1)}`, segment.key));
      }
    }
  }

  #node(node: GraphNode, y: number, prefix: string): FlowNode {
    const kept = this.#nodes.get(node);
    if (kept?.y === y) return kept.item;
    const { width, height } = node;
    const item: FlowNode = {
      id: `${prefix}${node.id}`,
      type: prefix === '' ? node.kind : 'beside',
      position: { x: node.x, y },
      width,
      height,
      measured: { width, height },
      handles: HANDLES,
      ...(prefix === '' ? { style: POINTED } : {}),
      data: { node },
      domAttributes: prefix === '' ? SILENT : HIDDEN,
      zIndex: node.kind === 'fork' ? 2 : 1,
    };
    this.#nodes.set(node, { y, item });
    return item;
  }

  #head(column: BranchColumn): FlowNode {
    const kept = this.#heads.get(column);
    if (kept) return kept;
    const { branch, name, note, x, y, width } = column;
    const item: FlowNode = {
      id: `head:${branch}`,
      type: 'head',
      position: { x, y },
      width,
      height: 28,
      measured: { width, height: 28 },
      handles: HANDLES,
      style: POINTED,
      data: { branch, name, note },
      domAttributes: SILENT,
    };
    this.#heads.set(column, item);
    return item;
  }

  #edge(edge: GraphEdge, dy: number, prefix: string, source: string, target: string, key: string): FlowEdge {
    const kept = this.#edges.get(edge);
    if (kept?.y === dy && kept.item.source === source && kept.item.target === target) return kept.item;
    const item: FlowEdge = {
      id: `${prefix}${key}/${edge.id}`,
      type: 'wire',
      source,
      target,
      data: { edge, dy, path: roundedPath(edge.points, 5, dy), beside: prefix !== '' },
      domAttributes: { 'aria-hidden': true },
    };
    this.#edges.set(edge, { y: dy, item });
    return item;
  }
}
