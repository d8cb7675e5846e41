import type { GraphSpace } from './graph-cards.ts';
import { messagesIn, type TurnInput } from './graph-turns.ts';
import type { GraphTarget, Segment, TurnNode } from './graph-types.ts';
import { say } from './graph-words.ts';

/** Up to this many turns all are open; beyond, only those around the newest one. */
export const ALL_OPEN = 12;
/** Turns at the end that stay open in a longer session. */
const OPEN_AT_END = 3;
/** Beyond this the session is a list with a minimap, and its rows are lower. */
export const LIST_FROM = 200;

export interface CollapseView {
  key: string;
  index: number;
  turns: number;
  /** What a person opened or closed, by segment key. */
  opened: ReadonlyMap<string, boolean>;
  /** Holds the selection, or a place where branches leave. */
  wanted: boolean;
}

/** Whether a turn is one row. The newest never is: something can be done there. */
export function isCollapsed({ key, index, turns, opened, wanted }: CollapseView): boolean {
  if (index >= turns - 1) return false;
  const chosen = opened.get(key);
  if (chosen !== undefined) return !chosen;
  if (turns <= ALL_OPEN || wanted) return false;
  return index < turns - OPEN_AT_END;
}

export function collapsedHeight(turns: number): number {
  return turns > LIST_FROM ? 28 : 34;
}

/** A turn as one row across all lanes. */
export function collapsedSegment(space: GraphSpace, input: TurnInput, key: string, height: number): Segment {
  const { lanes, words } = space;
  const messages = messagesIn(input);
  const node: TurnNode = {
    id: `turn:${key}`,
    kind: 'turn',
    lane: 'user',
    x: lanes.x,
    y: 0,
    width: lanes.right - lanes.x,
    height,
    turn: input.turn,
    name: say(words, 'nameTurn', { turn: input.turn, text: input.answer?.stopReason ?? '' }),
    segment: key,
    messages,
    target: targetOf(input),
  };
  return {
    key,
    turn: input.turn,
    collapsed: true,
    height,
    nodes: [node],
    edges: [],
    levels: [],
    numberY: null,
    now: null,
    leave: null,
    seqs: [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0],
    messages: messages.length === 0 ? null : [input.start, input.start + messages.length - 1],
  };
}

function targetOf(input: TurnInput): GraphTarget | null {
  const node = input.answer ?? input.leads[0];
  return node ? { kind: 'node', node: node.id } : null;
}
