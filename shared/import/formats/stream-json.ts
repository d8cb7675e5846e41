import { isRecord } from '../../messages/blocks.ts';
import { share } from '../detect.ts';
import type { ImporterOutput, Importer } from '../importer.ts';
import type { Input, Row } from '../input.ts';
import { listAt } from '../transcript.ts';
import { StreamJsonReader, isStreamRow } from '../stream-json-reader.ts';

/** `claude -p --output-format stream-json` and `json`, and what the Agent SDK yields; as lines, a list, or in a log. */
export const streamJsonImporter: Importer = {
  id: 'stream-json',
  label: 'Claude stream-json (claude -p, Agent SDK)',
  detect(sample) {
    const rows = share(isCassette(sample.document) ? listAt(sample.document, 'messages') : sample.rows, isStreamRow);
    return rows > 0.3 ? 0.68 + 0.3 * rows : 0;
  },
  read,
};

/** A recording of the SDK's standard input and output: one document with all messages. */
function isCassette(value: unknown): boolean {
  const messages = listAt(value, 'messages');
  return messages.length > 0 && share(messages, isStreamRow) > 0.3;
}

async function read(input: Input): Promise<ImporterOutput> {
  const reader = new StreamJsonReader('stream-json', input.name, input.sink);
  for await (const row of input.rows()) for (const part of parts(row, input)) reader.add(part.value, part.ref);
  return { conversations: reader.conversations() };
}

function parts(row: Row, input: Input): Row[] {
  if (!isRecord(row.value) || !isCassette(row.value)) return [row];
  const messages = listAt(row.value, 'messages');
  input.sink.seen += messages.length - 1;
  return messages.map((value, index) => ({ value, ref: row.ref, index }));
}
