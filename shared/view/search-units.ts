import type { BranchId, NodeId } from '../session/events.ts';
import type { Attempt, Config, FinishedCall, LateFact, MessageNode, OpenCall, SessionState } from '../session/state.ts';
import { attemptById, branchById, configById, nodeById, path } from '../session/tree.ts';
import { attemptsUnder } from './graph-index.ts';
import type { Looked } from './search.ts';
import {
  answerPassages,
  attemptPassages,
  callPassages,
  configPassages,
  latePassages,
  nodePassages,
  openCallPassages,
  type Passage,
} from './search-passages.ts';

/** One row of the session that can be read for its texts. `source` never changes once it is there. */
export interface Unit {
  source: object;
  /** One of a few functions, so that what was read of a row can be kept by function and row. */
  read(source: object): Passage[];
  branch: BranchId | null;
}

interface Answer {
  node: MessageNode;
  attempt: Attempt;
}

const readNode = (source: object): Passage[] => nodePassages(source as MessageNode);
/** A copy of a message that is looked at already: only its id is new. */
const readCopy = (source: object): Passage[] => nodePassages({ ...(source as MessageNode), content: [] });
const readAttempt = (source: object): Passage[] => attemptPassages(source as Attempt);
const readCall = (source: object): Passage[] => callPassages(source as FinishedCall);
const readOpenCall = (source: object): Passage[] => openCallPassages(source as OpenCall);
const readLate = (source: object): Passage[] => latePassages(source as LateFact);
const readConfig = (source: object): Passage[] => configPassages(source as Config);
const readAnswer = (source: object): Passage[] => {
  const { node, attempt } = source as Answer;
  return answerPassages(attempt, node);
};

/** One object per answer, whichever search asks: what was found is kept by it. */
const answers = new WeakMap<MessageNode, Answer>();

function answerOf(node: MessageNode, attempt: Attempt): Answer {
  const answer = answers.get(node) ?? { node, attempt };
  answers.set(node, answer);
  return answer;
}

/** Everything the looked-at path shows, in order of time. */
export function* hereUnits(looked: Looked): Generator<Unit> {
  const { viewed } = looked;
  const branch = branchById(viewed, looked.branch);
  if (!branch) return;
  const configs = new Set<string>();
  let parent: NodeId | null = null;
  for (const node of path(viewed, branch.head)) {
    yield* configUnit(viewed, node.config, configs);
    yield* triesUnder(viewed, parent, node.branch, node);
    yield unit(node, readNode);
    const attempt = attemptById(viewed, node.request);
    if (attempt) yield unit(answerOf(node, attempt), readAnswer);
    parent = node.id;
  }
  yield* configUnit(viewed, branch.config, configs);
  yield* triesUnder(viewed, parent, branch.id, null);
  for (const call of branch.calls) yield unit(call, readOpenCall);
  yield* callUnits(viewed, new Set(path(viewed, branch.head).map(({ id }) => id)), true, null);
}

function unit(source: object, read: Unit['read'], branch: BranchId | null = null): Unit {
  return { source, read, branch };
}

function* configUnit(state: SessionState, id: string, seen: Set<string>): Generator<Unit> {
  if (seen.has(id)) return;
  seen.add(id);
  yield unit(configById(state, id), readConfig);
}

/** The tries that were sent behind a message and did not become the next one. */
function* triesUnder(
  state: SessionState,
  parent: NodeId | null,
  branch: BranchId,
  next: MessageNode | null,
): Generator<Unit> {
  for (const attempt of attemptsUnder(state, parent)) {
    const shown = attempt.branch === branch && attempt.id !== next?.request;
    if (shown && (next === null || attempt.endSeq < next.seq)) yield unit(attempt, readAttempt);
  }
}

/** Finished calls and late results whose call stands on the looked-at path (`inside`), or does not. */
function* callUnits(
  state: SessionState,
  nodes: ReadonlySet<NodeId>,
  inside: boolean,
  homes: ReadonlyMap<NodeId, BranchId> | null,
): Generator<Unit> {
  const { calls, late } = state.tables;
  for (const call of calls.slice(0, state.record.lengths.calls)) {
    if (nodes.has(call.node) === inside) yield unit(call, readCall, homes?.get(call.node) ?? null);
  }
  for (const fact of late.slice(0, state.record.lengths.late)) {
    const node = fact.call?.slice(0, fact.call.lastIndexOf('.')) ?? '';
    if (nodes.has(node) === inside) yield unit(fact, readLate, homes?.get(node) ?? null);
  }
}

/** The rest of the session: other branches, what was edited away, and what came later than what is looked at. */
export function* elsewhereUnits(looked: Looked): Generator<Unit> {
  const { newest } = looked;
  const shown = new Set<object>();
  const nodes = new Set<NodeId>();
  const contents = new Set<unknown>();
  for (const { source, read } of hereUnits(looked)) {
    shown.add(source);
    if (read !== readNode) continue;
    const node = source as MessageNode;
    nodes.add(node.id);
    contents.add(node.content);
  }
  const homes = homesOf(newest);
  const accepted = new Set<string>();
  const { tables, record } = newest;
  for (const node of tables.nodes.slice(0, record.lengths.nodes)) {
    if (node.request !== undefined) accepted.add(node.request);
    if (nodes.has(node.id)) continue;
    const copy = typeof node.content === 'object' && contents.has(node.content);
    yield unit(node, copy ? readCopy : readNode, homes.get(node.id) ?? null);
    const attempt = copy ? undefined : attemptById(newest, node.request);
    if (attempt && !shown.has(answerOf(node, attempt)))
      yield unit(answerOf(node, attempt), readAnswer, homes.get(node.id) ?? null);
  }
  yield* rest(looked, shown, accepted, homes);
  yield* callUnits(newest, nodes, false, homes);
}

function* rest(
  looked: Looked,
  shown: ReadonlySet<object>,
  accepted: ReadonlySet<string>,
  homes: ReadonlyMap<NodeId, BranchId>,
): Generator<Unit> {
  const { tables, record } = looked.newest;
  const alive = new Set(record.branches.filter((branch) => !branch.deleted).map(({ id }) => id));
  for (const attempt of tables.attempts.slice(0, record.lengths.attempts)) {
    if (shown.has(attempt) || accepted.has(attempt.id)) continue;
    yield unit(attempt, readAttempt, alive.has(attempt.branch) ? attempt.branch : null);
  }
  for (const config of tables.configs.slice(0, record.lengths.configs)) {
    if (!shown.has(config)) yield unit(config, readConfig, alive.has(config.branch) ? config.branch : null);
  }
  for (const branch of record.branches) {
    const home = alive.has(branch.id) ? branch.id : (homes.get(branch.head ?? '') ?? null);
    for (const call of branch.calls) if (!shown.has(call)) yield unit(call, readOpenCall, home);
  }
}

/** For every message a branch that holds it, the one it was made on before others. O(number of messages). */
function homesOf(state: SessionState): Map<NodeId, BranchId> {
  const homes = new Map<NodeId, BranchId>();
  for (const branch of state.record.branches.filter((each) => !each.deleted)) {
    let node = nodeById(state, branch.head);
    while (node && !homes.has(node.id)) {
      homes.set(node.id, branch.id);
      node = nodeById(state, node.parent);
    }
  }
  return homes;
}
