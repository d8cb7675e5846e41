import { blocksOf } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock } from '../messages/types.ts';
import { pathHash } from '../loop/compose.ts';
import type { ConfigId, EditedMessage, EventDraft } from '../session/events.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { attemptById, configById, nodeById, path } from '../session/tree.ts';

const isThinking = (block: ContentBlock): boolean => block.type === 'thinking' || block.type === 'redacted_thinking';

/** What thinking is bound to beside the messages before it (messages-api R79). */
function boundSettings(state: SessionState, config: ConfigId): string {
  const { system, tools } = configById(state, config).body;
  return canonicalJson([system ?? null, tools ?? null]);
}

/** Whether the thinking of an answer stands behind another conversation than the one it was made for. */
function isStale(state: SessionState, branch: Branch, node: MessageNode): boolean {
  if (!blocksOf(node.content).some(isThinking)) return false;
  const attempt = attemptById(state, node.request);
  if (!attempt) return false;
  if (boundSettings(state, attempt.config) !== boundSettings(state, branch.config)) return true;
  return pathHash(state, nodeById(state, node.parent)) !== pathHash(state, nodeById(state, attempt.head));
}

/**
 * The edit that takes out all thinking from the first block on that an edit before it has made worthless: what comes
 * later is bound to that block in turn. None when all thinking still fits, or when the next thing is no request.
 */
export function dropStaleThinking(state: SessionState, branch: Branch): EventDraft[] {
  if (nodeById(state, branch.head)?.role !== 'user') return [];
  const nodes = path(state, branch.head);
  const at = nodes.findIndex((node) => isStale(state, branch, node));
  const first = nodes[at];
  if (!first) return [];
  const messages = nodes.slice(at).flatMap((node): EditedMessage[] => {
    const content = blocksOf(node.content);
    const kept = content.filter((block) => !isThinking(block));
    if (kept.length === content.length) return [{ from: node.id }];
    if (kept.length === 0) return [];
    const { role, extra } = node;
    return [{ role, content: kept, ...(extra ? { extra } : {}), replaces: node.id }];
  });
  return [{ branch: branch.id, type: 'history-edit', base: first.parent, messages, why: 'drop-thinking' }];
}
