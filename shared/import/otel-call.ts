import { isRecord } from '../messages/blocks.ts';
import { answerOf, requestOf, stopReasonOf, usageOf } from './apis/convert.ts';
import { toolsOf } from './apis/openai-chat.ts';
import { addAnyMessage, anyAnswer, anyRequest, unpacked } from './dialects/any-message.ts';
import { genAiPart } from './dialects/genai.ts';
import type { Exchange } from './exchanges.ts';
import type { RecordRef } from './import-types.ts';
import { unflattened } from './otel-spans.ts';
import type { Span } from './otel-spans.ts';
import { between } from './time.ts';
import { Transcript, asBlocks, callOf, listAt, recordAt, stringAt, textOfValue } from './transcript.ts';
import type { TurnDraft } from './transcript.ts';

/** Whether a span is a call of a chat model: by any of the conventions in use. */
export function isModelSpan({ attributes }: Span): boolean {
  const operation = attributes['gen_ai.operation.name'];
  if (operation !== undefined)
    return operation === 'chat' || operation === 'text_completion' || operation === 'generate_content';
  const kind = attributes['openinference.span.kind'];
  if (kind !== undefined) return kind === 'LLM';
  const ai = attributes['ai.operationId'];
  if (ai !== undefined) return /\.do(Generate|Stream)$/.test(String(ai));
  return 'gen_ai.request.model' in attributes || 'llm.request.type' in attributes;
}

/** A model span as a call; null when no content was captured. */
export function callOfSpan(span: Span, ref: RecordRef): Exchange | null {
  const turn = turnOf(span);
  const answer = answerIn(span, turn);
  const request = requestIn(span, turn.model ?? null);
  if (!request && !answer) return null;
  return {
    request,
    answer,
    ...(span.error !== null && !answer ? { failure: span.error } : {}),
    startedAt: span.startedAt,
    durationMs: between(span.startedAt, span.endedAt),
    refs: [ref],
  };
}

function turnOf({ attributes }: Span): TurnDraft {
  const number = (...keys: string[]) => {
    for (const key of keys) {
      const value = attributes[key];
      if (typeof value === 'number' && Number.isFinite(value)) return value;
    }
    return null;
  };
  const reasons =
    attributes['gen_ai.response.finish_reasons'] ??
    attributes['ai.response.finishReason'] ??
    attributes['llm.finish_reason'];
  const reason: unknown = Array.isArray(reasons) ? reasons[0] : unpacked(reasons);
  const id = stringAt(attributes, 'gen_ai.response.id', 'ai.response.id');
  return {
    stopReason: stopReasonOf(Array.isArray(reason) ? reason[0] : reason),
    usage: usageOf({
      prompt: number(
        'gen_ai.usage.input_tokens',
        'gen_ai.usage.prompt_tokens',
        'llm.token_count.prompt',
        'ai.usage.inputTokens',
        'ai.usage.promptTokens',
      ),
      output: number(
        'gen_ai.usage.output_tokens',
        'gen_ai.usage.completion_tokens',
        'llm.token_count.completion',
        'ai.usage.outputTokens',
        'ai.usage.completionTokens',
      ),
      cached: number(
        'gen_ai.usage.cache_read.input_tokens',
        'gen_ai.usage.cache_read_input_tokens',
        'llm.token_count.prompt_details.cache_read',
        'ai.usage.cachedInputTokens',
      ),
      written: number(
        'gen_ai.usage.cache_creation.input_tokens',
        'gen_ai.usage.cache_creation_input_tokens',
        'llm.token_count.prompt_details.cache_write',
      ),
    }),
    model: stringAt(
      attributes,
      'gen_ai.response.model',
      'ai.response.model',
      'llm.model_name',
      'gen_ai.request.model',
      'ai.model.id',
    ),
    ...(id === null ? {} : { id }),
  };
}

/** The messages of a span's input, by the first convention that holds some. */
function requestIn(span: Span, model: string | null): Exchange['request'] {
  const { attributes } = span;
  const transcript = new Transcript();
  transcript.model = model;
  transcript.tools = toolsIn(attributes);
  const system = unpacked(attributes['gen_ai.system_instructions']);
  if (Array.isArray(system)) transcript.instructions(system.filter(isRecord).flatMap(genAiPart), []);
  for (const message of inputMessages(span)) addAnyMessage(transcript, message, []);
  if (transcript.items.length > 0) return requestOf(transcript, {});
  const given = attributes['input.value'] ?? attributes['ai.prompt'] ?? attributes['gen_ai.content.prompt'];
  return given === undefined ? null : anyRequest(given, model);
}

function inputMessages(span: Span): unknown[] {
  const { attributes, events } = span;
  for (const key of [
    'gen_ai.input.messages',
    'gen_ai.prompt_messages',
    'ai.prompt.messages',
    'gen_ai.prompt',
    'all_messages_events',
  ]) {
    const list = unpacked(attributes[key]);
    if (Array.isArray(list) && list.length > 0) return list;
  }
  const flat = unflattened(attributes, 'llm.input_messages').map(openInference);
  if (flat.length > 0) return flat;
  const older = unflattened(attributes, 'gen_ai.prompt').map(traceloop);
  if (older.length > 0) return older;
  const own = events.filter(({ name }) => /^gen_ai\.(system|user|assistant|tool)\.message$/.test(name));
  return own.map(({ name, attributes: body }) => ({
    role: name.split('.')[1],
    ...eventBody(body),
    ...(body.id === undefined ? {} : { tool_call_id: body.id }),
  }));
}

function answerIn(span: Span, turn: TurnDraft): Exchange['answer'] {
  const { attributes, events } = span;
  const output = unpacked(attributes['gen_ai.output.messages']);
  if (Array.isArray(output) && output.length > 0) return messageAnswer(output, turn);
  const flat = unflattened(attributes, 'llm.output_messages').map(openInference);
  if (flat.length > 0) return messageAnswer(flat, turn);
  const older = unflattened(attributes, 'gen_ai.completion').map(traceloop);
  if (older.length > 0) return messageAnswer(older, turn);
  const ai = aiSdkAnswer(attributes, turn);
  if (ai) return ai;
  const choice = events.find(({ name }) => name === 'gen_ai.choice');
  if (choice) {
    const body = eventBody(choice.attributes);
    return messageAnswer([{ role: 'assistant', ...(recordAt(body, 'message') ?? body) }], turn);
  }
  const given = attributes['output.value'] ?? attributes['gen_ai.content.completion'];
  return given === undefined ? null : anyAnswer(given, turn);
}

function messageAnswer(messages: readonly unknown[], turn: TurnDraft): Exchange['answer'] {
  const transcript = new Transcript();
  for (const message of messages) addAnyMessage(transcript, message, []);
  const blocks = transcript.items.filter((item) => item.role === 'assistant').flatMap((item) => asBlocks(item.content));
  const reason = stopReasonOf(stringAt(messages.at(-1), 'finish_reason'));
  return answerOf(blocks, reason === null ? turn : { ...turn, stopReason: reason });
}

function aiSdkAnswer(attributes: Record<string, unknown>, turn: TurnDraft): Exchange['answer'] {
  const text = attributes['ai.response.text'] ?? attributes['ai.response.object'];
  const calls = unpacked(attributes['ai.response.toolCalls']);
  if (text === undefined && !Array.isArray(calls)) return null;
  const list = Array.isArray(calls) ? calls.filter(isRecord) : [];
  const blocks = list.map((call) => callOf(call.toolCallId, call.toolName, call.input ?? call.args));
  return answerOf([{ type: 'text', text: textOfValue(text) }, ...blocks], turn);
}

/** `{message: {role, content | contents, tool_calls: [{tool_call: {…}}]}}` as a chat message. */
function openInference(value: unknown): unknown {
  const message = recordAt(value, 'message') ?? {};
  const contents = listAt(message, 'contents').map((part) => {
    const own = recordAt(part, 'message_content') ?? {};
    const image = recordAt(recordAt(own, 'image'), 'image')?.url;
    return own.type === 'image' ? { type: 'image_url', image_url: { url: image } } : { type: 'text', text: own.text };
  });
  const calls = listAt(message, 'tool_calls').map((call) => recordAt(call, 'tool_call') ?? call);
  return {
    role: message.role,
    content: message.content ?? contents,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(message.tool_call_id === undefined ? {} : { tool_call_id: message.tool_call_id }),
    ...(message.name === undefined ? {} : { name: message.name }),
  };
}

/** `{role, content, tool_calls: [{id, name, arguments}]}` with content as JSON. */
function traceloop(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const content = unpacked(value.content);
  return {
    ...value,
    content: Array.isArray(content) ? content : value.content,
    ...(value.role === undefined ? { role: 'assistant' } : {}),
  };
}

function eventBody(attributes: Record<string, unknown>): Record<string, unknown> {
  const read = Object.entries(attributes).map(
    ([key, value]) => [key, key === 'tool_calls' || key === 'message' ? unpacked(value) : value] as const,
  );
  return Object.fromEntries(read);
}

function toolsIn(attributes: Record<string, unknown>): ReturnType<typeof toolsOf> {
  const given = unpacked(attributes['gen_ai.tool.definitions'] ?? attributes['ai.prompt.tools']);
  if (Array.isArray(given)) return toolsOf(given.map(unpacked));
  const flat = unflattened(attributes, 'llm.tools').map((tool) =>
    unpacked(recordAt(recordAt(tool, 'tool'), 'json_schema') ?? stringAt(recordAt(tool, 'tool'), 'json_schema')),
  );
  return toolsOf(flat);
}
