import type { Message } from '../messages/types.ts';

/**
 * What a loop may do differently. Each wrong loop used for teaching overrides one or two of these and never
 * copies `transition`; the correct loop is the identity.
 */
export interface Policy {
  id: string;
  /** The messages that are sent for this path. */
  compose(messages: Message[]): Message[];
}

const CORRECT: Policy = { id: 'correct', compose: (messages) => messages };

const POLICIES: readonly Policy[] = [CORRECT];

/** The policy with this id; an unknown one acts as the correct loop, so that an old file still opens. */
export function policyOf(id: string): Policy {
  return POLICIES.find((policy) => policy.id === id) ?? CORRECT;
}

/** Whether a policy sends the path exactly as it stands in the tree. */
export function sendsAsIs(id: string): boolean {
  return policyOf(id).compose === CORRECT.compose;
}

/** Ids a config may name. */
export function policyIds(): string[] {
  return POLICIES.map((policy) => policy.id);
}
