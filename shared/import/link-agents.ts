import { ownerOf } from './claude-code/read-session.ts';
import type { ImportedConversation } from './import-types.ts';
import type { AgentLink } from './importer.ts';

/**
 * Hangs sub-agents that lie in files of their own under the calls that opened them: by the links that session files and
 * `agent-*.meta.json` give, else by the prompt. What a session's progress rows repeat of an agent whose own file is
 * there is left out.
 */
export function linkAgents(
  conversations: readonly ImportedConversation[],
  links: readonly AgentLink[],
): ImportedConversation[] {
  const own = new Set(conversations.flatMap(({ agent }) => (agent?.id && !agent.copy ? [agent.id] : [])));
  const kept = conversations.filter(({ agent }) => !(agent?.copy && agent.id !== null && own.has(agent.id)));
  const callOf = new Map(links.map(({ agentId, toolUseId }) => [agentId, toolUseId]));
  const used = new Set(kept.flatMap(({ parent }) => parent?.toolUseId ?? []));
  return kept.map((conversation) => {
    const { agent, parent } = conversation;
    if (!agent || parent) return conversation;
    const others = kept.filter((each) => each !== conversation);
    const named = agent.id === null ? undefined : callOf.get(agent.id);
    const toolUseId = named ?? callWithPrompt(agent, others, used);
    const above = ownerOf(toolUseId, others) ?? others.find(({ id, agent: other }) => id === agent.session && !other);
    if (!above) return conversation;
    if (toolUseId !== null) used.add(toolUseId);
    const known = toolUseId !== null && ownerOf(toolUseId, [above]) !== undefined;
    return { ...conversation, parent: { conversation: above.id, toolUseId: known ? toolUseId : null } };
  });
}

function callWithPrompt(
  agent: NonNullable<ImportedConversation['agent']>,
  conversations: readonly ImportedConversation[],
  used: ReadonlySet<string>,
): string | null {
  const prompt = agent.prompt?.trim();
  if (prompt === undefined || prompt === '') return null;
  for (const { id, messages, agent: other } of conversations) {
    if (id !== agent.session && other?.session !== agent.session) continue;
    for (const { content } of messages) {
      for (const block of Array.isArray(content) ? content : []) {
        if (block.type !== 'tool_use' || typeof block.id !== 'string' || used.has(block.id)) continue;
        const input = block.input as { prompt?: unknown } | null;
        if (typeof input?.prompt === 'string' && input.prompt.trim() === prompt) return block.id;
      }
    }
  }
  return null;
}
