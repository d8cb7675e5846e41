import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { stopReasonOf, tokensAt, usageOf } from '../apis/convert.ts';
import { partsOf } from '../apis/openai-chat.ts';
import type { RecordRef } from '../import-types.ts';
import { callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { Transcript, TurnDraft } from '../transcript.ts';

const TYPES = new Map([
  ['human', 'user'],
  ['HumanMessage', 'user'],
  ['HumanMessageChunk', 'user'],
  ['ai', 'assistant'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
  ['SystemMessageChunk', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['ToolMessageChunk', 'tool'],
  ['function', 'tool'],
  ['FunctionMessage', 'tool'],
  ['chat', 'user'],
  ['ChatMessage', 'user'],
]);

/** A LangChain message: its role and its fields, whichever of the three ways it was written in. */
export interface LangChainMessage {
  role: string;
  fields: Record<string, unknown>;
  /** A piece of a stream, joined with others of its id. */
  chunk: boolean;
}

/**
 * Reads a LangChain message: `{lc, type: "constructor", id, kwargs}`, `{type: "ai", content, …}` or `{type, data}`.
 * Null for anything else.
 */
export function langChainMessage(value: unknown): LangChainMessage | null {
  if (!isRecord(value)) return null;
  if (value.type === 'constructor' && Array.isArray(value.id)) {
    const name = textOfValue(value.id.at(-1));
    const role = TYPES.get(name);
    const kwargs = recordAt(value, 'kwargs');
    return role !== undefined && kwargs ? { role, fields: kwargs, chunk: name.endsWith('Chunk') } : null;
  }
  const role = typeof value.type === 'string' ? TYPES.get(value.type) : undefined;
  if (role === undefined || 'role' in value) return null;
  const data = recordAt(value, 'data');
  if (data && 'content' in data) return { role, fields: data, chunk: false };
  return 'content' in value ? { role, fields: value, chunk: String(value.type).endsWith('Chunk') } : null;
}

/** Adds a LangChain message. Calls stand in `content` and in `tool_calls`, and count once. */
export function addLangChain(
  transcript: Transcript,
  { role, fields }: LangChainMessage,
  refs: readonly RecordRef[],
): void {
  if (role === 'assistant') transcript.assistant(answerBlocksOf(fields), refs, turnOf(fields));
  else if (role === 'system') transcript.instructions(partsOf(fields.content), refs);
  else if (role === 'tool') {
    const id = stringAt(fields, 'tool_call_id');
    transcript.result(
      { id, name: stringAt(fields, 'name'), content: partsOf(fields.content), isError: fields.status === 'error' },
      refs,
    );
  } else transcript.user(typeof fields.content === 'string' ? fields.content : partsOf(fields.content), refs);
}

function answerBlocksOf(fields: Record<string, unknown>): ContentBlock[] {
  const kwargs = recordAt(fields, 'additional_kwargs');
  const reasoning = recordAt(kwargs, 'reasoning');
  const summary = listAt(reasoning, 'summary')
    .map((part) => (isRecord(part) ? textOfValue(part.text) : ''))
    .join('');
  const thinking = thinkingOf(stringAt(kwargs, 'reasoning_content') ?? summary);
  const content = partsOf(fields.content).filter(
    (block) => block.type !== 'function_call' && block.type !== 'reasoning' && block.type !== 'input_json_delta',
  );
  const known = new Set(content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
  const own = listAt(fields, 'tool_calls').filter(isRecord);
  const calls = own.length > 0 ? own : listAt(kwargs, 'tool_calls').filter(isRecord);
  const invalid = listAt(fields, 'invalid_tool_calls').filter(isRecord);
  return [
    ...thinking,
    ...content,
    ...[...calls, ...invalid]
      .filter((call) => !known.has(call.id))
      .map((call) => {
        const named = recordAt(call, 'function') ?? call;
        return callOf(call.id, named.name, named.args ?? named.arguments);
      }),
  ];
}

function turnOf(fields: Record<string, unknown>): TurnDraft {
  const metadata = recordAt(fields, 'response_metadata');
  const usage = recordAt(fields, 'usage_metadata');
  const older = recordAt(metadata, 'token_usage') ?? recordAt(metadata, 'usage');
  const id = stringAt(metadata, 'id') ?? stringAt(fields, 'id');
  return {
    stopReason: stopReasonOf(metadata?.stop_reason ?? metadata?.finish_reason),
    usage: usageOf({
      prompt: tokensAt(usage, 'input_tokens') ?? tokensAt(older, 'prompt_tokens', 'input_tokens'),
      output: tokensAt(usage, 'output_tokens') ?? tokensAt(older, 'completion_tokens', 'output_tokens'),
      cached:
        tokensAt(usage, 'input_token_details.cache_read') ??
        tokensAt(older, 'prompt_tokens_details.cached_tokens', 'cache_read_input_tokens'),
      written: tokensAt(usage, 'input_token_details.cache_creation') ?? tokensAt(older, 'cache_creation_input_tokens'),
    }),
    model: stringAt(metadata, 'model_name', 'model'),
    ...(id === null ? {} : { id }),
  };
}

/** Pieces of a streamed message as one: text is appended, arguments by the index of their call. */
export function joinChunks(chunks: readonly LangChainMessage[]): LangChainMessage | null {
  const [first] = chunks;
  if (!first || chunks.length === 1) return first ?? null;
  const fields: Record<string, unknown> = { ...first.fields };
  const calls = new Map<unknown, { id: string; name: string; args: string }>();
  const content: ContentBlock[] = [];
  let reasoning = '';
  for (const { fields: own } of chunks) {
    for (const block of partsOf(own.content)) appendBlock(content, block);
    for (const part of listAt(recordAt(recordAt(own, 'additional_kwargs'), 'reasoning'), 'summary'))
      reasoning += isRecord(part) ? textOfValue(part.text) : '';
    for (const call of listAt(own, 'tool_call_chunks').filter(isRecord)) appendCall(calls, call);
    for (const key of ['usage_metadata', 'response_metadata']) {
      if (isRecord(own[key])) fields[key] = { ...recordAt(fields, key), ...own[key] };
    }
  }
  return {
    ...first,
    fields: {
      ...fields,
      content,
      tool_calls: calls.size > 0 ? [...calls.values()] : chunks.flatMap(({ fields: own }) => listAt(own, 'tool_calls')),
      additional_kwargs: reasoning === '' ? {} : { reasoning_content: reasoning },
    },
  };
}

function appendBlock(content: ContentBlock[], block: ContentBlock): void {
  const last = content.at(-1);
  if (last?.type === 'text' && block.type === 'text') last.text = `${String(last.text)}${String(block.text)}`;
  else if (block.type !== 'input_json_delta') content.push({ ...block });
}

function appendCall(
  calls: Map<unknown, { id: string; name: string; args: string }>,
  chunk: Record<string, unknown>,
): void {
  const key = chunk.index ?? chunk.id ?? 0;
  const call = calls.get(key) ?? { id: '', name: '', args: '' };
  if (typeof chunk.id === 'string') call.id = chunk.id;
  if (typeof chunk.name === 'string') call.name += chunk.name;
  if (typeof chunk.args === 'string') call.args += chunk.args;
  calls.set(key, call);
}
