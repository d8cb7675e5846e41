import type { Message } from '../messages/types.ts';
import type { BranchId, ConfigId, NodeId, RequestId } from './events.ts';
import type { Attempt, Branch, Config, MessageNode, OpenAttempt, SessionState, Tables } from './state.ts';

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

/** The path that was asked for last, and its messages: a run asks for the same one again and again, a little longer. */
interface KnownPath {
  nodes: MessageNode[];
  messages: Message[];
}
const knownPaths = new WeakMap<Tables, KnownPath>();

/** Brings the known path to hold this node at its depth. O(distance to the path that was known). */
function pathTo(state: SessionState, node: MessageNode): KnownPath {
  const known = knownPaths.get(state.tables) ?? { nodes: [], messages: [] };
  knownPaths.set(state.tables, known);
  const behind: MessageNode[] = [];
  let each: MessageNode | undefined = node;
  while (each && known.nodes[each.depth - 1] !== each) {
    behind.push(each);
    each = nodeById(state, each.parent);
  }
  if (behind.length === 0) return known;
  known.nodes.length = known.messages.length = each?.depth ?? 0;
  for (const fresh of behind.reverse()) {
    known.nodes.push(fresh);
    known.messages.push(toMessage(fresh));
  }
  return known;
}

/** The messages from the first one to `head`, in sending order. A list of the caller's own. */
export function path(state: SessionState, head: NodeId | null): MessageNode[] {
  const node = nodeById(state, head);
  return node ? pathTo(state, node).nodes.slice(0, node.depth) : [];
}

/** A node as the API takes it: role, content and the extra fields it came with. */
export function toMessage(node: MessageNode): Message {
  return { role: node.role, content: node.content, ...node.extra };
}

/** The messages array of a path, exactly as stored. The list is the caller's own, its members are shared. */
export function messagesOf(state: SessionState, head: NodeId | null): Message[] {
  const node = nodeById(state, head);
  return node ? pathTo(state, node).messages.slice(0, node.depth) : [];
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
export function sentMessages(state: SessionState, attempt: Attempt | OpenAttempt): Message[] {
  const head = attempt.messages.at(-1) ?? attempt.base ?? null;
  if (namesItsPath(state, attempt)) return messagesOf(state, head);
  const behind = attempt.messages.flatMap((id) => nodeById(state, id) ?? []);
  return [...messagesOf(state, attempt.base ?? null), ...behind.map(toMessage)];
}

/** Whether the list of a try is a path of the tree, as it is in every log that the machine wrote. */
export function namesItsPath(state: SessionState, attempt: Attempt | OpenAttempt): boolean {
  let id: NodeId | null = attempt.messages.at(-1) ?? attempt.base ?? null;
  for (const sent of attempt.messages.toReversed()) {
    const node = nodeById(state, id);
    if (!node || node.id !== sent) return false;
    id = node.parent;
  }
  return id === (attempt.base ?? null);
}
