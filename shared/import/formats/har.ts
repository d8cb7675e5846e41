import { isRecord } from '../../messages/blocks.ts';
import { documentImporter } from '../importer.ts';
import type { Importer } from '../importer.ts';
import type { RecordRef } from '../import-types.ts';
import { readTime } from '../time.ts';
import { listAt, numberAt, recordAt, stringAt } from '../transcript.ts';
import { WireReader } from '../wire.ts';
import type { WireCall } from '../wire.ts';

/** HTTP archives of browsers, proxies and recorders (HAR 1.2). Only calls of models are read; headers are not kept. */
export const harImporter: Importer = {
  ...documentImporter({ id: 'har', label: 'HTTP archive (HAR)', matches, convert: () => [] }),
  async read(input) {
    const reader = new WireReader('har', input.name, input.sink);
    for await (const { value, ref } of input.records()) {
      const entries = listAt(recordAt(value, 'log'), 'entries');
      input.sink.seen += entries.length - 1;
      for (const entry of entries) {
        if (isRecord(entry)) await reader.add(callOf(entry, ref));
        else input.sink.drop(ref, 'unknown-record', 'An entry of the archive is no object.');
      }
    }
    return { conversations: reader.conversations() };
  },
};

function matches(value: unknown): number {
  const log = recordAt(value, 'log');
  return log && Array.isArray(log.entries) ? 0.99 : 0;
}

function callOf(entry: Record<string, unknown>, ref: RecordRef): WireCall {
  const request = recordAt(entry, 'request') ?? {};
  const response = recordAt(entry, 'response');
  const content = recordAt(response, 'content');
  const startedAt = readTime(entry.startedDateTime);
  const duration = numberAt(entry, 'time');
  return {
    url: stringAt(request, 'url') ?? '',
    method: stringAt(request, 'method') ?? 'GET',
    requestBody: recordAt(request, 'postData')?.text ?? null,
    status: numberAt(response, 'status'),
    responseBody: content?.encoding === 'base64' ? bytesOf(content.text) : (content?.text ?? null),
    startedAt,
    endedAt: startedAt !== null && duration !== null ? startedAt + Math.round(duration) : null,
    ref,
  };
}

function bytesOf(text: unknown): Uint8Array | null {
  if (typeof text !== 'string') return null;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
