import { EMPTY_STREAM, accumulate } from '../../messages/accumulate.ts';
import { finish, readJsonMessage } from '../../messages/accumulate-finish.ts';
import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, Message, ResponseMessage, StreamEvent, ToolDefinition } from '../../messages/types.ts';
import { safeBlocks } from '../safe-blocks.ts';
import type { TurnDraft } from '../transcript.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './api-types.ts';

/**
 * The Messages API itself (also as Bedrock InvokeModel and Vertex carry it). Requests and answers are taken as they
 * are: what is wrong with them is for the linter to say.
 */
export const anthropicApi: ModelApi = {
  id: 'messages-api',
  answersAt: (url) =>
    /\/v1\/messages\/?($|\?)/.test(url) ||
    /\/model\/[^/]*anthropic[^/]*\/invoke/.test(url) ||
    /:(streamR|r)awPredict/.test(url),
  isRequest,
  isMessageList,
  isResponse,
  isEvent,
  isStart: (event) => event.type === 'message_start',
  readRequest,
  readMessageList: (list) => ({ messages: list.flatMap(sound), system: null, tools: null, model: null, settings: {} }),
  readResponse,
  readEvents,
};

const OWN_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
  'document',
  'compaction',
]);

function isMessageList(value: unknown): number {
  if (!Array.isArray(value) || value.length === 0) return 0;
  let own = false;
  for (const [index, item] of value.entries()) {
    if (!isRecord(item)) return 0;
    const { role, content } = item;
    if (role !== 'user' && role !== 'assistant' && (role !== 'system' || index === 0)) return 0;
    if (typeof content !== 'string' && !Array.isArray(content)) return 0;
    if ('tool_calls' in item || 'parts' in item || 'tool_call_id' in item || 'function_call' in item) return 0;
    if (!Array.isArray(content)) continue;
    for (const block of content as unknown[]) {
      if (!isRecord(block) || typeof block.type !== 'string') return 0;
      if (
        block.type === 'image_url' ||
        block.type === 'tool-call' ||
        block.type === 'tool-result' ||
        block.type === 'input_text'
      )
        return 0;
      own ||= OWN_BLOCKS.has(block.type) || (block.type === 'image' && isRecord(block.source));
    }
  }
  return own ? 0.9 : 0.55;
}

const BODY_KEYS = [
  'anthropic_version',
  'thinking',
  'stop_sequences',
  'anthropic_beta',
  'context_management',
  'mcp_servers',
  'metadata',
];

function isRequest(value: unknown): number {
  if (!isRecord(value)) return 0;
  const list = Array.isArray(value.messages) && value.messages.length === 0 ? 0.4 : isMessageList(value.messages);
  if (list === 0) return 0;
  const tools =
    Array.isArray(value.tools) &&
    value.tools.some(
      (tool) =>
        isRecord(tool) && ('input_schema' in tool || (typeof tool.type === 'string' && tool.type !== 'function')),
    );
  const signs = [
    typeof value.max_tokens === 'number',
    'system' in value,
    tools,
    BODY_KEYS.some((key) => key in value),
    typeof value.model === 'string',
  ];
  const known = signs.filter(Boolean).length;
  return known === 0 ? list * 0.9 : Math.max(list, Math.min(0.94, 0.6 + 0.1 * known));
}

function isResponse(value: unknown): number {
  if (!isRecord(value) || value.type !== 'message' || value.role !== 'assistant') return 0;
  return Array.isArray(value.content) ? 0.97 : 0;
}

const EVENTS = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

function isEvent(value: unknown): number {
  return isRecord(value) && typeof value.type === 'string' && EVENTS.has(value.type) ? 0.96 : 0;
}

function readRequest(body: Record<string, unknown>): ReadRequest {
  const { messages, system, tools, model, ...settings } = body;
  return {
    messages: Array.isArray(messages) ? messages.flatMap(sound) : [],
    system:
      typeof system === 'string' ? system : Array.isArray(system) ? (system.filter(isRecord) as ContentBlock[]) : null,
    tools: Array.isArray(tools) ? (tools.filter(isRecord) as ToolDefinition[]) : null,
    model: typeof model === 'string' ? model : null,
    settings,
  };
}

/** A message as it is, as long as it is one; parts of its content that are no blocks are left out. */
function sound(value: unknown): Message[] {
  if (!isRecord(value) || typeof value.role !== 'string') return [];
  if (typeof value.content === 'string') return [value as unknown as Message];
  const content = safeBlocks(value.content);
  return [{ ...value, role: value.role as Message['role'], content }];
}

function readResponse(body: Record<string, unknown>): ReadAnswer | null {
  const reading = readJsonMessage(body);
  if (!reading) return null;
  return { content: reading.message.content, turn: turnOf(reading.message), rawInput: [...reading.rawInput] };
}

function turnOf(message: ResponseMessage): TurnDraft {
  return {
    stopReason: message.stop_reason,
    usage: message.usage,
    model: typeof message.model === 'string' ? message.model : null,
    ...(typeof message.id === 'string' && message.id !== '' ? { id: message.id } : {}),
  };
}

/** A stream that names no stop_reason was cut: its reason stays unknown, and the content is what had arrived. */
function readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null {
  const done = finish(events.reduce((state, event) => accumulate(state, event as StreamEvent), EMPTY_STREAM));
  const message = done.message ?? done.partial;
  if (!message) return null;
  return {
    content: message.content,
    turn: { ...turnOf(message), ...(done.complete ? {} : { cut: true }) },
    rawInput: [...done.rawInput],
    ...(done.complete ? {} : { problem: done.problem.message }),
  };
}
