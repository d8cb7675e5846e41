import type { BranchId } from '../session/events.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';
import type { GraphSpace } from './graph-cards.ts';
import { textWidth } from './graph-text.ts';
import { messagesIn, type TurnInput } from './graph-turns.ts';
import type { CardNode, ForkNode, Segment } from './graph-types.ts';
import { say } from './graph-words.ts';
import { laneX } from './lanes.ts';

/** Another branch and the last message it shares with the one that is looked at. */
export interface Fork {
  branch: Branch;
  /** Null when not even the first message is shared. */
  at: MessageNode | null;
  /** Its messages behind the shared part, in order. */
  own: MessageNode[];
}

export interface Forks {
  branches: Fork[];
  /** By the id of the last shared message; '' for none. */
  byNode: ReadonlyMap<string, Fork[]>;
}

/** Where the other branches leave a path. O(messages that are not shared). */
export function forksOf(state: SessionState, viewed: Branch, nodes: readonly MessageNode[]): Forks {
  const branches = state.record.branches
    .filter((branch) => branch.id !== viewed.id && !branch.deleted)
    .map((branch) => leaves(state, branch, nodes));
  const byNode = new Map<string, Fork[]>();
  for (const fork of branches) {
    const id = fork.at?.id ?? '';
    byNode.set(id, [...(byNode.get(id) ?? []), fork]);
  }
  return { branches, byNode };
}

function leaves(state: SessionState, branch: Branch, nodes: readonly MessageNode[]): Fork {
  const own: MessageNode[] = [];
  let node = nodeById(state, branch.head);
  while (node && nodes[node.depth - 1]?.id !== node.id) {
    own.push(node);
    node = nodeById(state, node.parent);
  }
  return { branch, at: node ?? null, own: own.reverse() };
}

/** Changes when other branches leave at this message: part of what a turn is made from. */
export function forkKey(byNode: ReadonlyMap<string, Fork[]>, node: string): string {
  return (
    byNode
      .get(node)
      ?.map(({ branch }) => `${branch.id}=${branch.name}`)
      .join(',') ?? ''
  );
}

const HEIGHT = 22;
const MOST = 3;

/** Adds a chip with the names of the branches that leave in this turn, where its lanes are free. */
export function addForks(
  segment: Segment,
  space: GraphSpace,
  input: TurnInput,
  byNode: ReadonlyMap<string, Fork[]>,
  first: boolean,
): Segment {
  if (byNode.size === 0) return segment;
  const chips = messagesIn(input).flatMap((node) => {
    const forks = byNode.get(node.id);
    const card = segment.nodes.find((each): each is CardNode => each.id === node.id && each.kind !== 'end');
    return forks && card ? [chipBeside(segment, space, card, forks)] : [];
  });
  const none = first ? byNode.get('') : undefined;
  if (none) chips.unshift(chip(space, 'tools', 12, segment.turn, '', none));
  return chips.length === 0 ? segment : { ...segment, nodes: [...segment.nodes, ...chips] };
}

/** Beside a user message the Tools lane is free; beside an answer the user lane is. */
function chipBeside(segment: Segment, space: GraphSpace, card: CardNode, forks: readonly Fork[]): ForkNode {
  const lane = card.lane === 'assistant' ? 'user' : 'tools';
  const bottom = card.y + card.height;
  const above = segment.nodes.filter((node) => node.lane === lane && node.y < bottom && node.id !== card.id);
  const free = Math.max(0, ...above.filter((node) => node.y <= card.y).map((node) => node.y + node.height + 6));
  return chip(space, lane, Math.max(free, bottom - HEIGHT), segment.turn, card.id, forks);
}

function chip(
  space: GraphSpace,
  lane: 'user' | 'tools',
  y: number,
  turn: number,
  at: string,
  forks: readonly Fork[],
): ForkNode {
  const { lanes, metrics, words } = space;
  const shown = forks.slice(0, MOST).map(({ branch }) => ({
    id: branch.id as BranchId,
    name: branch.name,
    width: Math.ceil(textWidth(branch.name, { face: 'mono', size: metrics.tagSize }) + 30),
  }));
  const more = forks.length - shown.length;
  const width = shown.reduce((sum, { width: each }) => sum + each + 4, 0) + (more > 0 ? 40 : 0);
  const left = laneX(lanes, lane) + lanes.padding;
  const room = lanes.laneWidth - 2 * lanes.padding;
  return {
    id: `fork:${at}`,
    kind: 'fork',
    lane,
    x: lane === 'tools' ? Math.max(left, left + room - width) : left,
    y,
    width: Math.min(width, room),
    height: HEIGHT,
    turn,
    name: say(words, 'nameFork', { names: forks.map(({ branch }) => branch.name).join(', ') }),
    branches: shown,
    more,
  };
}
