import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import { base64Of, mediaOf, requestOf, answerOf, stopReasonOf, tokensAt, usageOf } from './apis/convert.ts';
import { addChatMessage, answerBlocks, toolsOf } from './apis/openai-chat.ts';
import { conversationOf } from './conversation.ts';
import { ExchangeTree } from './exchanges.ts';
import type { ImportedConversation, RecordRef } from './import-types.ts';
import type { DocumentContext } from './importer.ts';
import { between, readTime } from './time.ts';
import { Transcript, listAt, numberAt, recordAt, stringAt, textOfValue, thinkingOf } from './transcript.ts';
import type { TurnDraft } from './transcript.ts';

/** Whether a value is a sample of an Inspect log. */
export function isInspectSample(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || !Array.isArray(value.messages)) return false;
  return 'epoch' in value && ('target' in value || 'input' in value || 'scores' in value);
}

/** One model call of a sample. */
interface ModelCall {
  event: Record<string, unknown>;
  /** Id of the message it made. */
  message: string | null;
  turn: TurnDraft;
}

/** What a log says about all its samples. */
export interface InspectHead {
  task: string | null;
  model: string | null;
}

/**
 * Conversations of one sample: its messages, and the calls of models that are not among them (sub-agents, graders,
 * simulated users) under it.
 */
export function readSample(
  sample: Record<string, unknown>,
  head: InspectHead,
  ref: RecordRef,
  context: DocumentContext,
): ImportedConversation[] {
  const resolve = resolver(sample);
  const calls = modelCalls(eventsOf(sample), sample);
  const transcript = new Transcript();
  const byId = new Map(calls.flatMap((call) => (call.message === null ? [] : [[call.message, call] as const])));
  const inOrder = byId.size === 0 ? [...calls] : [];
  const used = new Set<ModelCall>();
  for (const message of listAt(sample, 'messages').filter(isRecord)) {
    const call = message.role === 'assistant' ? (byId.get(textOfValue(message.id)) ?? inOrder.shift()) : undefined;
    if (call) used.add(call);
    addMessage(transcript, resolve(message), [ref], call?.turn);
  }
  transcript.model ??= head.model ?? stringAt(recordAt(sample, 'output'), 'model');
  const first = calls.find((call) => used.has(call));
  transcript.tools = first ? toolsOf(listAt(resolve(first.event), 'tools')) : null;
  addScores(transcript, sample, ref);
  const id = [head.task ?? context.ids.base, textOfValue(sample.id), `epoch ${textOfValue(sample.epoch)}`].join('/');
  const asked = resolve({ input: sample.input }).input;
  const title = typeof asked === 'string' ? `${textOfValue(sample.id)}: ${asked}` : null;
  const main = conversationOf(transcript, { id, format: context.format, file: context.file, title });
  return [
    main,
    ...otherCalls(
      calls.filter((call) => !used.has(call)),
      main,
      resolve,
      ref,
      context,
    ),
  ];
}

/** Newer logs keep `events`; older ones `transcript.events`. */
function eventsOf(sample: Record<string, unknown>): Record<string, unknown>[] {
  const events = listAt(sample, 'events');
  const older = Array.isArray(sample.transcript) ? sample.transcript : listAt(recordAt(sample, 'transcript'), 'events');
  return (events.length > 0 ? events : older).filter(isRecord);
}

/** Model events as calls; their inputs may name ranges of the sample's message pool. */
export function modelCalls(events: readonly Record<string, unknown>[], sample: Record<string, unknown>): ModelCall[] {
  const pool = listAt(sample, 'message_pool');
  return events.flatMap((event) => {
    if (event.event !== 'model') return [];
    const output = recordAt(event, 'output');
    const choice = listAt(output, 'choices')[0];
    const message = recordAt(choice, 'message');
    const startedAt = readTime(event.timestamp);
    const seconds = numberAt(output, 'time') ?? numberAt(event, 'working_time');
    const turn: TurnDraft = {
      stopReason: stopReasonOf(isRecord(choice) ? choice.stop_reason : null),
      usage: inspectUsage(output?.usage),
      model: stringAt(output, 'model') ?? stringAt(event, 'model'),
      startedAt,
      durationMs: seconds === null ? between(startedAt, readTime(event.completed)) : Math.round(seconds * 1000),
    };
    const refs = listAt(event, 'input_refs').filter((range): range is number[] => Array.isArray(range));
    const input = refs.length > 0 ? refs.flatMap(([from, to]) => pool.slice(from, to)) : listAt(event, 'input');
    return [{ event: { ...event, input }, message: stringAt(message, 'id'), turn }];
  });
}

/** Some providers count cached tokens inside the input, some beside it: the total tells. */
function inspectUsage(usage: unknown): TurnDraft['usage'] {
  const input = tokensAt(usage, 'input_tokens');
  const output = tokensAt(usage, 'output_tokens');
  const cached = tokensAt(usage, 'input_tokens_cache_read') ?? 0;
  const written = tokensAt(usage, 'input_tokens_cache_write') ?? 0;
  const beside = tokensAt(usage, 'total_tokens') === (input ?? 0) + (output ?? 0) + cached + written;
  return usageOf({ prompt: beside && input !== null ? input + cached + written : input, output, cached, written });
}

/** Replaces `attachment://<hash>` by the text it stands for. */
function resolver(sample: Record<string, unknown>): (value: Record<string, unknown>) => Record<string, unknown> {
  const attachments = new Map(Object.entries(recordAt(sample, 'attachments') ?? {}));
  if (attachments.size === 0) return (value) => value;
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.startsWith('attachment://') ? (attachments.get(value.slice(13)) ?? value) : value;
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  };
  return (value) => resolve(value) as Record<string, unknown>;
}

/** Adds one message of Inspect's own kind. */
export function addMessage(
  transcript: Transcript,
  message: Record<string, unknown>,
  refs: readonly RecordRef[],
  turn?: TurnDraft,
): void {
  const content = Array.isArray(message.content) ? message.content.filter(isRecord).flatMap(partOf) : message.content;
  const error = recordAt(message, 'error');
  if (message.role === 'assistant') {
    transcript.assistant(answerBlocks({ ...message, content }), refs, { model: stringAt(message, 'model'), ...turn });
  } else if (message.role === 'tool') {
    const text =
      error && (content === '' || content === undefined)
        ? textOfValue(error.message)
        : (content as string | ContentBlock[]);
    transcript.result(
      {
        id: stringAt(message, 'tool_call_id'),
        name: stringAt(message, 'function'),
        content: text ?? '',
        isError: error !== null,
      },
      refs,
    );
  } else addChatMessage(transcript, { ...message, content }, refs);
}

function partOf(part: Record<string, unknown>): ContentBlock[] {
  switch (part.type) {
    case 'reasoning':
      if (part.redacted === true) return thinkingOf(part.summary ?? '');
      return thinkingOf(part.reasoning, part.signature);
    case 'image':
      return [mediaOf(part.image)];
    case 'document':
      return [mediaOf(part.document)];
    case 'audio':
    case 'video':
      return [{ type: 'text', text: `[${part.type}]` }];
    case 'tool_use':
      return serverCall(part);
    case 'data':
      return [base64Of('application/json', textOfValue(part.data))];
    default:
      return [{ type: 'text', text: textOfValue(part.text ?? part) }];
  }
}

/** A call that the provider ran, with its result. */
function serverCall(part: Record<string, unknown>): ContentBlock[] {
  const id = stringAt(part, 'id') ?? 'server_call';
  const input = typeof part.arguments === 'string' ? { arguments: part.arguments } : (part.arguments ?? {});
  const failed = stringAt(part, 'error');
  return [
    {
      type: 'mcp_tool_use',
      id,
      name: stringAt(part, 'name') ?? 'tool',
      server_name: stringAt(part, 'context', 'tool_type') ?? 'provider',
      input,
    },
    {
      type: 'mcp_tool_result',
      tool_use_id: id,
      is_error: failed !== null,
      content: [{ type: 'text', text: (failed ?? textOfValue(part.result)) || '(done)' }],
    },
  ];
}

function addScores(transcript: Transcript, sample: Record<string, unknown>, ref: RecordRef): void {
  for (const [name, score] of Object.entries(recordAt(sample, 'scores') ?? {})) {
    transcript.event('score', `${name}: ${textOfValue(isRecord(score) ? score.value : score)}`, null, ref);
  }
}

/** Model calls as conversations of their own. */
export function otherCalls(
  calls: readonly ModelCall[],
  main: ImportedConversation | null,
  resolve: (value: Record<string, unknown>) => Record<string, unknown>,
  ref: RecordRef,
  context: DocumentContext,
): ImportedConversation[] {
  const tree = new ExchangeTree();
  for (const { event, turn } of calls) {
    const own = resolve(event);
    const input = new Transcript();
    for (const message of listAt(own, 'input').filter(isRecord)) addMessage(input, message, [ref]);
    input.tools = toolsOf(listAt(own, 'tools'));
    input.model = turn.model ?? null;
    const choice = recordAt(listAt(recordAt(own, 'output'), 'choices')[0], 'message');
    const answer = new Transcript();
    if (choice) addMessage(answer, choice, [ref], turn);
    const [said] = answer.items;
    tree.add({
      request: requestOf(input, recordAt(own, 'config') ?? {}),
      answer: said && Array.isArray(said.content) ? answerOf(said.content, turn) : null,
      ...(stringAt(own, 'error') === null ? {} : { failure: stringAt(own, 'error') ?? '' }),
      startedAt: turn.startedAt ?? null,
      durationMs: turn.durationMs ?? null,
      refs: [ref],
    });
  }
  return tree
    .conversations({ format: context.format, file: context.file, ids: context.ids })
    .map((each, index) =>
      main ? { ...each, id: `${main.id}/call ${index + 1}`, parent: { conversation: main.id, toolUseId: null } } : each,
    );
}
