import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, ToolDefinition } from '../../messages/types.ts';
import type { RecordRef } from '../import-types.ts';
import { Transcript, callOf, listAt, recordAt, resultOf, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './api-types.ts';
import { answerOf, base64Of, requestOf, stopReasonOf, tokensAt, usageOf } from './convert.ts';

/** Gemini `generateContent`: contents of parts. Calls mostly have no ids, so results are paired by order and name. */
export const geminiApi: ModelApi = {
  id: 'gemini',
  answersAt: (url) => /:(streamG|g)enerateContent/.test(url),
  isRequest: (value) => (isRecord(value) ? 0.94 * isContentList(value.contents) : 0),
  isMessageList: isContentList,
  isResponse: () => 0,
  isEvent: isAnswer,
  isStart: (_event, before) =>
    listAt(before, 'candidates').some((each) => stringAt(each, 'finishReason', 'finish_reason') !== null),
  readRequest,
  readMessageList: (list) => requestOf(transcriptOf(list), {}),
  readResponse: (body) => readEvents([body]),
  readEvents,
};

function isContentList(value: unknown): number {
  if (!Array.isArray(value) || value.length === 0) return 0;
  let own = false;
  for (const item of value as unknown[]) {
    if (!isRecord(item) || !Array.isArray(item.parts)) return 0;
    if (
      item.role !== undefined &&
      item.role !== 'user' &&
      item.role !== 'model' &&
      item.role !== 'function' &&
      item.role !== 'tool'
    )
      return 0;
    for (const part of item.parts as unknown[]) if (isRecord(part) && typeof part.type === 'string') return 0;
    own ||=
      item.role === 'model' ||
      item.parts.some(
        (part) => isRecord(part) && ('text' in part || 'functionCall' in part || 'functionResponse' in part),
      );
  }
  return own ? 1 : 0.5;
}

/** A whole answer and a piece of a stream look the same. */
function isAnswer(value: unknown): number {
  if (!isRecord(value)) return 0;
  const first = listAt(value, 'candidates')[0];
  if (isRecord(first)) return recordAt(first, 'content') || 'finishReason' in first ? 0.95 : 0;
  return 'usageMetadata' in value && 'modelVersion' in value ? 0.9 : 0;
}

function readRequest(body: Record<string, unknown>): ReadRequest {
  const { contents, systemInstruction, system_instruction: snake, tools, model, ...settings } = body;
  const transcript = new Transcript();
  const system = isRecord(systemInstruction) ? systemInstruction : isRecord(snake) ? snake : null;
  if (system) transcript.instructions(textsIn(listAt(system, 'parts')), []);
  for (const item of Array.isArray(contents) ? contents : []) if (isRecord(item)) addContent(transcript, item, []);
  const declared = (Array.isArray(tools) ? tools : []).flatMap((tool) => [
    ...listAt(tool, 'functionDeclarations'),
    ...listAt(tool, 'function_declarations'),
  ]);
  transcript.tools = declared.length > 0 ? declared.filter(isRecord).map(toolOf) : null;
  transcript.model = typeof model === 'string' ? model : null;
  return requestOf(transcript, settings);
}

function toolOf(tool: Record<string, unknown>): ToolDefinition {
  const schema = tool.parametersJsonSchema ?? tool.parameters ?? tool.parameters_json_schema;
  return {
    name: textOfValue(tool.name),
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    input_schema: isRecord(schema) ? schema : { type: 'object', properties: {} },
  };
}

function textsIn(parts: readonly unknown[]): string {
  return parts.map((part) => (isRecord(part) ? textOfValue(part.text) : textOfValue(part))).join('\n');
}

function transcriptOf(list: readonly unknown[]): Transcript {
  const transcript = new Transcript();
  for (const item of list) if (isRecord(item)) addContent(transcript, item, []);
  return transcript;
}

/** Adds one content: what the model said, or what the host did. */
export function addContent(transcript: Transcript, content: Record<string, unknown>, refs: readonly RecordRef[]): void {
  const parts = listAt(content, 'parts').filter(isRecord);
  if (content.role === 'model') transcript.assistant(parts.flatMap(modelPart), refs);
  else transcript.user(parts.flatMap(hostPart), refs);
}

/** Blocks of one part of an answer. */
export function modelPart(part: Record<string, unknown>): ContentBlock[] {
  const call = recordAt(part, 'functionCall') ?? recordAt(part, 'function_call');
  if (call) return [callOf(call.id, call.name, call.args)];
  if (part.thought === true) return thinkingOf(part.text);
  return commonPart(part);
}

function hostPart(part: Record<string, unknown>): ContentBlock[] {
  const answer = recordAt(part, 'functionResponse') ?? recordAt(part, 'function_response');
  if (!answer) return commonPart(part);
  const response = answer.response;
  const failed = isRecord(response) && 'error' in response && !('output' in response);
  return [
    resultOf({
      id: stringAt(answer, 'id'),
      name: stringAt(answer, 'name'),
      content: responseText(response),
      isError: failed,
    }),
  ];
}

/** `{output: "…"}` and `{result: "…"}` are how hosts wrap a text. */
function responseText(response: unknown): string {
  if (!isRecord(response)) return textOfValue(response);
  const keys = Object.keys(response);
  const only = keys.length === 1 ? response[keys[0] ?? ''] : undefined;
  return typeof only === 'string' ? only : textOfValue(response);
}

function commonPart(part: Record<string, unknown>): ContentBlock[] {
  if (typeof part.text === 'string') return [{ type: 'text', text: part.text }];
  const inline = recordAt(part, 'inlineData') ?? recordAt(part, 'inline_data');
  if (inline && typeof inline.data === 'string')
    return [base64Of(stringAt(inline, 'mimeType', 'mime_type') ?? 'application/octet-stream', inline.data)];
  const code = recordAt(part, 'executableCode') ?? recordAt(part, 'executable_code');
  if (code) return [{ type: 'text', text: `\`\`\`\n${textOfValue(code.code)}\n\`\`\`` }];
  const output = recordAt(part, 'codeExecutionResult') ?? recordAt(part, 'code_execution_result');
  if (output) return [{ type: 'text', text: textOfValue(output.output) }];
  const file = recordAt(part, 'fileData') ?? recordAt(part, 'file_data');
  return file ? [{ type: 'text', text: `[file ${stringAt(file, 'fileUri', 'file_uri') ?? ''}]` }] : [];
}

/** Token counts of an answer, in the Messages API's words; thoughts are output. */
export function geminiUsage(usage: unknown) {
  const output = tokensAt(usage, 'candidatesTokenCount', 'candidates_token_count', 'output');
  const thoughts = tokensAt(usage, 'thoughtsTokenCount', 'thoughts_token_count', 'thoughts');
  return usageOf({
    prompt: tokensAt(usage, 'promptTokenCount', 'prompt_token_count', 'input'),
    output: output === null && thoughts === null ? null : (output ?? 0) + (thoughts ?? 0),
    cached: tokensAt(usage, 'cachedContentTokenCount', 'cached_content_token_count', 'cached'),
  });
}

/** Pieces of a stream joined: neighbouring texts are one text. */
function readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null {
  const blocks: ContentBlock[] = [];
  let reason: string | null = null;
  let usage: unknown = null;
  for (const event of events) {
    const first = listAt(event, 'candidates')[0];
    for (const block of listAt(recordAt(first, 'content'), 'parts').filter(isRecord).flatMap(modelPart))
      append(blocks, block);
    reason = stringAt(first, 'finishReason', 'finish_reason') ?? reason;
    usage = event.usageMetadata ?? event.usage_metadata ?? usage;
  }
  const head = events[0];
  if (!head || (blocks.length === 0 && reason === null)) return null;
  const calls = blocks.some((block) => block.type === 'tool_use');
  const id = stringAt(head, 'responseId', 'response_id');
  return answerOf(blocks, {
    // This API has no word for "calls tools": it stops.
    stopReason: calls ? 'tool_use' : stopReasonOf(reason),
    usage: geminiUsage(usage),
    model: stringAt(head, 'modelVersion', 'model_version'),
    ...(id === null ? {} : { id }),
  });
}

function append(blocks: ContentBlock[], block: ContentBlock): void {
  const last = blocks.at(-1);
  if (last?.type === 'text' && block.type === 'text') last.text = `${String(last.text)}${String(block.text)}`;
  else if (last?.type === 'thinking' && block.type === 'thinking')
    last.thinking = `${String(last.thinking)}${String(block.thinking)}`;
  else blocks.push({ ...block });
}
