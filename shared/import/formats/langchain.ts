import { isRecord } from '../../messages/blocks.ts';
import { conversationOf } from '../conversation.ts';
import { addLangChain, joinChunks, langChainMessage } from '../dialects/langchain.ts';
import type { LangChainMessage } from '../dialects/langchain.ts';
import { share } from '../detect.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { Transcript, listAt, stringAt } from '../transcript.ts';

/** LangChain messages and LangGraph states and streams. Of a stream the last whole state counts, else its pieces. */
export const langchainImporter: Importer = {
  id: 'langchain',
  label: 'LangChain messages, LangGraph stream',
  detect(sample) {
    const rows = [...sample.records, ...sample.rows];
    if (rows.some((row) => listOf(row).length > 0)) return 0.93;
    const streamed = share(sample.rows, (row) => streamPart(row) !== null);
    return Math.max(0.96 * streamed, 0.9 * share(sample.rows, (row) => langChainMessage(row) !== null));
  },
  async read(input) {
    const ids = new Ids(baseName(input.name));
    const conversations: ImportedConversation[] = [];
    const loose: LangChainMessage[] = [];
    let state: { list: LangChainMessage[]; ref: RecordRef } | null = null;
    let first: RecordRef | null = null;
    const make = (list: readonly LangChainMessage[], ref: RecordRef) => {
      const transcript = new Transcript();
      for (const message of joined(list)) addLangChain(transcript, message, [ref]);
      if (transcript.items.length > 0)
        conversations.push(
          conversationOf(transcript, { id: ids.take(), format: 'langchain', file: input.name }, { keepLastOpen: true }),
        );
    };
    for await (const { value, ref } of input.records()) {
      if (listOf(value).length > 0) {
        input.sink.count('state');
        make(listOf(value), ref);
        continue;
      }
      const rows: unknown[] = Array.isArray(value) && !streamPart(value) ? value : [value];
      input.sink.seen += rows.length - 1;
      for (const row of rows) {
        const part = streamPart(row);
        const message = langChainMessage(row);
        first ??= ref;
        if (part?.state) state = { list: part.state, ref };
        loose.push(...(part?.messages ?? []), ...(message ? [message] : []));
        if (part || message)
          input.sink.count(
            part?.mode ?? 'message',
            part && !part.state && part.messages.length === 0 ? 'meta' : 'message',
          );
        else input.sink.drop(ref, 'unknown-record', 'The record is neither a message nor a part of a stream.');
      }
    }
    if (state) make(state.list, state.ref);
    else if (first && loose.length > 0) make(loose, first);
    return { conversations };
  },
};

/** A list of messages, bare or in a state. */
function listOf(value: unknown): LangChainMessage[] {
  const list: unknown[] = Array.isArray(value) ? value : listAt(value, 'messages');
  const read = list.map(langChainMessage);
  return list.length > 0 && read.every((message) => message !== null) ? (read as LangChainMessage[]) : [];
}

interface StreamPart {
  mode: string;
  state: LangChainMessage[] | null;
  messages: LangChainMessage[];
}

const MODES = new Set([
  'values',
  'messages',
  'updates',
  'custom',
  'debug',
  'tasks',
  'checkpoints',
  'events',
  'metadata',
  'messages/partial',
  'messages/complete',
  'messages/metadata',
]);

/** `[mode, payload]`, `[namespace, mode, payload]`, or `{event, data}` of the server. */
function streamPart(row: unknown): StreamPart | null {
  const event = stringAt(row, 'event');
  const [mode, payload] = Array.isArray(row)
    ? row.slice(-2)
    : event !== null && isRecord(row) && 'data' in row
      ? [event, row.data]
      : [];
  if (typeof mode !== 'string' || !MODES.has(mode)) return null;
  const whole = mode === 'values' || mode === 'messages/complete' ? listOf(payload) : [];
  const pieces =
    mode === 'messages' && Array.isArray(payload)
      ? [langChainMessage(payload[0])]
      : mode === 'updates' && isRecord(payload)
        ? Object.values(payload).flatMap((node) => listOf(node))
        : [];
  return { mode, state: whole.length > 0 ? whole : null, messages: pieces.filter((message) => message !== null) };
}

/** Pieces of one message joined, by their id. */
function joined(list: readonly LangChainMessage[]): LangChainMessage[] {
  const groups = new Map<string, LangChainMessage[]>();
  list.forEach((message, index) => {
    const id = message.chunk ? (stringAt(message.fields, 'id') ?? '') : `#${index}`;
    const group = groups.get(id);
    if (group) group.push(message);
    else groups.set(id, [message]);
  });
  return [...groups.values()].flatMap((group) => joinChunks(group) ?? []);
}
