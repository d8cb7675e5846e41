import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import type { RecordRef } from '../import-types.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { TurnDraft } from '../transcript.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './api-types.ts';
import { answerOf, requestOf, stopReasonOf, tokensAt, usageOf } from './convert.ts';
import { partsOf, toolsOf } from './openai-chat.ts';

/** OpenAI Responses: a list of items instead of messages. Calls the provider runs itself appear as calls with results. */
export const openaiResponsesApi: ModelApi = {
  id: 'openai-responses',
  answersAt: (url) => /\/responses\/?($|\?)/.test(url),
  isRequest,
  isMessageList: isItemList,
  isResponse: (value) =>
    isRecord(value) &&
    (value.object === 'response' || 'output_text' in value || 'id' in value) &&
    Array.isArray(value.output) &&
    !('choices' in value)
      ? 0.95
      : 0,
  isEvent: (value) =>
    isRecord(value) && typeof value.type === 'string' && value.type.startsWith('response.') ? 0.96 : 0,
  isStart: (event) => event.type === 'response.created',
  readRequest,
  readMessageList: (list) => requestOf(transcriptOf(list), {}),
  readResponse,
  readEvents,
};

/** Calls that the host answers, and the type of their answers. */
const HOST_CALLS = new Map([
  ['function_call', 'function_call_output'],
  ['custom_tool_call', 'custom_tool_call_output'],
  ['local_shell_call', 'local_shell_call_output'],
  ['shell_call', 'shell_call_output'],
  ['apply_patch_call', 'apply_patch_call_output'],
  ['computer_call', 'computer_call_output'],
  ['tool_search_call', 'tool_search_output'],
]);
const HOST_OUTPUTS = new Set(HOST_CALLS.values());
/** Calls that the provider runs, with their results inside. */
const OWN_CALLS = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);
const ITEM_TYPES = new Set([
  ...HOST_CALLS.keys(),
  ...HOST_OUTPUTS,
  ...OWN_CALLS,
  'reasoning',
  'message',
  'compaction',
  'mcp_list_tools',
  'item_reference',
]);

function isItemList(value: unknown): number {
  if (!Array.isArray(value) || value.length === 0) return 0;
  let own = false;
  for (const item of value as unknown[]) {
    if (!isRecord(item)) return 0;
    if (typeof item.type === 'string' && ITEM_TYPES.has(item.type)) {
      own ||=
        item.type !== 'message' ||
        listAt(item, 'content').some((part) => isRecord(part) && /^(in|out)put_/.test(String(part.type)));
    } else if (item.type !== undefined || typeof item.role !== 'string') return 0;
    else own ||= listAt(item, 'content').some((part) => isRecord(part) && /^(in|out)put_/.test(String(part.type)));
  }
  return own ? 0.91 : 0;
}

function isRequest(value: unknown): number {
  if (!isRecord(value) || !('input' in value) || 'messages' in value || typeof value.model !== 'string') return 0;
  if (typeof value.input === 'string')
    return 'instructions' in value || 'tools' in value || 'previous_response_id' in value ? 0.85 : 0.4;
  const items = listAt(value, 'input');
  const said =
    items.length > 0 &&
    items.every((item) => isRecord(item) && (typeof item.role === 'string' || typeof item.type === 'string'));
  return said ? Math.max(0.88, isItemList(items)) : 0;
}

function readRequest(body: Record<string, unknown>): ReadRequest {
  const { input, instructions, tools, model, ...settings } = body;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : Array.isArray(input) ? input : [];
  const transcript = new Transcript();
  if (typeof instructions === 'string') transcript.instructions(instructions, []);
  addItems(transcript, items);
  transcript.tools = toolsOf(Array.isArray(tools) ? tools : null);
  transcript.model = typeof model === 'string' ? model : null;
  return requestOf(transcript, settings);
}

function transcriptOf(items: readonly unknown[]): Transcript {
  const transcript = new Transcript();
  addItems(transcript, items);
  return transcript;
}

function addItems(transcript: Transcript, items: readonly unknown[]): void {
  for (const item of items) if (isRecord(item)) addResponseItem(transcript, item, []);
}

/** Adds one item. What the model made between two inputs is one answer; false for a type that is not known. */
export function addResponseItem(
  transcript: Transcript,
  item: Record<string, unknown>,
  refs: readonly RecordRef[],
  turn: TurnDraft = {},
): boolean {
  const type = typeof item.type === 'string' ? item.type : 'message';
  if (type === 'message') {
    const content = partsOf(item.content);
    if (item.role === 'assistant') transcript.more(content, refs, turn);
    else if (item.role === 'system' || item.role === 'developer') transcript.instructions(content, refs);
    else transcript.user(typeof item.content === 'string' ? item.content : content, refs);
    return true;
  }
  if (HOST_OUTPUTS.has(type)) {
    transcript.result({ id: stringAt(item, 'call_id', 'id'), ...outputOf(item) }, refs);
    return true;
  }
  const blocks = blocksOfItem(item, type);
  if (blocks === null) return false;
  if (blocks.length > 0) transcript.more(blocks, refs, turn);
  return true;
}

function outputOf(item: Record<string, unknown>): { content: string | ContentBlock[]; isError?: boolean } {
  const output = item.output ?? item.content;
  if (typeof output === 'string') return { content: output };
  if (Array.isArray(output) && output.every((part) => isRecord(part) && typeof part.type === 'string'))
    return { content: partsOf(output) };
  if (isRecord(output) && typeof output.content === 'string')
    return { content: output.content, isError: output.success === false };
  return { content: textOfValue(output) };
}

/** Blocks of an item of the model; null for an unknown type. */
function blocksOfItem(item: Record<string, unknown>, type: string): ContentBlock[] | null {
  if (HOST_CALLS.has(type)) {
    const name = stringAt(item, 'name') ?? type.replace(/_call$/, '');
    const input =
      item.arguments ??
      item.action ??
      item.operation ??
      (typeof item.input === 'string' && type === 'custom_tool_call' ? { input: item.input } : item.input);
    return [callOf(item.call_id ?? item.id, name, input)];
  }
  if (OWN_CALLS.has(type)) return ownCall(item, type);
  if (type === 'reasoning') return thinkingOf(reasoningText(item));
  if (type === 'compaction')
    return [{ type: 'text', text: '[The history up to here was compacted; its summary is encrypted.]' }];
  return type === 'mcp_list_tools' || type === 'item_reference' ? [] : null;
}

function ownCall(item: Record<string, unknown>, type: string): ContentBlock[] {
  const id = stringAt(item, 'id') ?? type;
  const { type: _type, id: _id, status: _status, output, results, outputs, error, ...rest } = item;
  const input = isRecord(item.action) ? item.action : rest;
  const result = output ?? results ?? outputs ?? error;
  return [
    {
      type: 'mcp_tool_use',
      id,
      name: stringAt(item, 'name') ?? type.replace(/_call$/, ''),
      server_name: stringAt(item, 'server_label') ?? 'openai',
      input,
    },
    {
      type: 'mcp_tool_result',
      tool_use_id: id,
      is_error: isRecord(error),
      content: [{ type: 'text', text: textOfValue(result) || '(done)' }],
    },
  ];
}

function reasoningText(item: Record<string, unknown>): string {
  const parts = [...listAt(item, 'summary'), ...listAt(item, 'content')];
  const texts = parts.map((part) => (isRecord(part) ? textOfValue(part.text) : textOfValue(part)));
  return texts.filter((text) => text !== '').join('\n\n') || (stringAt(item, 'text') ?? '');
}

/** Token counts of a response, in the Messages API's words. */
export function responsesUsage(usage: unknown) {
  return usageOf({
    prompt: tokensAt(usage, 'input_tokens', 'prompt_tokens'),
    output: tokensAt(usage, 'output_tokens', 'completion_tokens'),
    cached: tokensAt(usage, 'input_tokens_details.cached_tokens', 'cached_input_tokens'),
  });
}

function readResponse(body: Record<string, unknown>): ReadAnswer | null {
  const transcript = new Transcript();
  addItems(transcript, listAt(body, 'output'));
  const blocks = transcript.items.flatMap((item) => (Array.isArray(item.content) ? item.content : []));
  const reason = stopReasonOf(recordAt(body, 'incomplete_details')?.reason);
  return answerOf(
    blocks.filter((block) => block.type !== 'tool_result'),
    {
      ...(reason === null ? {} : { stopReason: reason }),
      usage: responsesUsage(body.usage),
      model: stringAt(body, 'model'),
      ...(typeof body.id === 'string' ? { id: body.id } : {}),
    },
  );
}

/** The last event carries the whole response; without it the finished items make it up. */
function readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null {
  const last = events.findLast((event) => /^response\.(completed|incomplete|failed)$/.test(String(event.type)));
  const whole = recordAt(last, 'response');
  if (whole && listAt(whole, 'output').length > 0) return readResponse(whole);
  const output = events.flatMap((event) =>
    event.type === 'response.output_item.done' && isRecord(event.item) ? [event.item] : [],
  );
  const head =
    whole ??
    recordAt(
      events.find((event) => isRecord(event.response)),
      'response',
    ) ??
    {};
  const answer = readResponse({ ...head, output });
  if (!answer || (output.length === 0 && Object.keys(head).length === 0)) return null;
  return last
    ? answer
    : { ...answer, turn: { ...answer.turn, cut: true }, problem: 'The stream ended before response.completed.' };
}
