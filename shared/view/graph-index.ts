import type { NodeId } from '../session/events.ts';
import type { Attempt, FinishedCall, MessageNode, SessionState, Tables } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';

/**
 * Look-ups over the append-only tables, grown as the tables grow and shared by all states of one fold. An entry
 * that is newer than the state being read is left out by its place.
 */
interface Grown {
  attempts: number;
  calls: number;
  attemptsUnder: Map<NodeId | null, number[]>;
  callsByUse: Map<string, number[]>;
}

const grownOf = new WeakMap<Tables, Grown>();

function add<Key>(lists: Map<Key, number[]>, key: Key, index: number): void {
  const list = lists.get(key);
  if (list) list.push(index);
  else lists.set(key, [index]);
}

function grown(tables: Tables): Grown {
  let index = grownOf.get(tables);
  if (!index) {
    index = { attempts: 0, calls: 0, attemptsUnder: new Map(), callsByUse: new Map() };
    grownOf.set(tables, index);
  }
  for (; index.attempts < tables.attempts.length; index.attempts++) {
    add(index.attemptsUnder, tables.attempts[index.attempts]?.head ?? null, index.attempts);
  }
  for (; index.calls < tables.calls.length; index.calls++) {
    add(index.callsByUse, tables.calls[index.calls]?.toolUseId ?? '', index.calls);
  }
  return index;
}

const NONE: readonly number[] = [];

/** The finished tries that were sent with this node as the newest message, oldest first. */
export function attemptsUnder(state: SessionState, head: NodeId | null): Attempt[] {
  const places = grown(state.tables).attemptsUnder.get(head) ?? NONE;
  return places.flatMap((place) => (place < state.record.lengths.attempts ? (state.tables.attempts[place] ?? []) : []));
}

/**
 * What the log knows of the execution behind a call of an answer: the one whose result stands in `results`, else the
 * one whose result an edit replaced there, else one of this very answer that was over before the path went on
 * (`before`, a seq): what other branches do later with the same call changes nothing here. An edited or copied
 * message has a new node id, so ids of calls alone do not find it.
 */
export function finishedCall(
  state: SessionState,
  toolUseId: string,
  answer: NodeId,
  results: readonly MessageNode[],
  before: number,
): FinishedCall | null {
  const places = grown(state.tables).callsByUse.get(toolUseId) ?? NONE;
  let best: FinishedCall | null = null;
  let bestScore = 0;
  for (const place of places) {
    const call = state.tables.calls[place];
    if (!call || place >= state.record.lengths.calls) continue;
    const score = scoreOf(state, call, answer, results, before);
    if (score > bestScore) [best, bestScore] = [call, score];
  }
  return best;
}

function scoreOf(
  state: SessionState,
  call: FinishedCall,
  answer: NodeId,
  results: readonly MessageNode[],
  before: number,
): number {
  if (results.some((node) => node.id === call.resultNode)) return 3;
  if ((nodeById(state, call.resultNode)?.seq ?? Infinity) >= before) return 0;
  if (results.some((node) => node.replaces === call.resultNode || node.calls?.includes(call.id))) return 2;
  return call.node === answer ? 1 : 0;
}
