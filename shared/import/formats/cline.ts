import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { tokensAt, usageOf } from '../apis/convert.ts';
import { conversationOf } from '../conversation.ts';
import { share } from '../detect.ts';
import type { RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import { readTime } from '../time.ts';
import { Transcript, listAt, recordAt, resultOf, stringAt, textOfValue } from '../transcript.ts';

/** Cline and Roo Code: `api_conversation_history.json`, sessions of the Cline SDK, `ui_messages.json`. */
export const clineImporter = documentImporter({
  id: 'cline',
  label: 'Cline or Roo Code history',
  matches,
  convert({ value, ref }, { format, file, ids }) {
    const list = Array.isArray(value) ? value : listAt(value, 'messages');
    const transcript = new Transcript();
    const system = stringAt(value, 'system_prompt', 'systemPrompt');
    if (system !== null) transcript.system = system;
    if (list.some(isUiMessage)) list.forEach((item, index) => addUiMessage(transcript, item, index, ref));
    else for (const item of list) if (isRecord(item)) addMessage(transcript, item, ref);
    if (transcript.items.length === 0) return [];
    return [conversationOf(transcript, { id: ids.take(stringAt(value, 'sessionId')), format, file })];
  },
});

function matches(value: unknown): number {
  if (Array.isArray(value))
    return Math.max(share(value, isTimed) > 0.5 ? 0.95 : 0, share(value, isUiMessage) > 0.5 ? 0.95 : 0);
  if (!isRecord(value) || !Array.isArray(value.messages)) return 0;
  return 'agent' in value && 'sessionId' in value && 'version' in value && share(value.messages, isMessage) > 0.5
    ? 0.97
    : 0;
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && (value.role === 'user' || value.role === 'assistant') && 'content' in value;
}

function isTimed(value: unknown): boolean {
  return isMessage(value) && isRecord(value) && ('ts' in value || 'modelInfo' in value);
}

function isUiMessage(value: unknown): boolean {
  return isRecord(value) && typeof value.ts === 'number' && (value.type === 'say' || value.type === 'ask');
}

function addMessage(transcript: Transcript, message: Record<string, unknown>, ref: RecordRef): void {
  const content = message.content;
  const blocks = Array.isArray(content) ? content.filter(isRecord).map(blockOf) : null;
  if (message.role !== 'assistant') {
    const calls = openCalls(transcript);
    transcript.user(blocks ? withResults(blocks, calls) : textOfValue(content), [ref]);
    return;
  }
  const info = recordAt(message, 'modelInfo');
  transcript.assistant(blocks ?? textOfValue(content), [ref], {
    usage: usageIn(recordAt(message, 'metrics')),
    model: stringAt(info, 'modelId', 'id'),
    startedAt: readTime(message.ts),
  });
}

function usageIn(metrics: Record<string, unknown> | null) {
  return usageOf({
    prompt: tokensAt(metrics, 'inputTokens', 'tokens.prompt'),
    output: tokensAt(metrics, 'outputTokens', 'tokens.completion'),
    cached: tokensAt(metrics, 'cacheReadTokens', 'tokens.cached'),
    written: tokensAt(metrics, 'cacheWriteTokens'),
  });
}

function blockOf(block: Record<string, unknown>): ContentBlock {
  if (block.type === 'file')
    return { type: 'text', text: `<file path="${textOfValue(block.path)}">\n${textOfValue(block.content)}\n</file>` };
  return typeof block.type === 'string'
    ? (block as ContentBlock)
    : { type: 'text', text: textOfValue(block.text ?? block) };
}

/** Names of the calls of the answer before, as long as no block answers them. */
function openCalls(transcript: Transcript): string[] {
  const last = transcript.items.at(-1);
  if (last?.role !== 'assistant' || !Array.isArray(last.content)) return [];
  return last.content.flatMap((block) => (block.type === 'tool_use' ? [textOfValue(block.name)] : []));
}

/**
 * The classic history stores calls but answers them in text: a heading "[tool for 'x'] Result:" and what follows it, up
 * to the next heading. Such texts become results, paired by order.
 */
function withResults(blocks: readonly ContentBlock[], calls: readonly string[]): ContentBlock[] {
  if (calls.length === 0 || blocks.some((block) => block.type === 'tool_result')) return [...blocks];
  const out: ContentBlock[] = [];
  let open: ContentBlock[] | null = null;
  let answered = 0;
  for (const block of blocks) {
    const text = block.type === 'text' ? textOfValue(block.text) : '';
    if (answered < calls.length && isHeading(text)) {
      open = [block];
      out.push(resultOf({ id: null, name: calls[answered] ?? null, content: open }));
      answered += 1;
    } else if (open && !text.startsWith('<environment_details>') && !text.startsWith('<feedback>')) open.push(block);
    else {
      open = null;
      out.push(block);
    }
  }
  return out;
}

function isHeading(text: string): boolean {
  const end = text.indexOf('] Result:');
  return text.startsWith('[') && end > 0 && end < 2000;
}

/** The page's own list: what was said, in order; tools appear as what was asked for. */
function addUiMessage(transcript: Transcript, item: unknown, index: number, ref: RecordRef): void {
  if (!isRecord(item)) return;
  const text = textOfValue(item.text);
  const kind = stringAt(item, 'say', 'ask') ?? '';
  if (kind === 'api_req_started' || text === '') return;
  if (index === 0 || kind === 'user_feedback') transcript.user(text, [ref]);
  else if (kind === 'reasoning') transcript.more([{ type: 'thinking', thinking: text, signature: '' }], [ref]);
  else if (
    kind === 'text' ||
    kind === 'completion_result' ||
    kind === 'tool' ||
    kind === 'command' ||
    kind === 'followup'
  ) {
    transcript.more([{ type: 'text', text }], [ref], { startedAt: readTime(item.ts) });
  } else if (kind === 'command_output') transcript.user(text, [ref]);
  else transcript.event(kind, text.slice(0, 300), readTime(item.ts), ref);
}
