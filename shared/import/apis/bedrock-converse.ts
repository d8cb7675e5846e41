import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, ToolDefinition } from '../../messages/types.ts';
import { Transcript, callOf, listAt, recordAt, resultOf, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './api-types.ts';
import { answerOf, base64Of, requestOf, stopReasonOf, tokensAt, usageOf } from './convert.ts';

/** Amazon Bedrock Converse: blocks told by their key instead of a type. */
export const bedrockConverseApi: ModelApi = {
  id: 'bedrock-converse',
  answersAt: (url) => /\/model\/[^/]+\/converse(-stream)?\/?($|\?)/.test(url),
  isRequest: (value) => (isRecord(value) ? 0.97 * isMessageList(value.messages) : 0),
  isMessageList,
  isResponse: (value) =>
    recordAt(recordAt(value, 'output'), 'message') && isRecord(value) && 'stopReason' in value ? 0.97 : 0,
  isEvent,
  isStart: (event) => 'messageStart' in event,
  readRequest,
  readMessageList: (list) => requestOf(transcriptOf(list), {}),
  readResponse,
  readEvents,
};

const EVENTS = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
]);
const BLOCKS = [
  'text',
  'toolUse',
  'toolResult',
  'reasoningContent',
  'cachePoint',
  'image',
  'document',
  'video',
  'guardContent',
  'citationsContent',
];

function isMessageList(value: unknown): number {
  if (!Array.isArray(value) || value.length === 0) return 0;
  for (const item of value as unknown[]) {
    if (!isRecord(item) || (item.role !== 'user' && item.role !== 'assistant') || !Array.isArray(item.content))
      return 0;
    for (const block of item.content as unknown[]) {
      if (!isRecord(block) || 'type' in block || !BLOCKS.some((key) => key in block)) return 0;
    }
  }
  return 0.96;
}

/** `{contentBlockDelta: {…}}`: nothing but the event under its name. */
function isEvent(value: unknown): number {
  if (!isRecord(value)) return 0;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => EVENTS.has(key) && isRecord(value[key])) ? 0.9 : 0;
}

function readRequest(body: Record<string, unknown>): ReadRequest {
  const { messages, system, toolConfig, modelId, ...settings } = body;
  const transcript = transcriptOf(Array.isArray(messages) ? messages : []);
  const texts = (Array.isArray(system) ? system : []).flatMap((block) => stringAt(block, 'text') ?? []);
  if (texts.length > 0) transcript.system = texts.join('\n\n');
  const tools = listAt(toolConfig, 'tools').flatMap((tool) => recordAt(tool, 'toolSpec') ?? []) as Record<
    string,
    unknown
  >[];
  transcript.tools = tools.length > 0 ? tools.map(toolOf) : null;
  transcript.model = typeof modelId === 'string' ? modelId : null;
  return requestOf(transcript, settings);
}

function toolOf(tool: Record<string, unknown>): ToolDefinition {
  const schema = recordAt(recordAt(tool, 'inputSchema'), 'json');
  return {
    name: textOfValue(tool.name),
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    input_schema: schema ?? { type: 'object', properties: {} },
  };
}

function transcriptOf(list: readonly unknown[]): Transcript {
  const transcript = new Transcript();
  for (const item of list) {
    if (!isRecord(item)) continue;
    const blocks = listAt(item, 'content').filter(isRecord).flatMap(blockOf);
    if (item.role === 'assistant') transcript.assistant(blocks, []);
    else transcript.user(blocks, []);
  }
  return transcript;
}

function blockOf(block: Record<string, unknown>): ContentBlock[] {
  if (typeof block.text === 'string') return [{ type: 'text', text: block.text }];
  const use = recordAt(block, 'toolUse');
  if (use) return [callOf(use.toolUseId, use.name, use.input)];
  const result = recordAt(block, 'toolResult');
  if (result) {
    const content = listAt(result, 'content').filter(isRecord).flatMap(resultPart);
    return [resultOf({ id: stringAt(result, 'toolUseId'), content, isError: result.status === 'error' })];
  }
  const reasoning = recordAt(recordAt(block, 'reasoningContent'), 'reasoningText');
  if (reasoning) return thinkingOf(reasoning.text, reasoning.signature);
  return mediaBlock(block);
}

function resultPart(part: Record<string, unknown>): ContentBlock[] {
  if ('json' in part) return [{ type: 'text', text: textOfValue(part.json) }];
  return blockOf(part);
}

function mediaBlock(block: Record<string, unknown>): ContentBlock[] {
  for (const kind of ['image', 'document']) {
    const media = recordAt(block, kind);
    if (!media) continue;
    const bytes = recordAt(media, 'source')?.bytes;
    const format = stringAt(media, 'format') ?? 'png';
    if (typeof bytes === 'string')
      return [
        base64Of(
          format === 'pdf' ? 'application/pdf' : `${kind === 'image' ? 'image' : 'application'}/${format}`,
          bytes,
        ),
      ];
    return [{ type: 'text', text: `[${kind}]` }];
  }
  return [];
}

/** Token counts of an answer, in the Messages API's words; here they do not contain the cached ones. */
function converseUsage(usage: unknown) {
  const [read, written] = [
    tokensAt(usage, 'cacheReadInputTokens', 'cacheReadInputTokenCount'),
    tokensAt(usage, 'cacheWriteInputTokens', 'cacheWriteInputTokenCount'),
  ];
  const input = tokensAt(usage, 'inputTokens');
  return usageOf({
    prompt: input === null ? null : input + (read ?? 0) + (written ?? 0),
    output: tokensAt(usage, 'outputTokens'),
    cached: read,
    written,
  });
}

function readResponse(body: Record<string, unknown>): ReadAnswer | null {
  const message = recordAt(recordAt(body, 'output'), 'message');
  if (!message) return null;
  return answerOf(listAt(message, 'content').filter(isRecord).flatMap(blockOf), {
    stopReason: stopReasonOf(body.stopReason),
    usage: converseUsage(body.usage),
    durationMs: tokensAt(body, 'metrics.latencyMs'),
  });
}

interface OpenBlock {
  text: string;
  thinking: string;
  signature: string;
  use: Record<string, unknown> | null;
  input: string;
}

function readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null {
  const blocks = new Map<number, OpenBlock>();
  const at = (index: unknown): OpenBlock => {
    const key = typeof index === 'number' ? index : 0;
    const known = blocks.get(key) ?? { text: '', thinking: '', signature: '', use: null, input: '' };
    blocks.set(key, known);
    return known;
  };
  for (const event of events) {
    const start = recordAt(event, 'contentBlockStart');
    if (start) at(start.contentBlockIndex).use = recordAt(recordAt(start, 'start'), 'toolUse');
    const delta = recordAt(event, 'contentBlockDelta');
    if (delta) addDelta(at(delta.contentBlockIndex), recordAt(delta, 'delta'));
  }
  const stop = recordAt(
    events.find((event) => 'messageStop' in event),
    'messageStop',
  );
  const metadata = recordAt(
    events.find((event) => isRecord(event.metadata)),
    'metadata',
  );
  if (blocks.size === 0 && !stop) return null;
  const content = [...blocks].toSorted(([left], [right]) => left - right).flatMap(([, block]) => closed(block));
  const answer = answerOf(content, {
    stopReason: stopReasonOf(stop?.stopReason),
    usage: converseUsage(metadata?.usage),
    durationMs: tokensAt(metadata, 'metrics.latencyMs'),
  });
  return stop
    ? answer
    : { ...answer, turn: { ...answer.turn, cut: true }, problem: 'The stream ended before messageStop.' };
}

function addDelta(block: OpenBlock, delta: Record<string, unknown> | null): void {
  if (typeof delta?.text === 'string') block.text += delta.text;
  const input = recordAt(delta, 'toolUse')?.input;
  if (typeof input === 'string') block.input += input;
  const reasoning = recordAt(delta, 'reasoningContent');
  if (typeof reasoning?.text === 'string') block.thinking += reasoning.text;
  if (typeof reasoning?.signature === 'string') block.signature += reasoning.signature;
}

function closed(block: OpenBlock): ContentBlock[] {
  if (block.use) return [callOf(block.use.toolUseId, block.use.name, block.input)];
  if (block.thinking !== '') return thinkingOf(block.thinking, block.signature);
  return [{ type: 'text', text: block.text }];
}
