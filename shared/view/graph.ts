import type { BranchId } from '../session/events.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
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
import { equal, type PathMemo, reusable, type Reuse } from './graph-reuse.ts';
import { arriveX, type Leave } from './graph-routes.ts';
import { beginTurn, finish, laySettled, type TurnView } from './graph-segment.ts';
import { layTail, type Tail } from './graph-tail.ts';
import { atRequest, cutPath, messagesIn, segmentKey, type TurnInput } from './graph-turns.ts';
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
  const { nodes, turns, deps } = turnsBehind(state, branch, previous);
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
  const settled = settledBefore(whole, turns, previous);
  const reuse: Reuse = settled ? (previous?.reuse ?? new Map()) : new Map();
  const segments = placeTurns(whole, turns, settled ?? [], previous?.reuse, reuse);
  const columns = layColumns(space, state, others.branches, segments, previous?.reuse, reuse);
  return assemble(whole, branchId, { deps, nodes, turns, ...wholeDeps(whole) }, segments, columns, reuse);
}

/** The path of a branch, cut into turns; those of the last model when nothing was added or taken away since. */
function turnsBehind(
  state: SessionState,
  branch: Branch,
  previous: GraphModel | undefined,
): Pick<PathMemo, 'nodes' | 'turns' | 'deps'> {
  const goesOn = atRequest(branch.phase, branch.endedIn);
  const deps = [state.tables, branch.id, branch.head, goesOn, state.record.lengths.attempts];
  const memo = previous?.memo;
  if (memo && equal(memo.deps, deps)) return memo;
  return { deps, ...cutPath(state, branch.id, branch.head, goesOn) };
}

/** What all settled turns depend on beside themselves. */
function wholeDeps({ space, state, view, breakpoints, forks }: Whole): Pick<PathMemo, 'shared'> {
  const leaving = [...forks].map(
    ([node, each]) => `${node}:${each.map(({ branch }) => `${branch.id}=${branch.name}`).join(',')}`,
  );
  return {
    shared: [
      space,
      view.opened ?? NO_TURNS,
      view.selected ?? null,
      view.problems ?? null,
      breakpoints.key,
      state.record.lengths.late,
      leaving.join(' '),
    ],
  };
}

/** All turns but the newest, taken over as they stand when nothing they depend on has changed. */
function settledBefore(
  whole: Whole,
  turns: readonly TurnInput[],
  previous: GraphModel | undefined,
): PlacedSegment[] | null {
  if (!previous || previous.memo.turns !== turns) return null;
  return equal(previous.memo.shared, wholeDeps(whole).shared) ? previous.segments.slice(0, -1) : null;
}

function spaceOf(view: GraphView, previous: GraphModel | undefined): GraphSpace {
  const lanes = laneGeometry(view.width);
  const metrics = view.metrics ?? NORMAL;
  const words = view.words ?? ENGLISH_GRAPH_WORDS;
  const old = previous?.space;
  const same = old?.lanes.laneWidth === lanes.laneWidth && old.metrics === metrics && old.words === words;
  return old && same ? old : { lanes, metrics, words };
}

/** Puts the turns under each other, behind those that are `placed` already. */
function placeTurns(
  whole: Whole,
  turns: readonly TurnInput[],
  placed: PlacedSegment[],
  old: Reuse | undefined,
  fresh: Reuse,
): PlacedSegment[] {
  const { view, forks, space } = whole;
  const opened = view.opened ?? NO_TURNS;
  const last = placed.at(-1);
  let y = last ? last.y + last.segment.height : 0;
  let entry = last ? leaveBelow(last.segment, space) : null;
  let parent = lastMessage(turns[placed.length - 1]);
  for (let index = placed.length; index < turns.length; index++) {
    const turn = turns[index] as TurnInput;
    const key = segmentKey(turn, parent);
    const wanted = (view.selected && holds(turn, view.selected)) || (forks.size > 0 && holdsFork(turn, index, forks));
    const collapsed = isCollapsed({ key, index, turns: turns.length, opened, wanted: wanted === true });
    const make: Make = { whole, turn, key, index, entry, next: turns[index + 1] };
    const segment = collapsed
      ? closedSegment(make, collapsedHeight(turns.length), old, fresh)
      : openSegment(make, old, fresh);
    placed.push({ y, segment });
    y += segment.height;
    entry = leaveBelow(segment, space);
    parent = lastMessage(turn) ?? parent;
  }
  return placed;
}

function lastMessage(turn: TurnInput | undefined): MessageNode | undefined {
  return turn?.results.at(-1) ?? turn?.answer ?? turn?.leads.at(-1);
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
function leaveBelow({ collapsed, nodes, leave, height }: Segment, { lanes }: GraphSpace): Leave | null {
  if (collapsed) return { from: nodes[0]?.id ?? '', kind: 'bottom', x: arriveX(lanes), y: 0 };
  return leave && { ...leave, y: leave.y - height };
}

function holds(turn: TurnInput, target: GraphTarget): boolean {
  if (target.kind === 'results' || target.kind === 'next') return false;
  if (target.kind === 'attempt') return turn.attempts.some((attempt) => attempt.id === target.request);
  const id = target.kind === 'call' ? target.call.slice(0, target.call.lastIndexOf('.')) : target.node;
  return (
    turn.answer?.id === id || turn.leads.some((node) => node.id === id) || turn.results.some((node) => node.id === id)
  );
}

function holdsFork(turn: TurnInput, index: number, forks: ReadonlyMap<string, Fork[]>): boolean {
  return (index === 0 && forks.has('')) || messagesIn(turn).some((node) => forks.has(node.id));
}

function closedSegment(make: Make, height: number, old: Reuse | undefined, fresh: Reuse): Segment {
  const { whole, turn, key } = make;
  return reusable(key, [whole.space, height, turn], old, fresh, () => collapsedSegment(whole.space, turn, key, height));
}

function openSegment(make: Make, old: Reuse | undefined, fresh: Reuse): Segment {
  const { whole, turn, key, next, entry } = make;
  const build = (): Segment => {
    const view = turnView(make);
    const built = beginTurn(view);
    if (next) laySettled(built);
    else layTail(built, whole.tail);
    const segment = finish(built, key, next ? 0 : GAP.edge * 2);
    return markBreakpoints(addForks(segment, whole.space, turn, whole.forks, make.index === 0), whole.breakpoints, {
      branch: whole.tail.branch.id,
      answer: turn.answer,
      calls: built.pairs.calls,
    });
  };
  // What is under way changes all the time and depends on everything: it is made anew.
  if (!next) return build();
  const marks = messagesIn(turn).map(
    (node, offset) => `${whole.problems.get(turn.start + offset)?.key}${forkKey(whole.forks, node.id)}`,
  );
  const first = make.index === 0 ? forkKey(whole.forks, '') : null;
  const deps = [
    ...[whole.space, turn, entry?.from, entry?.kind, entry?.x, entry?.y, first],
    ...[whole.breakpoints.key, marks.join('|'), next.leads[0]?.origin, whole.state.record.lengths.late],
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
  memo: PathMemo,
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
    turns: memo.turns.length,
    rowHeight: collapsedHeight(memo.turns.length),
    space: whole.space,
    reuse,
    memo,
  };
}

/** Every node of a model where it stands on the whole graph, in order of time. For exports, lists and tests. */
export function allNodes(model: GraphModel): GraphNode[] {
  return model.segments.flatMap(({ y, segment }) => segment.nodes.map((node) => moved(node, node.y + y)));
}
