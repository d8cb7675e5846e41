import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, Message, Usage } from '../../messages/types.ts';
import type { RecordRef } from '../import-types.ts';
import { readTime } from '../time.ts';
import { recordAt, stringAt } from '../transcript.ts';

/** What is kept of a row: enough to put the conversation together, without the bulk of progress and file copies. */
export interface CcRow {
  /** Position in the file. */
  index: number;
  type: string;
  subtype: string | null;
  uuid: string;
  parent: string | null;
  /** End of the segment that a compaction closed. */
  logicalParent: string | null;
  session: string | null;
  at: number | null;
  side: boolean;
  /** Injected text: the model saw it, nobody typed it. */
  meta: boolean;
  team: boolean;
  agentId: string | null;
  /** Sub-agent that a result row came from. */
  resultAgent: string | null;
  message: CcMessage | null;
  /** No model output: an API error told as an answer, or a stand-in. */
  fake: boolean;
  ref: RecordRef;
  /** Text of an event row (retry, compaction). */
  text: string | null;
}

export interface CcMessage {
  role: 'user' | 'assistant';
  content: Message['content'];
  id: string | null;
  model: string | null;
  stopReason: string | null;
  usage: Usage | null;
}

/** Types that say something about a session without being part of its tree. */
export const META_TYPES = new Set([
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'mode',
  'permission-mode',
  'last-prompt',
  'pr-link',
  'bridge-session',
  'cost-state',
  'tag',
  'worktree-state',
  'content-replacement',
  'attribution-snapshot',
  'speculation-accept',
  'task-summary',
  'context-collapse-commit',
  'context-collapse-snapshot',
]);
/** Types with a place in the tree; `progress` and `attachment` carry no message but stand in the chain of parents. */
export const TREE_TYPES = new Set(['user', 'assistant', 'system', 'progress', 'attachment']);

/** Reads a row that has a place in the tree; `previous` is the row before it, for files that write no parents. */
export function readRow(
  value: Record<string, unknown>,
  index: number,
  ref: RecordRef,
  previous: string | null,
): CcRow | null {
  const type = String(value.type);
  if (!TREE_TYPES.has(type)) return null;
  const message = type === 'user' || type === 'assistant' ? readMessage(value, type) : null;
  const own = stringAt(value, 'uuid');
  const linked = 'parentUuid' in value;
  return {
    index,
    type,
    subtype: stringAt(value, 'subtype'),
    uuid: own ?? `row-${index}`,
    parent: linked ? stringAt(value, 'parentUuid') : previous,
    logicalParent: stringAt(value, 'logicalParentUuid'),
    session: stringAt(value, 'sessionId', 'session_id'),
    at: readTime(value.timestamp),
    side: value.isSidechain === true,
    meta: value.isMeta === true,
    team: typeof value.teamName === 'string',
    agentId: stringAt(value, 'agentId'),
    resultAgent: stringAt(recordAt(value, 'toolUseResult'), 'agentId'),
    message,
    fake: message !== null && (value.isApiErrorMessage === true || message.model === '<synthetic>'),
    ref,
    text: textOfRow(value, type),
  };
}

/** The API message of a row; null when it holds none. */
export function readMessage(value: Record<string, unknown>, type: 'user' | 'assistant'): CcMessage | null {
  const message = recordAt(value, 'message');
  if (!message) return null;
  const content = message.content;
  if (typeof content !== 'string' && !Array.isArray(content)) return null;
  return {
    role: message.role === 'assistant' || message.role === 'user' ? message.role : type,
    content: typeof content === 'string' ? content : (content as ContentBlock[]),
    id: stringAt(message, 'id'),
    model: stringAt(message, 'model'),
    stopReason: stringAt(message, 'stop_reason'),
    usage: recordAt(message, 'usage') as Usage | null,
  };
}

function textOfRow(value: Record<string, unknown>, type: string): string | null {
  if (type !== 'system') return null;
  if (value.subtype === 'compact_boundary') return compactionText(value);
  if (value.subtype === 'api_error') return retryText(value);
  return stringAt(value, 'content');
}

function compactionText(value: Record<string, unknown>): string {
  const meta = recordAt(value, 'compactMetadata') ?? recordAt(value, 'compact_metadata');
  const trigger = stringAt(meta, 'trigger');
  const tokens = meta?.preTokens ?? meta?.pre_tokens;
  const parts = [trigger === null ? '' : ` (${trigger})`, typeof tokens === 'number' ? ` at ${tokens} tokens` : ''];
  return `Compacted${parts.join('')}`;
}

function retryText(value: Record<string, unknown>): string {
  const error = recordAt(value, 'error');
  const status = error?.status ?? recordAt(value, 'cause')?.code;
  const said = typeof status === 'number' || typeof status === 'string' ? ` ${status}` : '';
  const tries =
    typeof value.retryAttempt === 'number' ? `, try ${value.retryAttempt} of ${String(value.maxRetries ?? '?')}` : '';
  const wait = typeof value.retryInMs === 'number' ? `, next in ${Math.round(value.retryInMs)} ms` : '';
  return `API error${said}${tries}${wait}`;
}

/** Whether a record is a row of a Claude Code session. */
export function isCcRow(value: unknown): boolean {
  if (!isRecord(value) || typeof value.type !== 'string') return false;
  if ('parent_tool_use_id' in value) return false;
  // Messages of the Agent SDK name their session in snake case.
  if ('session_id' in value && !('sessionId' in value) && !('parentUuid' in value)) return false;
  if (value.type === 'user' || value.type === 'assistant') {
    return isRecord(value.message) && ('uuid' in value || 'sessionId' in value || 'parentUuid' in value);
  }
  if (TREE_TYPES.has(value.type)) return 'uuid' in value && ('parentUuid' in value || 'sessionId' in value);
  return (
    META_TYPES.has(value.type) &&
    ('sessionId' in value || 'leafUuid' in value || 'messageId' in value || 'snapshot' in value)
  );
}
