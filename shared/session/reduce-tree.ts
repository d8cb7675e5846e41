import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { copiedCalls } from './copied-calls.ts';
import { countersAt, scriptCursorAt } from './counters.ts';
import type { EditedMessage, EventOf } from './events.ts';
import { openCallsOf } from './open-calls.ts';
import { finishCalls } from './reduce-call.ts';
import { branchOf, pushNode, turnBehind, withBranch, zeroCounters } from './reduce-support.ts';
import { remember, restAt, restStop, stopAfterEdit } from './rest-at.ts';
import type { Branch, Counters, MessageNode, SessionRecord, SessionState } from './state.ts';
import { attemptById, branchById, nodeById } from './tree.ts';

/** Events that put messages into the tree. */
export function reduceTree(
  state: SessionState,
  event: EventOf<'history-edit'> | EventOf<'message-append'>,
): SessionRecord {
  return event.type === 'history-edit' ? editHistory(state, event) : appendMessage(state, event);
}

/** The state with the nodes that this event has put in so far. */
function grown(state: SessionState): SessionState {
  const lengths = { ...state.record.lengths, nodes: state.tables.nodes.length };
  return { ...state, record: { ...state.record, lengths } };
}

function editHistory(state: SessionState, event: EventOf<'history-edit'>): SessionRecord {
  const branch = branchOf(state, event);
  let parent = nodeById(state, event.base);
  for (const [index, edited] of event.messages.entries()) {
    const node = editedNode(state, event, branch, edited, index, parent);
    pushNode(state.tables, node);
    parent = node;
  }
  const head = parent;
  return withBranch(state.record, branch.id, () => afterEdit(grown(state), event, branch, head));
}

function afterEdit(
  state: SessionState,
  event: EventOf<'history-edit'>,
  branch: Branch,
  head: MessageNode | undefined,
): Branch {
  const spoke = event.why === 'say';
  const label = spoke ? 'say' : event.why === 'fix' ? 'fix' : 'edit';
  if (branch.from?.why === 'edit' && branch.id === `b${event.seq - 1}`) return begin(state, event, branch, head);
  const rested = restAt(state, branch, head, stopAfterEdit(branch, head), event.seq);
  const placed = { ...rested, edited: branch.edited || !(spoke || event.why === 'resume'), ...remember(branch, label) };
  return { ...placed, counters: countersOf(branch, head, spoke) };
}

/**
 * The edit that a branch was made for: the branch begins where the edited messages end. When everything up to the end
 * of the old branch was kept, it stands at the old one's stop, with the results that were in there.
 */
function begin(
  state: SessionState,
  event: EventOf<'history-edit'>,
  branch: Branch,
  head: MessageNode | undefined,
): Branch {
  const source = branchById(state, branch.from?.branch ?? '');
  const last = event.messages.at(-1);
  const keptAll = source !== undefined && last !== undefined && 'from' in last && last.from === source.head;
  const stop = keptAll ? restStop(source) : stopAfterEdit(branch, head);
  const calls = keptAll ? copiedCalls(state, source, nodeById(state, source.head), stop) : [];
  const rested = restAt(state, { ...branch, calls }, head, stop, event.seq);
  const scriptCursor = Math.max(branch.scriptCursor, scriptCursorAt(state, rested.head));
  return { ...rested, edited: true, counters: countersAt(state, rested.head), scriptCursor };
}

function countersOf({ counters }: Branch, head: MessageNode | undefined, spoke: boolean): Counters {
  const depth = head?.depth ?? 0;
  return spoke
    ? zeroCounters(Math.max(depth - 1, 0))
    : { ...counters, sinceDepth: Math.min(counters.sinceDepth, depth) };
}

const ORIGINS = { edit: 'edit', fix: 'fix', say: 'say', 'drop-thinking': 'edit', resume: 'continue' } as const;

function editedNode(
  state: SessionState,
  event: EventOf<'history-edit'>,
  branch: Branch,
  edited: EditedMessage,
  index: number,
  parent: MessageNode | undefined,
): MessageNode {
  const base = {
    id: `m${event.seq}.${index}`,
    seq: event.seq,
    at: event.at,
    parent: parent?.id ?? null,
    branch: event.branch,
    depth: (parent?.depth ?? 0) + 1,
  };
  if ('from' in edited) {
    const source = nodeById(state, edited.from);
    if (!source) throw new Error(`event ${event.seq}: message ${edited.from} is not in the session`);
    return { ...source, ...base, turn: turnBehind(parent, source.role) };
  }
  const { role, content, extra } = edited;
  const replaces = edited.replaces ?? (index === 0 ? event.replaces : undefined);
  return {
    ...base,
    role,
    content,
    ...(extra ? { extra } : {}),
    origin: ORIGINS[event.why],
    config: branch.config,
    turn: turnBehind(parent, role),
    ...(replaces === undefined ? {} : { replaces }),
    ...inherited(role, content, nodeById(state, replaces)),
  };
}

/** What a new version of a message keeps of the old one. */
function inherited(
  role: MessageNode['role'],
  content: MessageNode['content'],
  old: MessageNode | undefined,
): Pick<MessageNode, 'stopReason' | 'request' | 'calls'> {
  if (role === 'assistant') {
    const request = old?.role === 'assistant' ? old.request : undefined;
    return { stopReason: editedStopReason(content, old), ...(request === undefined ? {} : { request }) };
  }
  return role === 'user' && old?.calls ? { calls: callsLeft(content, old) } : {};
}

/** An edited answer ends as its blocks say: with calls it asks for them, without it keeps its own ending. */
function editedStopReason(content: MessageNode['content'], old: MessageNode | undefined): string {
  if (blocksOf(content).some(isToolUse)) return 'tool_use';
  const was = old?.stopReason;
  return was === undefined || was === null || was === 'tool_use' ? 'end_turn' : was;
}

/** The calls behind the results that are still in an edited results message, in their new order. */
function callsLeft(content: MessageNode['content'], old: MessageNode): string[] {
  const before = blocksOf(old.content).filter(isToolResult);
  const idOf = new Map(before.map((block, index) => [block.tool_use_id, old.calls?.[index]]));
  return blocksOf(content)
    .filter(isToolResult)
    .flatMap((block) => idOf.get(block.tool_use_id) ?? []);
}

function appendMessage(state: SessionState, event: EventOf<'message-append'>): SessionRecord {
  const branch = branchOf(state, event);
  const node = appendedNode(state, branch, event);
  pushNode(state.tables, node);
  const next = event.origin === 'answer' ? afterAnswer(state, branch, node) : afterUser(state, branch, node, event);
  return withBranch(state.record, branch.id, () => next);
}

function appendedNode(state: SessionState, branch: Branch, event: EventOf<'message-append'>): MessageNode {
  const parent = nodeById(state, branch.head);
  const attempt = attemptById(state, event.request);
  return {
    id: `m${event.seq}`,
    seq: event.seq,
    at: event.at,
    parent: branch.head,
    branch: branch.id,
    role: event.role,
    content: event.content,
    ...(event.extra ? { extra: event.extra } : {}),
    origin: event.origin,
    config: branch.config,
    turn: turnBehind(parent, event.role),
    depth: (parent?.depth ?? 0) + 1,
    ...(event.request ? { request: event.request } : {}),
    ...(event.role === 'assistant' ? { stopReason: attempt?.message?.stop_reason ?? null } : {}),
    ...(event.calls ? { calls: event.calls } : {}),
  };
}

function afterAnswer(state: SessionState, branch: Branch, node: MessageNode): Branch {
  return { ...branch, head: node.id, calls: openCallsOf(state, node), turn: node.turn, undo: [], redo: [] };
}

function afterUser(state: SessionState, branch: Branch, node: MessageNode, event: EventOf<'message-append'>): Branch {
  const finished = finishCalls(state.tables, branch, node, event);
  const next: Branch = {
    ...finished,
    head: node.id,
    phase: 'request',
    passed: false,
    turn: node.turn + 1,
    tries: 0,
    lastAttempt: null,
    undo: [],
    redo: [],
  };
  if (event.origin === 'continue') {
    return { ...next, counters: { ...next.counters, autoContinues: next.counters.autoContinues + 1 } };
  }
  if (event.origin !== 'say') return next;
  const stopped = branch.stopped ?? { reason: 'entry' as const, seq: event.seq, breakpoints: [], calls: [] };
  const rest = { stopped, outcome: null, limit: null, endedIn: null, nextPatch: null };
  return { ...next, ...rest, counters: zeroCounters(node.depth - 1), ...remember(branch, 'say') };
}
