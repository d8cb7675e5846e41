import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { base64Of, stopReasonOf, usageOf } from '../apis/convert.ts';
import { conversationOfParts } from '../conversation.ts';
import { share } from '../detect.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import type { Row } from '../input.ts';
import { layOut } from '../lay-out.ts';
import { readTime } from '../time.ts';
import { Transcript, callOf, listAt, numberAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import { branchFrom, linesOf } from '../tree-lines.ts';

/** pi and OpenClaw sessions: linear in version 1, a tree by `id` and `parentId` since. */
export const piImporter: Importer = {
  id: 'pi',
  label: 'pi session',
  detect: (sample) => (sample.rows.some(isPiMessage) ? 0.97 * share(sample.rows, isPiRow) : 0),
  async read(input) {
    const rows: Row[] = [];
    for await (const row of input.rows()) {
      const type = stringAt(row.value, 'type');
      if (type === null) input.sink.drop(row.ref, 'unknown-record', 'The record has no type.');
      else
        input.sink.count(
          type,
          type === 'message' || type === 'custom_message' ? 'message' : TYPES.has(type) ? 'meta' : 'unknown',
        );
      if (type !== null) rows.push(row);
    }
    const conversation = read(rows, input.name);
    return { conversations: conversation ? [conversation] : [] };
  },
};

const TYPES = new Set([
  'session',
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
]);

function isPiRow(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    TYPES.has(value.type) &&
    !('uuid' in value) &&
    !('sessionId' in value)
  );
}

function isPiMessage(value: unknown): boolean {
  if (!isPiRow(value)) return false;
  const message = recordAt(value, 'message');
  if (!message) return false;
  return (
    message.role === 'toolResult' ||
    ('provider' in message && 'stopReason' in message) ||
    listAt(message, 'content').some((part) => isRecord(part) && part.type === 'toolCall')
  );
}

interface Entry {
  value: Record<string, unknown>;
  ref: RecordRef;
  index: number;
}

function read(rows: readonly Row[], file: string): ImportedConversation | null {
  const entries = rows.flatMap(({ value, ref }, index): Entry[] => (isRecord(value) ? [{ value, ref, index }] : []));
  const session = entries.find(({ value }) => value.type === 'session')?.value;
  const id = stringAt(session, 'id') ?? baseName(file);
  const body = entries.filter(({ value }) => value.type !== 'session');
  const isTree = body.some(({ value }) => typeof value.parentId === 'string');
  const lines = isTree
    ? linesOf(
        body.map((entry) => ({
          id: stringAt(entry.value, 'id') ?? `#${entry.index}`,
          parent: stringAt(entry.value, 'parentId'),
          value: entry,
        })),
      )
    : [body];
  const [main = [], ...others] = lines;
  const title = stringAt(body.findLast(({ value }) => value.type === 'session_info')?.value, 'name');
  const parts = partsOf(main, entries, session, id);
  const conversation = conversationOfParts(parts, { id, format: 'pi', file, title });
  if (!conversation) return null;
  const laid = layOut(parts.findLast((part) => part.items.length > 0)?.items ?? []);
  const branches = others.flatMap((line, index) => {
    const last = partsOf(line, entries, session, id).at(-1);
    return (last && branchFrom(laid, layOut(last.items), `b${index + 1}`)) ?? [];
  });
  return { ...conversation, branches: [...conversation.branches, ...branches] };
}

/** A compaction replaces what came before it by its summary and the entries it kept. */
function partsOf(
  line: readonly Entry[],
  all: readonly Entry[],
  session: Record<string, unknown> | undefined,
  id: string,
): Transcript[] {
  const parts = [startOf(session)];
  let since: Entry[] = [];
  for (const entry of line) {
    const part = parts.at(-1) as Transcript;
    if (entry.value.type !== 'compaction') {
      since.push(entry);
      addEntry(part, entry, id);
      continue;
    }
    const next = startOf(session);
    next.model = part.model;
    next.event(
      'compaction',
      `Compacted at ${String(entry.value.tokensBefore ?? '?')} tokens`,
      readTime(entry.value.timestamp),
      entry.ref,
    );
    next.user(textOfValue(entry.value.summary), [entry.ref]);
    since = keptOf(entry, since, all);
    for (const kept of since) addEntry(next, kept, id);
    parts.push(next);
  }
  return parts;
}

function keptOf({ value }: Entry, since: readonly Entry[], all: readonly Entry[]): Entry[] {
  const keptId = stringAt(value, 'firstKeptEntryId');
  const number = numberAt(value, 'firstKeptEntryIndex');
  const first =
    keptId === null ? all[number ?? Number.POSITIVE_INFINITY] : since.find((entry) => entry.value.id === keptId);
  return first ? since.filter((entry) => entry.index >= first.index) : [];
}

function startOf(session: Record<string, unknown> | undefined): Transcript {
  const transcript = new Transcript();
  transcript.model = stringAt(session, 'modelId');
  return transcript;
}

function addEntry(transcript: Transcript, { value, ref, index }: Entry, session: string): void {
  const at = readTime(value.timestamp);
  if (value.type === 'model_change') transcript.event('model_change', stringAt(value, 'modelId') ?? '', at, ref);
  else if (value.type === 'branch_summary') transcript.user(textOfValue(value.summary), [ref]);
  else if (value.type === 'custom_message') transcript.user(partsIn(value.content), [ref]);
  const message = recordAt(value, 'message');
  if (value.type !== 'message' || !message) return;
  if (message.role === 'assistant')
    addAnswer(transcript, message, ref, at, `${session}/${stringAt(value, 'id') ?? index}`);
  else if (message.role === 'toolResult') {
    const result = {
      id: stringAt(message, 'toolCallId'),
      name: stringAt(message, 'toolName'),
      isError: message.isError === true,
    };
    transcript.result({ ...result, content: partsIn(message.content) }, [ref]);
  } else if (message.role === 'bashExecution') {
    transcript.user(`$ ${textOfValue(message.command)}\n${textOfValue(message.output)}`, [ref]);
  } else
    transcript.user(message.content === undefined ? textOfValue(message.summary) : partsIn(message.content), [ref]);
}

function addAnswer(
  transcript: Transcript,
  message: Record<string, unknown>,
  ref: RecordRef,
  at: number | null,
  id: string,
): void {
  const failed = stringAt(message, 'errorMessage');
  if (failed !== null)
    transcript.event(message.stopReason === 'aborted' ? 'interrupted' : 'api_error', failed, at, ref);
  const usage = recordAt(message, 'usage');
  const [cached, written] = [numberAt(usage, 'cacheRead') ?? 0, numberAt(usage, 'cacheWrite') ?? 0];
  const input = numberAt(usage, 'input');
  const reason = stringAt(message, 'stopReason');
  const startedAt = readTime(message.timestamp);
  transcript.assistant(partsIn(message.content), [ref], {
    stopReason: reason === 'aborted' || reason === 'error' ? null : stopReasonOf(reason),
    usage: usageOf({
      prompt: input === null ? null : input + cached + written,
      output: numberAt(usage, 'output'),
      cached,
      written,
    }),
    model: stringAt(message, 'model'),
    startedAt,
    durationMs: at !== null && startedAt !== null && at >= startedAt ? at - startedAt : null,
    id,
  });
}

function partsIn(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (Array.isArray(content) ? content : []).filter(isRecord).flatMap((part: Record<string, unknown>) => {
    if (part.type === 'toolCall') return [callOf(part.id, part.name, part.arguments)];
    if (part.type === 'thinking') return thinkingOf(part.thinking, part.thinkingSignature);
    if (part.type === 'image' && typeof part.data === 'string')
      return [base64Of(stringAt(part, 'mimeType') ?? 'image/png', part.data)];
    return [{ type: 'text', text: textOfValue(part.text) }];
  });
}
