import { canonicalJson, hashHex } from '../messages/canonical-json.ts';
import type { Message, RequestBody, RequestSettings } from '../messages/types.ts';
import type { Attempt, Branch, OpenAttempt, SessionState } from '../session/state.ts';
import { branchById, configById, messagesOf, nodeById, toMessage } from '../session/tree.ts';
import { policyOf } from './policy.ts';

function withMessages(
  settings: RequestSettings,
  messages: Message[],
  patch: Record<string, unknown> | null | undefined,
): RequestBody {
  return { ...settings, ...patch, messages };
}

/**
 * The body of the next request of a branch: compose(policy, path from the root to the head, config).
 * Exactly what a person sees in the tree, broken or not: nothing is repaired on the way.
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

/** 53-bit hash of a body, key order aside. */
export function bodyHash(body: RequestBody): string {
  return hashHex(canonicalJson(body));
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
  const messages = attempt.messages.flatMap((id) => {
    const node = nodeById(state, id);
    return node ? [toMessage(node)] : [];
  });
  const body = withMessages(config.body, policyOf(config.policy).compose(messages), attempt.patch);
  return { body, matches: bodyHash(body) === attempt.bodyHash };
}
