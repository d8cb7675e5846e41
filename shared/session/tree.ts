import type { Message } from '../messages/types.ts';
import type { BranchId, ConfigId, NodeId, RequestId } from './events.ts';
import type { Attempt, Branch, Config, MessageNode, OpenAttempt, SessionState } from './state.ts';

/** The node with this id, or undefined. */
export function nodeById(state: SessionState, id: NodeId | null | undefined): MessageNode | undefined {
  if (id === null || id === undefined) return undefined;
  const index = state.tables.nodeIndex.get(id);
  return index === undefined || index >= state.record.lengths.nodes ? undefined : state.tables.nodes[index];
}

/** The finished attempt with this id, or undefined (also while it is still open). */
export function attemptById(state: SessionState, id: RequestId | null | undefined): Attempt | undefined {
  if (id === null || id === undefined) return undefined;
  const index = state.tables.attemptIndex.get(id);
  return index === undefined || index >= state.record.lengths.attempts ? undefined : state.tables.attempts[index];
}

/** The config with this id. Throws when there is none: every branch names a config that exists. */
export function configById(state: SessionState, id: ConfigId): Config {
  const config = state.tables.configs[state.tables.configIndex.get(id) ?? -1];
  if (!config) throw new Error(`config ${id} is not in the session`);
  return config;
}

/** The branch with this id, or undefined. */
export function branchById(state: SessionState, id: BranchId): Branch | undefined {
  return state.record.branches.find((branch) => branch.id === id);
}

/** The messages from the first one to `head`, in sending order. O(length). */
export function path(state: SessionState, head: NodeId | null): MessageNode[] {
  const nodes: MessageNode[] = [];
  for (let node = nodeById(state, head); node; node = nodeById(state, node.parent)) nodes.push(node);
  return nodes.reverse();
}

const messages = new WeakMap<MessageNode, Message>();

/** A node as the API takes it: role, content and the extra fields it came with. The same object each time. */
export function toMessage(node: MessageNode): Message {
  const known = messages.get(node);
  if (known) return known;
  const message: Message = { role: node.role, content: node.content, ...node.extra };
  messages.set(node, message);
  return message;
}

/** The messages array of a path, exactly as stored. */
export function messagesOf(state: SessionState, head: NodeId | null): Message[] {
  return path(state, head).map(toMessage);
}

/** The newest node that both paths hold; undefined when they share none. O(distance). */
export function sharedNode(state: SessionState, one: NodeId | null, other: NodeId | null): MessageNode | undefined {
  let [left, right] = [nodeById(state, one), nodeById(state, other)];
  while (left && right && left !== right) {
    if (left.depth >= right.depth) left = nodeById(state, left.parent);
    else right = nodeById(state, right.parent);
  }
  return left && right ? left : undefined;
}

/** The messages from behind `base` to `head`, in sending order. O(their number). */
export function pathBehind(state: SessionState, base: MessageNode | undefined, head: NodeId | null): MessageNode[] {
  const nodes: MessageNode[] = [];
  for (let node = nodeById(state, head); node && node !== base; node = nodeById(state, node.parent)) nodes.push(node);
  return nodes.reverse();
}

/** The messages that a try sent, in order; ids that are not in the tree are left out. */
export function sentNodes(state: SessionState, attempt: Attempt | OpenAttempt): MessageNode[] {
  const behind = attempt.messages.flatMap((id) => nodeById(state, id) ?? []);
  return attempt.base === undefined ? behind : [...path(state, attempt.base), ...behind];
}
