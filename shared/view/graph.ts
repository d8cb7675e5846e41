import type { BranchId } from '../session/events.ts';
import type { MessageNode, SessionState } from '../session/state.ts';
import { branchById, path } from '../session/tree.ts';
import { type Breakpoints, breakpointsOf, markBreakpoints } from './graph-breakpoints.ts';
import { layColumns } from './graph-branches.ts';
import type { GraphSpace } from './graph-cards.ts';
import { collapsedHeight, collapsedSegment, isCollapsed } from './graph-collapse.ts';
import type { OpenEditors } from './graph-draft.ts';
import { addForks, type Fork, forkKey, forksOf } from './graph-forks.ts';
import type { LiveAnswer } from './graph-growing.ts';
import { moved } from './graph-layout.ts';
import { GAP, type GraphMetrics, NORMAL } from './graph-metrics.ts';
import { indexProblems, type ProblemIndex, type ProblemLike } from './graph-problems.ts';
import { reusable, type Reuse } from './graph-reuse.ts';
import { arriveX, type Leave } from './graph-routes.ts';
import { beginTurn, finish, laySettled, type TurnView } from './graph-segment.ts';
import { layTail, type Tail } from './graph-tail.ts';
import { atRequest, messagesIn, segmentKey, type TurnInput, turnsOf } from './graph-turns.ts';
import type { GraphModel, GraphNode, GraphTarget, PlacedSegment, Segment } from './graph-types.ts';
import { ENGLISH_GRAPH_WORDS, type GraphWords } from './graph-words.ts';
import { laneGeometry } from './lanes.ts';

/** What the picture depends on beside the session itself. */
export interface GraphView {
  /** Room for gutter and lanes in px. */
  width: number;
  metrics?: GraphMetrics;
  words?: GraphWords;
  /** The answer under way, as far as it has come. */
  live?: LiveAnswer | null;
  /** Problems of the next request. */
  problems?: readonly ProblemLike[];
  /** Result editors that differ from what is stored. */
  editors?: OpenEditors;
  /** Input of the next request in tokens, when somebody counted. */
  nextTokens?: number | null;
  /** Turns that a person opened (true) or closed (false), by segment key. */
  opened?: ReadonlyMap<string, boolean>;
  selected?: GraphTarget | null;
  /** Looks at the past: nothing waits for a person. */
  past?: boolean;
}

const NO_EDITORS: OpenEditors = new Map();
const NO_TURNS: ReadonlyMap<string, boolean> = new Map();

/** Everything about the whole graph that one turn may depend on. */
interface Whole {
  space: GraphSpace;
  state: SessionState;
  view: GraphView;
  problems: ProblemIndex;
  breakpoints: Breakpoints;
  forks: ReadonlyMap<string, Fork[]>;
  tail: Tail;
}

/**
 * The graph of one branch, with the others beside it. Pure; O(messages) with a small constant, because turns that
 * did not change are taken from `previous` (any earlier model of the same session). Throws when there is no such
 * branch.
 */
export function graphOf(state: SessionState, branchId: BranchId, view: GraphView, previous?: GraphModel): GraphModel {
  const branch = branchById(state, branchId);
  if (!branch) throw new Error(`branch ${branchId} is not in the session`);
  const space = spaceOf(view, previous);
  const nodes = path(state, branch.head);
  const goesOn = atRequest(branch.phase, branch.endedIn);
  const turns = turnsOf(state, branch.id, nodes, goesOn);
  const problems = view.problems ?? [];
  const others = forksOf(state, branch, nodes);
  const whole: Whole = {
    space,
    state,
    view,
    problems: indexProblems(problems),
    breakpoints: breakpointsOf(state.record.breakpoints),
    forks: others.byNode,
    tail: {
      branch,
      live: view.live ?? null,
      editors: view.editors ?? NO_EDITORS,
      nextTokens: view.nextTokens ?? null,
      refused: problems.some((problem) => problem.severity === 'error'),
      messages: nodes.length,
      past: view.past ?? false,
      band: true,
    },
  };
  const reuse: Reuse = new Map();
  const segments = placeTurns(whole, turns, previous?.reuse, reuse);
  const columns = layColumns(space, state, others.branches, segments, previous?.reuse, reuse);
  return assemble(whole, branchId, turns.length, segments, columns, reuse);
}

function spaceOf(view: GraphView, previous: GraphModel | undefined): GraphSpace {
  const lanes = laneGeometry(view.width);
  const metrics = view.metrics ?? NORMAL;
  const words = view.words ?? ENGLISH_GRAPH_WORDS;
  const old = previous?.space;
  const same = old?.lanes.laneWidth === lanes.laneWidth && old.metrics === metrics && old.words === words;
  return old && same ? old : { lanes, metrics, words };
}

function placeTurns(whole: Whole, turns: readonly TurnInput[], old: Reuse | undefined, fresh: Reuse): PlacedSegment[] {
  const { view, forks, space } = whole;
  const opened = view.opened ?? NO_TURNS;
  const placed: PlacedSegment[] = [];
  let y = 0;
  let entry: Leave | null = null;
  let parent: MessageNode | undefined;
  for (const [index, turn] of turns.entries()) {
    const key = segmentKey(turn, parent);
    const wanted = (view.selected && holds(turn, view.selected)) || (forks.size > 0 && holdsFork(turn, forks));
    const collapsed = isCollapsed({ key, index, turns: turns.length, opened, wanted: wanted === true });
    const make: Make = { whole, turn, key, index, entry, next: turns[index + 1] };
    const segment = collapsed
      ? closedSegment(make, collapsedHeight(turns.length), old, fresh)
      : openSegment(make, old, fresh);
    placed.push({ y, segment });
    y += segment.height;
    entry = collapsed ? underRow(segment, space) : leaveBelow(segment);
    parent = turn.results.at(-1) ?? turn.answer ?? turn.leads.at(-1) ?? parent;
  }
  return placed;
}

/** One turn and what it needs to be made. */
interface Make {
  whole: Whole;
  turn: TurnInput;
  key: string;
  index: number;
  entry: Leave | null;
  next: TurnInput | undefined;
}

/** Where the loop leaves a turn, from the top of the next one. */
function leaveBelow({ leave, height }: Segment): Leave | null {
  return leave && { ...leave, y: leave.y - height };
}

function underRow(segment: Segment, { lanes }: GraphSpace): Leave {
  return { from: segment.nodes[0]?.id ?? '', kind: 'bottom', x: arriveX(lanes), y: 0 };
}

function holds(turn: TurnInput, target: GraphTarget): boolean {
  if (target.kind === 'results' || target.kind === 'next') return false;
  if (target.kind === 'attempt') return turn.attempts.some((attempt) => attempt.id === target.request);
  const id = target.kind === 'call' ? target.call.slice(0, target.call.lastIndexOf('.')) : target.node;
  return messagesIn(turn).some((node) => node.id === id);
}

function holdsFork(turn: TurnInput, forks: ReadonlyMap<string, Fork[]>): boolean {
  return messagesIn(turn).some((node) => forks.has(node.id));
}

function closedSegment(make: Make, height: number, old: Reuse | undefined, fresh: Reuse): Segment {
  const { whole, turn, key } = make;
  const deps = [whole.space, height, turn.turn, turn.start, ...messagesIn(turn)];
  return reusable(key, deps, old, fresh, () => collapsedSegment(whole.space, turn, key, height));
}

function openSegment(make: Make, old: Reuse | undefined, fresh: Reuse): Segment {
  const { whole, turn, key, next, entry } = make;
  const build = (): Segment => {
    const view = turnView(make);
    const built = beginTurn(view);
    if (next) laySettled(built);
    else layTail(built, whole.tail);
    const segment = finish(built, key, next ? 0 : GAP.edge * 2);
    return markBreakpoints(
      addForks(segment, whole.space, turn, whole.forks, make.index === 0),
      whole.breakpoints,
      built.pairs.calls,
    );
  };
  // What is under way changes all the time and depends on everything: it is made anew.
  if (!next) return build();
  const marks = messagesIn(turn).map(
    (node, offset) => `${whole.problems.get(turn.start + offset)?.key}${forkKey(whole.forks, node.id)}`,
  );
  const deps = [
    ...[whole.space, entry?.kind, entry?.x, entry?.y, turn.turn, turn.start, whole.breakpoints.key, marks.join('|')],
    ...[next.leads[0]?.origin, ...turn.attempts, ...messagesIn(turn)],
  ];
  return reusable(key, deps, old, fresh, build);
}

function turnView({ whole, turn, entry, next }: Make): TurnView {
  return {
    space: whole.space,
    state: whole.state,
    input: turn,
    open: next ? [] : whole.tail.branch.calls,
    problems: whole.problems,
    entry,
    goesOn: next?.leads[0]?.origin === 'continue' ? 'continue' : null,
  };
}

function assemble(
  whole: Whole,
  branch: BranchId,
  turns: number,
  segments: PlacedSegment[],
  columns: GraphModel['columns'],
  reuse: Reuse,
): GraphModel {
  const { lanes } = whole.space;
  const last = segments.at(-1);
  const now = last?.segment.now ?? null;
  const bottom = last ? last.y + last.segment.height : 0;
  return {
    branch,
    lanes,
    segments,
    columns,
    now: now && last ? { ...now, y: now.y + last.y } : null,
    width: Math.max(lanes.right, ...columns.map((column) => column.x + column.width)),
    height: Math.max(bottom, ...columns.map((column) => column.y + column.height)),
    turns,
    rowHeight: collapsedHeight(turns),
    space: whole.space,
    reuse,
  };
}

/** Every node of a model where it stands on the whole graph, in order of time. For exports, lists and tests. */
export function allNodes(model: GraphModel): GraphNode[] {
  return model.segments.flatMap(({ y, segment }) => segment.nodes.map((node) => moved(node, node.y + y)));
}
