import { isRecord } from '../../messages/blocks.ts';
import type { ReadAnswer, ReadRequest } from '../apis/api-types.ts';
import { answerOf, requestOf } from '../apis/convert.ts';
import { addContent } from '../apis/gemini.ts';
import { addChatMessage, toolsOf } from '../apis/openai-chat.ts';
import { addResponseItem } from '../apis/openai-responses.ts';
import { MODEL_APIS } from '../apis/registry.ts';
import type { RecordRef } from '../import-types.ts';
import { jsonIn } from '../json.ts';
import { Transcript, asBlocks, listAt, recordAt, stringAt, textOfValue } from '../transcript.ts';
import type { TurnDraft } from '../transcript.ts';
import { addModelMessage, addUiMessage, isModelMessage, isUiMessage } from './ai-sdk.ts';
import { addGenAiMessage, isGenAiMessage } from './genai.ts';
import { addLangChain, langChainMessage } from './langchain.ts';

/** Traces keep messages as JSON in strings, sometimes encoded twice. */
export function unpacked(value: unknown): unknown {
  let own = value;
  for (let depth = 0; depth < 3 && typeof own === 'string'; depth += 1) {
    const inner = jsonIn(own);
    if (inner === undefined || typeof inner === 'number' || typeof inner === 'boolean') break;
    own = inner;
  }
  return own;
}

/** Adds a message of any dialect that traces hold; false for what is none. */
export function addAnyMessage(transcript: Transcript, value: unknown, refs: readonly RecordRef[]): boolean {
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string') {
    addChatMessage(
      transcript,
      { role: value[0] === 'human' ? 'user' : value[0] === 'ai' ? 'assistant' : value[0], content: value[1] },
      refs,
    );
    return true;
  }
  if (!isRecord(value)) return false;
  const langChain = langChainMessage(value);
  if (langChain) addLangChain(transcript, langChain, refs);
  else if (isGenAiMessage(value)) addGenAiMessage(transcript, value, refs);
  else if (isModelMessage(value)) addModelMessage(transcript, value, refs);
  else if (isUiMessage(value)) addUiMessage(transcript, value, refs);
  else if (Array.isArray(value.parts)) addContent(transcript, value, refs);
  else if (isToolDefinition(value))
    transcript.tools = [...(transcript.tools ?? []), ...(toolsOf([value.content]) ?? [])];
  else if (typeof value.role === 'string') addChatMessage(transcript, normal(value), refs);
  else if (typeof value.type === 'string' && /_call(_output)?$|^reasoning$|^message$/.test(value.type))
    return addResponseItem(transcript, value, refs);
  else return false;
  return true;
}

/** Some tracers put the tools between the messages. */
function isToolDefinition(value: Record<string, unknown>): boolean {
  const content = recordAt(value, 'content');
  return (
    value.role === 'tool' &&
    content !== null &&
    (recordAt(content, 'function') !== null || 'input_schema' in content || 'parameters' in content)
  );
}

/** Roles of other makers, and calls in LangChain's extra fields. */
function normal(value: Record<string, unknown>): Record<string, unknown> {
  const kwargs = recordAt(value, 'additional_kwargs');
  const calls = listAt(value, 'tool_calls').length > 0 ? value.tool_calls : kwargs?.tool_calls;
  const role =
    value.role === 'model' || value.role === 'ai' ? 'assistant' : value.role === 'human' ? 'user' : value.role;
  return { ...value, role, ...(Array.isArray(calls) ? { tool_calls: calls } : {}) };
}

/** The messages in what a trace gives as a model call's input; null when there are none. */
export function anyRequest(given: unknown, model: string | null): ReadRequest | null {
  const value = unpacked(given);
  if (isRecord(value)) {
    const api = MODEL_APIS.find((each) => each.isRequest(value) > 0.3);
    if (api && !listAt(value, 'messages').some(isModelMessage)) return withModel(api.readRequest(value), model);
  }
  const transcript = new Transcript();
  transcript.model = model;
  const system = stringAt(value, 'system', 'system_prompt', 'instructions');
  if (system !== null) transcript.instructions(system, []);
  for (const message of listOf(value)) addAnyMessage(transcript, unpacked(message), []);
  if (isRecord(value)) transcript.tools ??= toolsOf(listAt(value, 'tools').map(unpacked));
  if (transcript.items.length === 0) {
    const prompt =
      typeof value === 'string' ? value : stringAt(value, 'prompt', 'input', 'question', 'query', 'content', 'text');
    if (prompt === null || prompt.trim() === '') return null;
    transcript.user(prompt, []);
  }
  return requestOf(transcript, {});
}

function withModel(request: ReadRequest, model: string | null): ReadRequest {
  return request.model === null ? { ...request, model } : request;
}

/** A list of messages under any of the names it is given. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    // LangChain gives a list of conversations.
    if (value.length === 1 && Array.isArray(first) && first.every((item) => isRecord(item) || Array.isArray(item)))
      return first;
    return value;
  }
  for (const key of ['messages', 'input', 'contents', 'chat_history', 'history']) {
    const list = unpacked(isRecord(value) ? value[key] : null);
    if (Array.isArray(list)) return listOf(list);
  }
  return isRecord(value) && ('role' in value || langChainMessage(value)) ? [value] : [];
}

/** The answer in what a trace gives as a model call's output; null when there is none. */
export function anyAnswer(given: unknown, turn: TurnDraft): ReadAnswer | null {
  const value = unpacked(given);
  if (value === null || value === undefined || value === '') return null;
  if (isRecord(value)) {
    const api = MODEL_APIS.find(
      (each) => each.isResponse(value) > 0 || (each.id === 'gemini' && each.isEvent(value) > 0),
    );
    const answer = api?.readResponse(value);
    if (answer) return { ...answer, turn: { ...answer.turn, ...known(turn) } };
  }
  const transcript = new Transcript();
  for (const message of outputList(value)) addAnyMessage(transcript, unpacked(message), []);
  const items = transcript.items.filter((item) => item.role === 'assistant');
  if (items.length > 0) {
    const own = Object.assign({}, ...items.map((item) => known(item.turn ?? {}))) as TurnDraft;
    return answerOf(
      items.flatMap((item) => asBlocks(item.content)),
      { ...own, ...known(turn) },
    );
  }
  const text =
    typeof value === 'string'
      ? value
      : (stringAt(value, 'text', 'content', 'output', 'completion', 'result') ?? textOfValue(value));
  return text.trim() === '' ? null : answerOf([{ type: 'text', text }], turn);
}

function outputList(value: unknown): unknown[] {
  const generations = listAt(value, 'generations').flat();
  if (generations.length > 0) return generations.flatMap((each) => recordAt(each, 'message') ?? []);
  const message = recordAt(value, 'message') ?? recordAt(value, 'output');
  if (message && ('role' in message || langChainMessage(message))) return [message];
  const list = listOf(value).map(unpacked);
  // A whole history as an output: the answer is its end.
  const from = list.findLastIndex(
    (item) => isRecord(item) && item.role !== undefined && item.role !== 'assistant' && item.role !== 'model',
  );
  return list.slice(from + 1);
}

function known(turn: TurnDraft): TurnDraft {
  return Object.fromEntries(Object.entries(turn).filter(([, value]) => value !== null && value !== undefined));
}
