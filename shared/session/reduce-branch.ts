import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import { countersAt } from './counters.ts';
import type { EditedMessage, EventOf, StopName } from './events.ts';
import {
  branchOf,
  openCallsOf,
  pushConfig,
  pushNode,
  stopAt,
  turnBehind,
  withBranch,
  zeroCounters,
} from './reduce-support.ts';
import { finishCalls } from './reduce-call.ts';
import type { Branch, MessageNode, OpenCall, SessionRecord, SessionState, UndoStep } from './state.ts';
import { attemptById, nodeById } from './tree.ts';

type BranchLevel =
  | EventOf<'config-set'>
  | EventOf<'branch-create'>
  | EventOf<'branch-change'>
  | EventOf<'head-move'>
  | EventOf<'history-edit'>
  | EventOf<'message-append'>;

/** Events that change a branch or the message tree. */
export function reduceBranch(state: SessionState, event: BranchLevel): SessionRecord {
  switch (event.type) {
    case 'config-set':
      return setConfig(state, event);
    case 'branch-create':
      return createBranch(state, event);
    case 'branch-change':
      return withBranch(state.record, event.branch, (branch) => ({
        ...branch,
        name: event.name ?? branch.name,
        deleted: event.deleted ?? branch.deleted,
      }));
    case 'head-move':
      return moveHead(state, event);
    case 'history-edit':
      return editHistory(state, event);
    case 'message-append':
      return appendMessage(state, event);
  }
}

/**
 * A branch that rests at `stop` with `head` as its newest message: calls are read off the head, results that
 * the branch already had for the same calls stay.
 */
function restAt(
  state: SessionState,
  branch: Branch,
  head: MessageNode | undefined,
  stop: StopName,
  seq: number,
): Branch {
  const atCalls = stop === 'tools' || stop === 'results' || stop === 'response';
  const calls = head?.role === 'assistant' && atCalls ? keepResults(openCallsOf(state, head), branch.calls) : [];
  const ready = calls.length > 0 && calls.every((call) => call.result !== null);
  const phase = stop === 'results' && !ready ? 'tools' : stop;
  const turn = head?.turn ?? 0;
  return {
    ...branch,
    head: head?.id ?? null,
    phase,
    calls,
    turn: phase === 'request' ? turn + 1 : turn,
    passed: false,
    stopped: branch.stopped ?? { reason: 'entry', seq, breakpoints: [], calls: [] },
    outcome: null,
    limit: null,
    endedIn: null,
    tries: 0,
    nextPatch: null,
    lastAttempt: null,
  };
}

function keepResults(fresh: OpenCall[], old: readonly OpenCall[]): OpenCall[] {
  return fresh.map((call) => {
    const same = old.find((other) => other.toolUseId === call.toolUseId && other.name === call.name);
    if (!same?.result || canonicalJson(same.input) !== canonicalJson(call.input)) return call;
    return { ...same, id: call.id, node: call.node, block: call.block };
  });
}

/** Where a branch rests after its path was edited while it rested at `before`. */
function stopAfterEdit(before: Branch, head: MessageNode | undefined): StopName {
  const stop = stopAt(head);
  if (stop === 'request' || !blocksOf(head?.content).some(isToolUse)) return stop;
  return before.phase === 'results' ? 'results' : before.phase === 'tools' ? 'tools' : 'response';
}

function undoStep(branch: Branch, label: UndoStep['label']): Pick<Branch, 'undo' | 'redo'> {
  return { undo: [...branch.undo, { head: branch.head, config: branch.config, label }], redo: [] };
}

function setConfig(state: SessionState, event: EventOf<'config-set'>): SessionRecord {
  const id = `c${event.seq}`;
  pushConfig(state.tables, { ...event.config, id, seq: event.seq, branch: event.branch });
  return withBranch(state.record, event.branch, (branch) => {
    const set = { ...branch, config: id, ...(event.why === undefined ? undoStep(branch, 'config') : {}) };
    if (branch.phase !== 'ended') return set;
    return restAt(state, set, nodeById(state, branch.head), stopAt(nodeById(state, branch.head)), event.seq);
  });
}

function createBranch(state: SessionState, event: EventOf<'branch-create'>): SessionRecord {
  const id = `b${event.seq}`;
  const source = branchOf(state, event);
  const head = nodeById(state, event.head);
  const blank: Branch = {
    ...source,
    id,
    name: event.name,
    deleted: false,
    from: { branch: event.from, head: event.head, why: event.why },
    config: event.config,
    scriptCursor: event.scriptCursor,
    edited: false,
    stopped: { reason: event.why === 'restart' ? 'entry' : 'fork', seq: event.seq, breakpoints: [], calls: [] },
    goal: null,
    run: null,
    runs: 0,
    counters: event.resetCounters ? zeroCounters(0) : countersAt(state, event.head),
    attempt: null,
    backoff: null,
    calls: event.copyCalls ? recordedCalls(state, source, head) : [],
    movingSince: null,
    undo: [],
    redo: [],
  };
  return { ...state.record, branches: [...state.record.branches, restAt(state, blank, head, event.stop, event.seq)] };
}

/** Results that the log holds for the calls of this answer, as values a fork takes along. */
function recordedCalls(state: SessionState, source: Branch, head: MessageNode | undefined): OpenCall[] {
  if (!head) return [];
  const open = source.calls.filter((call) => call.node === head.id && call.result !== null);
  const finished = state.tables.calls.slice(0, state.record.lengths.calls).filter((call) => call.node === head.id);
  const of = new Map(finished.map((call) => [call.id, call]));
  return openCallsOf(state, head).flatMap((call) => {
    const known = open.find((other) => other.id === call.id) ?? of.get(call.id);
    if (!known?.result) return [];
    const { state: was, result, durationMs, input, inputEdited, startedAt, endedAt } = known;
    const value = { state: was, result, durationMs, input, inputEdited, startedAt, endedAt };
    return [{ ...call, ...value, source: 'recorded' as const, original: null }];
  });
}

function moveHead(state: SessionState, event: EventOf<'head-move'>): SessionRecord {
  const to = nodeById(state, event.to);
  return withBranch(state.record, event.branch, (branch) => {
    if (event.why === 'ask-again') {
      const counters = { ...branch.counters, autoContinues: branch.counters.autoContinues + 1 };
      const moved = restAt(state, { ...branch, stopped: null }, to, 'request', event.seq);
      return { ...moved, stopped: null, counters, nextPatch: event.patch ?? null };
    }
    const [from, onto] = event.why === 'undo' ? (['undo', 'redo'] as const) : (['redo', 'undo'] as const);
    const step = branch[from].at(-1);
    const back = { head: branch.head, config: branch.config, label: step?.label ?? ('edit' as const) };
    const moved = restAt(state, { ...branch, config: step?.config ?? branch.config }, to, event.stop, event.seq);
    const edited = event.why === 'redo' || branch.undo.length > 1;
    return { ...moved, edited, [from]: branch[from].slice(0, -1), [onto]: [...branch[onto], back] };
  });
}

function editHistory(state: SessionState, event: EventOf<'history-edit'>): SessionRecord {
  const branch = branchOf(state, event);
  let parent = nodeById(state, event.base);
  for (const [index, edited] of event.messages.entries()) {
    const node = editedNode(state, event, edited, index, parent);
    pushNode(state.tables, node);
    parent = node;
  }
  return withBranchEdited(state, event, branch, parent);
}

function withBranchEdited(
  state: SessionState,
  event: EventOf<'history-edit'>,
  branch: Branch,
  head: MessageNode | undefined,
): SessionRecord {
  const grown = {
    ...state,
    record: { ...state.record, lengths: { ...state.record.lengths, nodes: state.tables.nodes.length } },
  };
  const spoke = event.why === 'say';
  const label = spoke ? 'say' : event.why === 'fix' ? 'fix' : 'edit';
  return withBranch(state.record, event.branch, () => {
    const rested = restAt(grown, branch, head, stopAfterEdit(branch, head), event.seq);
    const counters = spoke ? zeroCounters(Math.max((head?.depth ?? 1) - 1, 0)) : branch.counters;
    return { ...rested, edited: branch.edited || !spoke, counters, ...undoStep(branch, label) };
  });
}

function editedNode(
  state: SessionState,
  event: EventOf<'history-edit'>,
  edited: EditedMessage,
  index: number,
  parent: MessageNode | undefined,
): MessageNode {
  const source = 'from' in edited ? nodeById(state, edited.from) : undefined;
  if ('from' in edited && !source) throw new Error(`event ${event.seq}: message ${edited.from} is not in the session`);
  const base = {
    id: `m${event.seq}.${index}`,
    seq: event.seq,
    at: event.at,
    parent: parent?.id ?? null,
    branch: event.branch,
    depth: (parent?.depth ?? 0) + 1,
  };
  if (source) return { ...source, ...base, turn: turnBehind(parent, source.role) };
  const { role, content, extra } = edited as Exclude<EditedMessage, { from: string }>;
  const replaced = index === 0 ? nodeById(state, event.replaces) : undefined;
  return {
    ...base,
    role,
    content,
    ...(extra ? { extra } : {}),
    origin: event.why === 'say' ? 'say' : event.why === 'fix' ? 'fix' : 'edit',
    config: branchOf(state, event).config,
    turn: turnBehind(parent, role),
    ...(event.replaces && index === 0 ? { replaces: event.replaces } : {}),
    ...(role === 'assistant' ? { stopReason: editedStopReason(content, replaced) } : {}),
    ...(role === 'assistant' && replaced?.request ? { request: replaced.request } : {}),
    ...(role === 'user' && replaced?.calls ? { calls: callsLeft(content, replaced) } : {}),
  };
}

/** An edited answer ends as its blocks say: with calls it asks for them, without it keeps its own ending. */
function editedStopReason(content: MessageNode['content'], replaced: MessageNode | undefined): string {
  if (blocksOf(content).some(isToolUse)) return 'tool_use';
  const was = replaced?.stopReason;
  return was === undefined || was === null || was === 'tool_use' ? 'end_turn' : was;
}

/** The calls behind the results that are still in an edited results message, in their new order. */
function callsLeft(content: MessageNode['content'], replaced: MessageNode): string[] {
  const before = blocksOf(replaced.content).filter(isToolResult);
  const idOf = new Map(before.map((block, index) => [block.tool_use_id, replaced.calls?.[index]]));
  return blocksOf(content)
    .filter(isToolResult)
    .flatMap((block) => idOf.get(block.tool_use_id) ?? []);
}

function appendMessage(state: SessionState, event: EventOf<'message-append'>): SessionRecord {
  const branch = branchOf(state, event);
  const parent = nodeById(state, branch.head);
  const attempt = attemptById(state, event.request);
  const node: MessageNode = {
    id: `m${event.seq}`,
    seq: event.seq,
    at: event.at,
    parent: branch.head,
    branch: branch.id,
    role: event.role,
    content: event.content,
    origin: event.origin,
    config: branch.config,
    turn: turnBehind(parent, event.role),
    depth: (parent?.depth ?? 0) + 1,
    ...(event.request ? { request: event.request } : {}),
    ...(event.role === 'assistant' ? { stopReason: attempt?.message?.stop_reason ?? null } : {}),
    ...(event.calls ? { calls: event.calls } : {}),
  };
  pushNode(state.tables, node);
  if (event.origin === 'answer') {
    const calls = openCallsOf(state, node);
    return withBranch(state.record, branch.id, () => ({
      ...branch,
      head: node.id,
      calls,
      turn: node.turn,
      undo: [],
      redo: [],
    }));
  }
  return withBranch(state.record, branch.id, () => afterUserMessage(state, branch, node, event));
}

function afterUserMessage(
  state: SessionState,
  branch: Branch,
  node: MessageNode,
  event: EventOf<'message-append'>,
): Branch {
  const finished = finishCalls(state.tables, branch, node, event);
  const { counters } = finished;
  const spoke = event.origin === 'say';
  const next: Branch = {
    ...finished,
    head: node.id,
    phase: 'request',
    passed: false,
    turn: node.turn + 1,
    tries: 0,
    lastAttempt: null,
    undo: spoke ? [...branch.undo, { head: branch.head, config: branch.config, label: 'say' }] : [],
    redo: [],
    counters: spoke ? zeroCounters(node.depth - 1) : counters,
  };
  if (event.origin === 'continue') {
    return { ...next, counters: { ...counters, autoContinues: counters.autoContinues + 1 } };
  }
  if (!spoke) return next;
  const stopped = branch.stopped ?? { reason: 'entry' as const, seq: event.seq, breakpoints: [], calls: [] };
  return { ...next, stopped, outcome: null, limit: null, endedIn: null };
}
