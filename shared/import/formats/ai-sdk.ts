import { isRecord } from '../../messages/blocks.ts';
import { conversationOf } from '../conversation.ts';
import { addModelMessage, addUiMessage, isModelMessage, isUiMessage } from '../dialects/ai-sdk.ts';
import { share } from '../detect.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { Transcript, listAt, stringAt } from '../transcript.ts';
import { UiStreamReader, isUiChunk } from '../ui-stream.ts';

/** Vercel AI SDK: lists of UI or model messages, and the chunks of a UI message stream. */
export const aiSdkImporter: Importer = {
  id: 'ai-sdk',
  label: 'AI SDK messages or UI stream',
  detect(sample) {
    if (sample.records.some((record) => listOf(record) !== null)) return 0.95;
    return Math.max(
      0.96 * share(sample.rows, isUiChunk),
      0.93 * share(sample.rows, isMessage) * (sample.rows.some(isOwn) ? 1 : 0),
    );
  },
  async read(input) {
    const ids = new Ids(baseName(input.name));
    const conversations: ImportedConversation[] = [];
    const stream = new UiStreamReader();
    const loose = new Transcript();
    const make = (transcript: Transcript, id: string | null) => {
      if (transcript.items.length > 0)
        conversations.push(
          conversationOf(transcript, { id: ids.take(id), format: 'ai-sdk', file: input.name }, { keepLastOpen: true }),
        );
    };
    for await (const { value, ref } of input.records()) {
      const list = listOf(value);
      if (list) {
        const transcript = new Transcript();
        for (const message of list) add(transcript, message, ref);
        input.sink.count('conversation');
        make(transcript, stringAt(value, 'id', 'chatId'));
        continue;
      }
      const rows: unknown[] = Array.isArray(value) ? value : [value];
      input.sink.seen += rows.length - 1;
      for (const row of rows) {
        if (isRecord(row) && isUiChunk(row))
          input.sink.count('stream chunk', stream.add(row, ref) ? 'message' : 'meta');
        else if (isMessage(row)) input.sink.count('message', add(loose, row, ref) ? 'message' : 'unknown');
        else input.sink.drop(ref, 'unknown-record', 'The record is neither a message nor a chunk of a stream.');
      }
    }
    make(loose, null);
    make(stream.transcript(), stream.id);
    return { conversations };
  },
};

function isMessage(value: unknown): boolean {
  return (
    isOwn(value) ||
    (isRecord(value) &&
      (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
      ('content' in value || 'parts' in value))
  );
}

function isOwn(value: unknown): boolean {
  return isModelMessage(value) || (isUiMessage(value) && isRecord(value) && !('info' in value));
}

/** The messages of a list or a saved chat; null when they are not this SDK's. */
function listOf(value: unknown): unknown[] | null {
  const list: unknown[] = Array.isArray(value) ? value : listAt(value, 'messages');
  return list.length > 0 && list.every(isMessage) && list.some(isOwn) ? list : null;
}

function add(transcript: Transcript, value: unknown, ref: RecordRef): boolean {
  if (!isRecord(value)) return false;
  if (isUiMessage(value) || Array.isArray(value.parts)) addUiMessage(transcript, value, [ref]);
  else addModelMessage(transcript, value, [ref]);
  return true;
}
