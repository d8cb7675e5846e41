import type { SessionState } from '../../session/state.ts';
import { branchById, path } from '../../session/tree.ts';
import { allNodes } from '../graph.ts';
import type { CardNode, GraphModel, GraphNode, PlacedSegment } from '../graph-types.ts';
import { laneX } from '../lanes.ts';

/** What every graph holds to, whatever the session; each breach as a sentence. */
export function checkGraph(model: GraphModel, state: SessionState): string[] {
  const columns = model.columns.flatMap((column) => column.segments.flatMap((placed) => ofSegment(placed)));
  return [
    ...overlaps(model),
    ...outside(model),
    ...repeated(model),
    ...messages(model, state),
    ...model.segments.flatMap(ofSegment),
    ...columns,
    ...stacked(model.segments),
  ];
}

function ofSegment(placed: PlacedSegment): string[] {
  return [...upwards(placed), ...unwired(placed), ...rows(placed)];
}

/** Nothing overlaps within a lane. */
function overlaps(model: GraphModel): string[] {
  return (['user', 'assistant', 'tools'] as const).flatMap((lane) => {
    const nodes = allNodes(model)
      .filter((node) => node.kind !== 'turn' && node.lane === lane)
      .toSorted((a, b) => a.y - b.y);
    return nodes.slice(1).flatMap((node, index) => {
      const above = nodes[index] as GraphNode;
      return above.y + above.height > node.y ? [`${node.id} overlaps ${above.id} in ${lane}`] : [];
    });
  });
}

/** Every node stands inside its lane; heights are whole px, so that the page measures what the model says. */
function outside(model: GraphModel): string[] {
  const { lanes } = model;
  return allNodes(model).flatMap((node) => {
    const left = node.kind === 'turn' ? 0 : laneX(lanes, node.lane);
    const right = node.kind === 'turn' ? lanes.right : left + lanes.laneWidth;
    const fits = node.x >= left && node.x + node.width <= right;
    const whole = Number.isInteger(node.height) && Number.isInteger(node.width) && node.height > 0;
    return [...(fits ? [] : [`${node.id} leaves its lane`]), ...(whole ? [] : [`${node.id} has no whole size`])];
  });
}

function repeated(model: GraphModel): string[] {
  const seen = new Set<string>();
  const edges = model.segments.flatMap(({ segment }) => segment.edges.map((edge) => `${segment.key}/${edge.id}`));
  return [...allNodes(model).map((node) => node.id), ...edges].flatMap((id) => {
    if (seen.has(id)) return [`${id} twice`];
    seen.add(id);
    return [];
  });
}

/** Every message of the path is drawn once, in order, or lies in a closed turn. */
function messages(model: GraphModel, state: SessionState): string[] {
  const nodes = path(state, branchById(state, model.branch)?.head ?? null);
  const drawn = model.segments.flatMap(({ segment }) =>
    segment.nodes.flatMap((node) => (node.kind === 'turn' ? node.messages.map((message) => message.id) : [node.id])),
  );
  const there = drawn.filter((id) => nodes.some((node) => node.id === id));
  const wanted = nodes.map((node) => node.id);
  return there.join(' ') === wanted.join(' ') ? [] : [`messages ${there.join(' ')} instead of ${wanted.join(' ')}`];
}

/** Time runs down: no line goes up, and no node begins above the point where the loop left the one before. */
function upwards({ segment }: PlacedSegment): string[] {
  const byId = new Map(segment.nodes.map((node) => [node.id, node]));
  return segment.edges.flatMap((edge) => {
    if (edge.kind === 'nowhere') return [];
    const up = edge.points.some(([, y], index) => index > 0 && y < (edge.points[index - 1]?.[1] ?? y));
    const to = edge.to === null ? undefined : byId.get(edge.to);
    const early = edge.kind === 'control' && to !== undefined && to.y < (edge.points[0]?.[1] ?? 0);
    return [...(up ? [`${edge.id} goes up`] : []), ...(early ? [`${to.id} begins above where the loop left`] : [])];
  });
}

/** Every call has a wire or says in words why it has none; so has every result. */
function unwired({ segment }: PlacedSegment): string[] {
  const wired = new Set(segment.edges.flatMap((edge) => [`${edge.from}/${edge.pair}`, `${edge.to}/${edge.pair}`]));
  return segment.nodes.flatMap((node) => {
    if (!('rows' in node) || node.kind === 'run') return [];
    return node.rows
      .filter((row) => row.port !== undefined && !row.absence && !wired.has(`${node.id}/${row.pair?.key}`))
      .map((row) => `${node.id} row ${row.id} has no wire`);
  });
}

/** Rows fill a node from header to footer without a gap. */
function rows({ segment }: PlacedSegment): string[] {
  return segment.nodes
    .filter((node): node is CardNode => 'rows' in node)
    .flatMap((node) => {
      let y = node.header.height;
      for (const row of node.rows) {
        if (row.y !== y) return [`${node.id} row ${row.id} stands at ${row.y}, not ${y}`];
        y += row.height;
      }
      const bottom = y + (node.footer?.height ?? 0);
      return bottom === node.height ? [] : [`${node.id} is ${node.height} high, its parts ${bottom}`];
    });
}

/** One turn follows the other without a gap. */
function stacked(segments: readonly PlacedSegment[]): string[] {
  let bottom = 0;
  return segments.flatMap(({ y, segment }) => {
    const wrong = y !== bottom ? [`turn ${segment.turn} stands at ${y}, not ${bottom}`] : [];
    bottom = y + segment.height;
    return wrong;
  });
}
