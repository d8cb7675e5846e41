import { canonicalJson, hashHex } from '../messages/canonical-json.ts';
import type { Message, RequestBody, RequestSettings } from '../messages/types.ts';
import type { Attempt, Branch, MessageNode, OpenAttempt, SessionState } from '../session/state.ts';
import {
  branchById,
  configById,
  messagesOf,
  namesItsPath,
  nodeById,
  sentMessages,
  toMessage,
} from '../session/tree.ts';
import { policyOf, sendsAsIs } from './policy.ts';

function withMessages(
  settings: RequestSettings,
  messages: Message[],
  patch: Record<string, unknown> | null | undefined,
): RequestBody {
  return { ...settings, ...patch, messages };
}

/**
 * The body of the next request of a branch: compose(policy, path from the root to the head, config).
 * Exactly what a person sees in the tree, broken or not: nothing is repaired on the way. O(length).
 */
export function composeBranch(state: SessionState, branch: Branch): RequestBody {
  const config = configById(state, branch.config);
  const messages = policyOf(config.policy).compose(messagesOf(state, branch.head));
  return withMessages(config.body, messages, branch.nextPatch);
}

/** As `composeBranch`, by id. Throws when the session has no such branch. */
export function compose(state: SessionState, branchId: string): RequestBody {
  const branch = branchById(state, branchId);
  if (!branch) throw new Error(`branch ${branchId} is not in the session`);
  return composeBranch(state, branch);
}

/**
 * 53-bit hash of a body, key order aside: of its settings, and of a chain in which each message is hashed behind the
 * hash of those before it.
 */
export function bodyHash({ messages, ...settings }: RequestBody): string {
  return wholeHash(
    settings,
    messages.reduce((before, message) => linkHash(before, message), ''),
  );
}

function wholeHash(settings: Record<string, unknown>, chain: string): string {
  return hashHex(`${canonicalJson(settings)}\n${chain}`);
}

function linkHash(before: string, message: Message): string {
  return hashHex(before + canonicalJson(message));
}

/** Kept, so that a long conversation is not hashed anew for each request. */
const chains = new WeakMap<MessageNode, string>();

/** Hash of the messages from the first one to this node: equal for equal conversations, wherever they stand. */
export function pathHash(state: SessionState, head: MessageNode | undefined): string {
  const open: MessageNode[] = [];
  let node = head;
  while (node && !chains.has(node)) {
    open.push(node);
    node = nodeById(state, node.parent);
  }
  let hash = node ? (chains.get(node) ?? '') : '';
  for (const each of open.reverse()) {
    hash = linkHash(hash, toMessage(each));
    chains.set(each, hash);
  }
  return hash;
}

/** `bodyHash` of the next request of a branch; O(what is new) where the policy sends the path as it is. */
export function nextBodyHash(state: SessionState, branch: Branch): string {
  const { policy, body } = configById(state, branch.config);
  if (!sendsAsIs(policy)) return bodyHash(composeBranch(state, branch));
  const { messages: _none, ...settings } = withMessages(body, [], branch.nextPatch);
  return wholeHash(settings, pathHash(state, nodeById(state, branch.head)));
}

/**
 * The body of a request that was sent, put together again from what `request-start` names.
 * `matches`: its hash is the one in the log.
 */
export function rebuildRequest(
  state: SessionState,
  attempt: Attempt | OpenAttempt,
): { body: RequestBody; matches: boolean } {
  const config = configById(state, attempt.config);
  const messages = policyOf(config.policy).compose(sentMessages(state, attempt));
  const body = withMessages(config.body, messages, attempt.patch);
  return { body, matches: sentHash(state, attempt, body) === attempt.bodyHash };
}

function sentHash(state: SessionState, attempt: Attempt | OpenAttempt, body: RequestBody): string {
  const { policy } = configById(state, attempt.config);
  if (!sendsAsIs(policy) || !namesItsPath(state, attempt)) return bodyHash(body);
  const { messages: _sent, ...settings } = body;
  return wholeHash(settings, pathHash(state, nodeById(state, attempt.messages.at(-1) ?? attempt.base)));
}
