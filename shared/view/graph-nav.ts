import { moved } from './graph-layout.ts';
import type { GraphModel, GraphNode, Lane } from './graph-types.ts';

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

interface Place {
  segment: number;
  node: number;
}

/** Chips are no places of the loop: they are reached with Tab. */
function isStop(node: GraphNode | undefined): boolean {
  return node !== undefined && node.kind !== 'fork';
}

function placeOf(model: GraphModel, id: string): Place | null {
  for (const [segment, placed] of model.segments.entries()) {
    const node = placed.segment.nodes.findIndex((each) => each.id === id);
    if (node >= 0) return { segment, node };
  }
  return null;
}

function at(model: GraphModel, place: Place): GraphNode | undefined {
  return model.segments[place.segment]?.segment.nodes[place.node];
}

/** The next node before or after a place in order of time. */
function along(model: GraphModel, from: Place, step: 1 | -1): GraphNode | undefined {
  let { segment, node } = from;
  for (;;) {
    node += step;
    const nodes = model.segments[segment]?.segment.nodes;
    if (!nodes) return undefined;
    if (node < 0 || node >= nodes.length) {
      segment += step;
      const next = model.segments[segment]?.segment.nodes;
      if (!next) return undefined;
      node = step > 0 ? -1 : next.length;
      continue;
    }
    if (isStop(nodes[node])) return nodes[node];
  }
}

const LANES: readonly Lane[] = ['user', 'assistant', 'tools'];

/** The node of the lane beside that is nearest in height, in this turn or the ones next to it. */
function beside(model: GraphModel, from: Place, step: 1 | -1): GraphNode | undefined {
  const here = at(model, from);
  const lane = here && LANES[LANES.indexOf(here.lane) + step];
  if (!here || !lane) return undefined;
  const y = (model.segments[from.segment]?.y ?? 0) + here.y + here.height / 2;
  let best: GraphNode | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (let segment = from.segment - 1; segment <= from.segment + 1; segment++) {
    const placed = model.segments[segment];
    for (const node of placed?.segment.nodes ?? []) {
      if (!isStop(node) || node.lane !== lane) continue;
      const distance = Math.abs((placed?.y ?? 0) + node.y + node.height / 2 - y);
      if (distance < nearest) [best, nearest] = [node, distance];
    }
  }
  return best;
}

/** The other end of the call that a node carries: a run's results message, a results message's first run. */
function partner(model: GraphModel, from: Place, step: 1 | -1): GraphNode | undefined {
  const here = at(model, from);
  if (!here || (here.kind !== 'run' && here.kind !== 'results' && here.kind !== 'draft')) return undefined;
  const wanted = here.kind === 'run' ? (step < 0 ? ['assistant'] : ['results', 'draft']) : step > 0 ? ['run'] : [];
  const keys = new Set(here.rows.flatMap((row) => row.pair?.key ?? []));
  const nodes = model.segments[from.segment]?.segment.nodes ?? [];
  return nodes.find(
    (node) =>
      wanted.includes(node.kind) && 'rows' in node && node.rows.some((row) => row.pair && keys.has(row.pair.key)),
  );
}

/** Behind the newest node. */
function end({ segments }: GraphModel): Place {
  return { segment: segments.length - 1, node: segments.at(-1)?.segment.nodes.length ?? 0 };
}

/** Where an arrow key leads: up and down in time, left and right to the pair's other end or the lane beside. */
export function neighbour(model: GraphModel, id: string, direction: Direction): GraphNode | undefined {
  if (direction === 'first') return along(model, { segment: 0, node: -1 }, 1);
  if (direction === 'last') return along(model, end(model), -1);
  const from = placeOf(model, id);
  if (!from) return along(model, end(model), -1);
  if (direction === 'up') return along(model, from, -1);
  if (direction === 'down') return along(model, from, 1);
  const step = direction === 'left' ? -1 : 1;
  return partner(model, from, step) ?? beside(model, from, step);
}

/** A node where it stands on the whole graph; null when the model does not hold it. */
export function nodeOf(model: GraphModel, id: string): GraphNode | null {
  const place = placeOf(model, id);
  const node = place && at(model, place);
  return place && node ? moved(node, node.y + (model.segments[place.segment]?.y ?? 0)) : null;
}
