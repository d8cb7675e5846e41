import type { MessageNode, SessionState } from '../session/state.ts';
import type { GraphSpace } from './graph-cards.ts';
import { collapsedHeight, collapsedSegment } from './graph-collapse.ts';
import type { Fork } from './graph-forks.ts';
import { reusable, type Reuse } from './graph-reuse.ts';
import type { Leave } from './graph-routes.ts';
import { beginTurn, finish, laySettled, type TurnView } from './graph-segment.ts';
import { layTail, type Tail } from './graph-tail.ts';
import { atRequest, messagesIn, segmentKey, type TurnInput, turnsOf } from './graph-turns.ts';
import type { BranchColumn, PlacedSegment, Segment } from './graph-types.ts';
import { sayCount } from './graph-words.ts';
import { SIDE_LANE, sideLanes } from './lanes.ts';

/** More branches than these are named where they leave, but not drawn. */
export const MOST_COLUMNS = 6;
const BESIDE = 44;
const HEAD = 34;
/** Turns of a branch beside that are drawn in full; those before are rows. */
const OPEN_TURNS = 4;

/** The other branches, side by side to the right of the lanes, each from the height where it leaves. */
export function layColumns(
  space: GraphSpace,
  state: SessionState,
  forks: readonly Fork[],
  segments: readonly PlacedSegment[],
  old: Reuse | undefined,
  fresh: Reuse,
): BranchColumn[] {
  let x = space.lanes.right + BESIDE;
  return forks.slice(0, MOST_COLUMNS).map((fork) => {
    const column = layColumn(space, state, fork, x, leavesAt(fork, segments), old, fresh);
    x += column.width + BESIDE;
    return column;
  });
}

/** Height at which a branch leaves: top of the message behind which it goes its own way. */
function leavesAt(fork: Fork, segments: readonly PlacedSegment[]): number {
  const index = fork.at ? fork.at.depth - 1 : -1;
  const placed = segments.find(
    ({ segment }) => segment.messages !== null && segment.messages[0] <= index && index <= segment.messages[1],
  );
  if (!placed) return 0;
  const node = placed.segment.nodes.find((each) => each.id === fork.at?.id);
  return placed.y + (node?.y ?? 0);
}

function layColumn(
  space: GraphSpace,
  state: SessionState,
  fork: Fork,
  x: number,
  y: number,
  old: Reuse | undefined,
  fresh: Reuse,
): BranchColumn {
  const { branch } = fork;
  const turns = columnTurns(state, fork);
  const side = sideSpace(space, x, old, fresh);
  const placed: PlacedSegment[] = [];
  let bottom = HEAD;
  let entry: Leave | null = null;
  for (const [index, turn] of turns.entries()) {
    const segment = columnSegment({ side, state, fork, turn, index, count: turns.length, entry }, old, fresh);
    placed.push({ y: bottom, segment });
    bottom += segment.height;
    entry = segment.leave && { ...segment.leave, y: segment.leave.y - segment.height };
  }
  return {
    branch: branch.id,
    name: branch.name,
    note: sayCount(space.words, 'columnNote', fork.own.filter((node) => node.role === 'assistant').length),
    x,
    y,
    width: 3 * SIDE_LANE,
    height: bottom,
    lanes: side.lanes,
    segments: placed,
  };
}

/** A branch that leaves behind an answer begins with that answer: its calls are what differs from there on. */
function columnTurns(state: SessionState, { branch, at, own }: Fork): TurnInput[] {
  const nodes: MessageNode[] = at?.role === 'assistant' ? [at, ...own] : own;
  const offset = (nodes[0]?.depth ?? (at?.depth ?? 0) + 1) - 1;
  const turns = turnsOf(state, branch.id, nodes, atRequest(branch.phase, branch.endedIn));
  return turns.map((turn) => ({ ...turn, start: turn.start + offset }));
}

/** Lanes at another place make other nodes; the same place gives the same object, so that turns can be reused. */
function sideSpace(space: GraphSpace, x: number, old: Reuse | undefined, fresh: Reuse): GraphSpace {
  const key = `side:${x}`;
  const before = old?.get(key)?.deps;
  const kept = before?.[0] === space ? (before[1] as GraphSpace) : { ...space, lanes: sideLanes(x) };
  fresh.set(key, { deps: [space, kept], segment: EMPTY });
  return kept;
}

const EMPTY: Segment = {
  key: '',
  turn: 0,
  collapsed: false,
  height: 0,
  nodes: [],
  edges: [],
  levels: [],
  numberY: null,
  now: null,
  leave: null,
  seqs: [0, 0],
  messages: null,
};

interface ColumnTurn {
  side: GraphSpace;
  state: SessionState;
  fork: Fork;
  turn: TurnInput;
  index: number;
  count: number;
  entry: Leave | null;
}

function columnSegment(make: ColumnTurn, old: Reuse | undefined, fresh: Reuse): Segment {
  const { side, fork, turn, index, count, entry } = make;
  const { branch } = fork;
  const key = `${branch.id}/${segmentKey(turn, fork.at ?? undefined)}/${index}`;
  const last = index === count - 1;
  const open = index >= count - OPEN_TURNS;
  const deps = [
    side,
    last ? branch : null,
    open,
    entry?.kind,
    entry?.x,
    entry?.y,
    turn.start,
    ...turn.attempts,
    ...messagesIn(turn),
  ];
  return reusable(key, deps, old, fresh, () => {
    if (!open) return collapsedSegment(side, turn, key, collapsedHeight(0));
    const built = beginTurn(columnView(make));
    if (last) layTail(built, columnTail(make));
    else laySettled(built);
    return finish(built, key, 0);
  });
}

function columnView({ side, state, fork, turn, index, count, entry }: ColumnTurn): TurnView {
  return {
    space: side,
    state,
    input: turn,
    open: index === count - 1 ? fork.branch.calls : [],
    problems: new Map(),
    entry,
    goesOn: null,
  };
}

function columnTail({ fork }: ColumnTurn): Tail {
  const messages = fork.own.at(-1)?.depth ?? fork.at?.depth ?? 0;
  return {
    branch: fork.branch,
    live: null,
    editors: new Map(),
    nextTokens: null,
    refused: false,
    messages,
    past: true,
    band: false,
  };
}
