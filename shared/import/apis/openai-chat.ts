import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, ToolDefinition } from '../../messages/types.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { RecordRef } from '../import-types.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './api-types.ts';
import { answerOf, mediaOf, requestOf, stopReasonOf, tokensAt, usageOf } from './convert.ts';

/** OpenAI Chat Completions, and the many routers and logs that speak it. */
export const openaiChatApi: ModelApi = {
  id: 'openai-chat',
  answersAt: (url) => /\/chat\/completions\/?($|\?)/.test(url),
  isRequest,
  isMessageList,
  isResponse,
  isEvent,
  isStart: (event, before) => event.id !== before.id,
  readRequest,
  readMessageList: (list) => requestOf(transcriptOf(list), {}),
  readResponse,
  readEvents,
};

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const PARTS = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal']);

function isMessageList(value: unknown): number {
  if (!Array.isArray(value) || value.length === 0) return 0;
  let own = false;
  for (const [index, item] of value.entries()) {
    if (!isRecord(item) || typeof item.role !== 'string' || !ROLES.has(item.role)) return 0;
    if ('parts' in item && !('content' in item)) return 0;
    const { role, content } = item;
    if (role === 'tool' && !('tool_call_id' in item) && !('content' in item)) return 0;
    own ||=
      role === 'tool' ||
      role === 'function' ||
      role === 'developer' ||
      'tool_calls' in item ||
      'function_call' in item ||
      (role === 'system' && index === 0);
    if (content === undefined || content === null || typeof content === 'string') continue;
    if (!Array.isArray(content)) return 0;
    for (const part of content as unknown[]) {
      if (typeof part === 'string') continue;
      if (!isRecord(part) || typeof part.type !== 'string') return 0;
      if (!PARTS.has(part.type) && !ALIEN.has(part.type)) return 0;
      own ||= part.type === 'image_url' || part.type === 'input_audio';
    }
  }
  return own ? 0.89 : 0.5;
}

/** Blocks of the Messages API that routers let through. */
const ALIEN = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'output_text',
  'input_text',
]);

function isRequest(value: unknown): number {
  if (!isRecord(value)) return 0;
  const list = isMessageList(value.messages);
  if (list === 0) return 0;
  const tools =
    listAt(value, 'tools').some((tool) => isRecord(tool) && isRecord(tool.function)) || Array.isArray(value.functions);
  if (list <= 0.5 && !tools) return typeof value.model === 'string' && !/claude/i.test(value.model) ? 0.6 : list * 0.9;
  return Math.min(0.93, list + (tools ? 0.03 : 0) + (typeof value.model === 'string' ? 0.01 : 0));
}

function isResponse(value: unknown): number {
  if (!isRecord(value)) return 0;
  const choice = listAt(value, 'choices')[0];
  if (!isRecord(choice) || !isRecord(choice.message)) return 0;
  return value.object === 'chat.completion' || 'usage' in value || 'finish_reason' in choice ? 0.96 : 0.7;
}

function isEvent(value: unknown): number {
  if (!isRecord(value)) return 0;
  if (value.object === 'chat.completion.chunk') return 0.96;
  const choice = listAt(value, 'choices')[0];
  return isRecord(choice) && isRecord(choice.delta) ? 0.9 : 0;
}

function readRequest(body: Record<string, unknown>): ReadRequest {
  const { messages, tools, functions, model, ...settings } = body;
  const transcript = transcriptOf(Array.isArray(messages) ? messages : []);
  transcript.tools = toolsOf(Array.isArray(tools) ? tools : Array.isArray(functions) ? functions : null);
  transcript.model = typeof model === 'string' ? model : null;
  return requestOf(transcript, settings);
}

/** Function definitions as tools; an unknown kind stays as it is. */
export function toolsOf(tools: readonly unknown[] | null): ToolDefinition[] | null {
  if (!tools || tools.length === 0) return null;
  return tools.filter(isRecord).map((tool) => {
    const own = recordAt(tool, 'function') ?? tool;
    if (typeof own.name !== 'string') return tool as ToolDefinition;
    const schema = own.parameters ?? own.input_schema ?? own.inputSchema;
    return {
      name: own.name,
      ...(typeof own.description === 'string' ? { description: own.description } : {}),
      input_schema: isRecord(schema) ? schema : { type: 'object', properties: {} },
    };
  });
}

function transcriptOf(list: readonly unknown[]): Transcript {
  const transcript = new Transcript();
  for (const item of list) if (isRecord(item)) addChatMessage(transcript, item, []);
  return transcript;
}

/** Adds one chat message. Messages of unknown roles become user text. */
export function addChatMessage(
  transcript: Transcript,
  message: Record<string, unknown>,
  refs: readonly RecordRef[],
): void {
  const { role, content } = message;
  if (role === 'system' || role === 'developer') transcript.instructions(simple(partsOf(content)), refs);
  else if (role === 'assistant')
    transcript.assistant(answerBlocks(message), refs, { model: stringAt(message, 'model') });
  else if (role === 'tool' || role === 'function') {
    const id = stringAt(message, 'tool_call_id', 'toolCallId', 'id');
    const isError = message.is_error === true || message.isError === true || message.status === 'error';
    transcript.result(
      { id, name: stringAt(message, 'name', 'tool_name', 'function'), content: simple(partsOf(content)), isError },
      refs,
    );
  } else transcript.user(typeof content === 'string' ? content : partsOf(content), refs);
}

/** Blocks of an assistant message: thinking, text, calls. */
export function answerBlocks(message: Record<string, unknown>): ContentBlock[] {
  const calls = listAt(message, 'tool_calls').filter(isRecord);
  const legacy = recordAt(message, 'function_call');
  const content = partsOf(message.content);
  const known = new Set(content.map((block) => block.id));
  return [
    ...thinkingIn(message),
    ...content,
    ...(typeof message.refusal === 'string' ? [{ type: 'text', text: message.refusal }] : []),
    ...calls.flatMap((call) => (known.has(call.id) && call.id !== undefined ? [] : [chatCall(call)])),
    ...(legacy ? [callOf('', legacy.name, legacy.arguments)] : []),
  ];
}

function chatCall(call: Record<string, unknown>): ContentBlock {
  const own = recordAt(call, 'function') ?? recordAt(call, 'custom') ?? call;
  const name = own.name ?? (typeof call.function === 'string' ? call.function : undefined);
  return callOf(call.id ?? call.tool_call_id, name, own.arguments ?? own.input ?? own.args);
}

/** Signed blocks as LiteLLM keeps them, else the plain text that other servers give. */
function thinkingIn(message: Record<string, unknown>): ContentBlock[] {
  const blocks = listAt(message, 'thinking_blocks').filter(isRecord);
  if (blocks.length > 0) {
    return blocks.flatMap((block) =>
      block.type === 'redacted_thinking' ? [block as ContentBlock] : thinkingOf(block.thinking, block.signature),
    );
  }
  return thinkingOf(stringAt(message, 'reasoning_content', 'reasoning') ?? '');
}

/** Content of any message as blocks. */
export function partsOf(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content))
    return content === null || content === undefined ? [] : [{ type: 'text', text: textOfValue(content) }];
  return content.flatMap((part: unknown) => (isRecord(part) ? partOf(part) : partsOf(part)));
}

function partOf(part: Record<string, unknown>): ContentBlock[] {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return [{ type: 'text', text: textOfValue(part.text) }];
    case 'refusal':
      return [{ type: 'text', text: textOfValue(part.refusal) }];
    case 'image_url':
    case 'input_image': {
      const image = part.image_url ?? part.url;
      return [mediaOf(isRecord(image) ? image.url : image)];
    }
    case 'input_audio':
      return [{ type: 'text', text: '[audio]' }];
    case 'file':
    case 'input_file': {
      const file = recordAt(part, 'file') ?? part;
      if (typeof file.file_data === 'string') return [mediaOf(file.file_data, 'application/pdf')];
      return [{ type: 'text', text: `[file ${stringAt(file, 'filename', 'file_id') ?? ''}]` }];
    }
    default:
      return [
        typeof part.type === 'string' ? (part as ContentBlock) : { type: 'text', text: textOfValue(part.text ?? part) },
      ];
  }
}

/** One text block alone is written as its string. */
function simple(blocks: ContentBlock[]): string | ContentBlock[] {
  const [only] = blocks;
  if (blocks.length === 0) return '';
  return blocks.length === 1 && only?.type === 'text' && Object.keys(only).length === 2 ? String(only.text) : blocks;
}

/** Token counts of a chat completion, in the Messages API's words. */
export function chatUsage(usage: unknown) {
  return usageOf({
    prompt: tokensAt(usage, 'prompt_tokens', 'input_tokens'),
    output: tokensAt(usage, 'completion_tokens', 'output_tokens'),
    cached: tokensAt(
      usage,
      'prompt_tokens_details.cached_tokens',
      'cache_read_input_tokens',
      'prompt_cache_hit_tokens',
    ),
    written: tokensAt(usage, 'cache_creation_input_tokens', 'prompt_tokens_details.cache_creation_tokens'),
  });
}

function readResponse(body: Record<string, unknown>): ReadAnswer | null {
  const choice = listAt(body, 'choices').find(isRecord);
  const message = recordAt(choice, 'message');
  if (!choice || !message) return null;
  return answerOf(answerBlocks(message), {
    stopReason: stopReasonOf(choice.finish_reason),
    usage: chatUsage(body.usage),
    model: stringAt(body, 'model'),
    ...(typeof body.id === 'string' && body.id !== '' ? { id: body.id } : {}),
  });
}

/** Chunks joined: text and arguments are appended, calls are told by their index. */
function readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null {
  const calls = new Map<unknown, { id: string; name: string; arguments: string }>();
  const text: string[] = [];
  const thinking: string[] = [];
  const head: Record<string, unknown> = {};
  let finish: unknown = null;
  for (const event of events) {
    for (const key of ['id', 'model', 'usage'])
      if (event[key] !== undefined && event[key] !== null) head[key] = event[key];
    const choice = listAt(event, 'choices').find((each) => isRecord(each) && (each.index ?? 0) === 0);
    const delta = recordAt(choice, 'delta');
    finish = (isRecord(choice) ? choice.finish_reason : null) ?? finish;
    if (!delta) continue;
    if (typeof delta.content === 'string') text.push(delta.content);
    thinking.push(stringAt(delta, 'reasoning_content', 'reasoning') ?? '');
    for (const call of listAt(delta, 'tool_calls').filter(isRecord)) addCallDelta(calls, call);
  }
  if (head.id === undefined && text.length === 0 && calls.size === 0) return null;
  const blocks = [
    ...thinkingOf(thinking.join('')),
    { type: 'text', text: text.join('') },
    ...[...calls.values()].map((call) => callOf(call.id, call.name, call.arguments)),
  ];
  const answer = answerOf(blocks, {
    stopReason: stopReasonOf(finish),
    usage: chatUsage(head.usage),
    model: stringAt(head, 'model'),
    ...(typeof head.id === 'string' ? { id: head.id } : {}),
  });
  return finish === null
    ? { ...answer, turn: { ...answer.turn, cut: true }, problem: 'The stream ended without a finish_reason.' }
    : answer;
}

function addCallDelta(
  calls: Map<unknown, { id: string; name: string; arguments: string }>,
  delta: Record<string, unknown>,
): void {
  const own = recordAt(delta, 'function') ?? {};
  const key = delta.index ?? delta.id ?? calls.size;
  const call = calls.get(key) ?? { id: '', name: '', arguments: '' };
  if (typeof delta.id === 'string' && delta.id !== '') call.id = delta.id;
  if (typeof own.name === 'string' && own.name !== '') call.name = own.name;
  if (typeof own.arguments === 'string') call.arguments += own.arguments;
  calls.set(key, call);
}
