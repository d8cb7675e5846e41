import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '../messages/types.ts';
import type { BranchId, CallId, CallResult, NodeId } from '../session/events.ts';
import type { Branch, FinishedCall, MessageNode, OpenCall, SessionState } from '../session/state.ts';
import { branchById, path } from '../session/tree.ts';

/** A branch as the inspector reads it: its messages in sending order, and the calls whose results are not in yet. */
export interface PathView {
  state: SessionState;
  branch: Branch;
  nodes: MessageNode[];
  indexOf: Map<NodeId, number>;
  /** Calls of the newest answer, in array order; their results will be `messages.<nodes.length>`. */
  open: OpenCall[];
}

/** Where one end of a pair stands. `node` is null for a result that is not appended yet. */
export interface PairEnd {
  node: NodeId | null;
  message: number;
  block: number;
}

/** A `tool_use` with the `tool_result` that answers it, as far as either exists. */
export interface Pair {
  toolUseId: string;
  name: string | null;
  use: PairEnd | null;
  /** The input in the model's words. */
  input: unknown;
  answer: PairEnd | null;
  /** What the answer says: on the path, else of the open call. */
  result: CallResult | null;
  /** What the log knows of the execution; missing in imported and typed histories. */
  call: OpenCall | FinishedCall | null;
}

/** Builds the view of a branch; null when there is no such branch. O(length of the path). */
export function pathView(state: SessionState, branchId: BranchId): PathView | null {
  const branch = branchById(state, branchId);
  if (branch === undefined) return null;
  const nodes = path(state, branch.head);
  const indexOf = new Map(nodes.map((node, index): [NodeId, number] => [node.id, index]));
  return { state, branch, nodes, indexOf, open: branch.calls };
}

/** `messages.2.content.0`, as the API writes places. */
export function endPath(end: PairEnd): string {
  return `messages.${end.message}.content.${end.block}`;
}

/** The pair at a block of a message on the path; null when the block is neither call nor result. */
export function pairAt(view: PathView, message: number, blockIndex: number): Pair | null {
  const node = view.nodes[message];
  const block = node === undefined ? undefined : blocksOf(node.content)[blockIndex];
  if (node === undefined || block === undefined) return null;
  const end: PairEnd = { node: node.id, message, block: blockIndex };
  if (isToolUse(block)) return pairOfUse(view, block, end);
  return isToolResult(block) ? pairOfResult(view, block, end) : null;
}

/** The pair of an open call. */
export function pairOfOpen(view: PathView, call: OpenCall): Pair {
  const message = view.indexOf.get(call.node);
  const answer: PairEnd = { node: null, message: view.nodes.length, block: view.open.indexOf(call) };
  return {
    toolUseId: call.toolUseId,
    name: call.name,
    use: message === undefined ? null : { node: call.node, message, block: call.block },
    input: inputAt(view, message, call.block) ?? call.input,
    answer: call.result === null ? null : answer,
    result: call.result,
    call,
  };
}

/** The pair of a call id, open or finished; null when the branch knows no such call. */
export function pairOfCall(view: PathView, id: CallId): Pair | null {
  const open = view.open.find((call) => call.id === id);
  if (open !== undefined) return pairOfOpen(view, open);
  const finished = finishedCall(view, (call) => call.id === id);
  if (finished === null) return null;
  const message = view.indexOf.get(finished.node);
  const onPath = message === undefined ? null : pairAt(view, message, finished.block);
  if (onPath !== null) return onPath;
  return {
    toolUseId: finished.toolUseId,
    name: finished.name,
    use: null,
    input: finished.input,
    answer: null,
    result: finished.result,
    call: finished,
  };
}

/** Every client call of one message with its answer, in array order: the siblings of a parallel turn. */
export function siblingsOf(view: PathView, message: number): Pair[] {
  const blocks = blocksOf(view.nodes[message]?.content);
  return blocks.flatMap((block, index) => {
    const pair = isToolUse(block) ? pairAt(view, message, index) : null;
    return pair === null ? [] : [pair];
  });
}

function pairOfUse(view: PathView, use: ToolUseBlock, end: PairEnd): Pair {
  const answer = answerOf(view, use.id, end.message + 1);
  const open = view.open.find((call) => call.node === end.node && call.block === end.block) ?? null;
  const waiting = open !== null && end.message === view.nodes.length - 1 ? pairOfOpen(view, open) : null;
  return {
    toolUseId: use.id,
    name: use.name,
    use: end,
    input: use.input,
    answer: answer?.end ?? waiting?.answer ?? null,
    result: answer?.result ?? waiting?.result ?? null,
    call: open ?? callOf(view, end.node, end.block, use.id),
  };
}

function pairOfResult(view: PathView, block: ToolResultBlock, end: PairEnd): Pair {
  const previous = blocksOf(view.nodes[end.message - 1]?.content);
  const at = previous.findIndex((other) => isToolUse(other) && other.id === block.tool_use_id);
  const use = previous[at];
  const node = view.nodes[end.message - 1]?.id;
  const found = use !== undefined && isToolUse(use) && node !== undefined;
  return {
    toolUseId: block.tool_use_id,
    name: found ? use.name : null,
    use: found ? { node, message: end.message - 1, block: at } : null,
    input: found ? use.input : undefined,
    answer: end,
    result: resultOf(block),
    call: callOf(view, found ? node : null, at, block.tool_use_id),
  };
}

/** Content and `is_error` of a result block; missing content is the empty text. */
export function resultOf(block: ToolResultBlock): CallResult {
  return { content: block.content ?? '', is_error: block.is_error === true };
}

function answerOf(view: PathView, id: string, message: number): { end: PairEnd; result: CallResult } | null {
  const node = view.nodes[message];
  const blocks: ContentBlock[] = blocksOf(node?.content);
  const at = blocks.findIndex((block) => isToolResult(block) && block.tool_use_id === id);
  const block = blocks[at];
  if (node === undefined || block === undefined || !isToolResult(block)) return null;
  return { end: { node: node.id, message, block: at }, result: resultOf(block) };
}

function inputAt(view: PathView, message: number | undefined, block: number): unknown {
  const found = message === undefined ? undefined : blocksOf(view.nodes[message]?.content)[block];
  return found !== undefined && isToolUse(found) ? found.input : undefined;
}

/** An edited copy of a message has another id; its calls are then found by the `tool_use` id. */
function callOf(view: PathView, node: NodeId | null, block: number, toolUseId: string): FinishedCall | null {
  const exact = node === null ? null : finishedCall(view, (call) => call.node === node && call.block === block);
  return exact ?? finishedCall(view, (call) => call.toolUseId === toolUseId);
}

/** The newest match, one whose result stands on this path before any other. */
function finishedCall(view: PathView, matches: (call: FinishedCall) => boolean): FinishedCall | null {
  let other: FinishedCall | null = null;
  const { calls } = view.state.tables;
  for (let index = view.state.record.lengths.calls - 1; index >= 0; index--) {
    const call = calls[index];
    if (call === undefined || !matches(call)) continue;
    if (view.indexOf.has(call.resultNode)) return call;
    other ??= call;
  }
  return other;
}
