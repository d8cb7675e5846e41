import { isRecord } from '../../messages/blocks.ts';
import { share } from '../detect.ts';
import type { Importer } from '../importer.ts';
import type { RecordRef } from '../import-types.ts';
import { readTime } from '../time.ts';
import { listAt, recordAt, stringAt } from '../transcript.ts';
import { WireReader } from '../wire.ts';
import type { WireCall } from '../wire.ts';

/** claude-trace: one captured call per line, or all in `rawPairs` of its page. */
export const claudeTraceImporter: Importer = {
  id: 'claude-trace',
  label: 'claude-trace capture',
  detect(sample) {
    if (isRecord(sample.document) && Array.isArray(sample.document.rawPairs)) return 0.99;
    return 0.98 * share(sample.rows, isPair);
  },
  async read(input) {
    const reader = new WireReader('claude-trace', input.name, input.sink);
    for await (const { value, ref } of input.rows()) {
      const pairs = isRecord(value) && Array.isArray(value.rawPairs) ? listAt(value, 'rawPairs') : [value];
      input.sink.seen += pairs.length - 1;
      for (const pair of pairs) {
        if (isPair(pair)) await reader.add(callOf(pair, ref));
        else input.sink.drop(ref, 'unknown-record', 'The record is no captured call: it has no request with a URL.');
      }
    }
    return { conversations: reader.conversations() };
  },
};

function isPair(value: unknown): value is Record<string, unknown> {
  const request = recordAt(value, 'request');
  return (
    request !== null &&
    typeof request.url === 'string' &&
    isRecord(value) &&
    'response' in value &&
    ('body' in request || 'headers' in request)
  );
}

function callOf(pair: Record<string, unknown>, ref: RecordRef): WireCall {
  const request = recordAt(pair, 'request') ?? {};
  const response = recordAt(pair, 'response');
  return {
    url: stringAt(request, 'url') ?? '',
    method: stringAt(request, 'method') ?? 'POST',
    requestBody: request.body ?? null,
    status:
      typeof response?.status_code === 'number'
        ? response.status_code
        : typeof response?.status === 'number'
          ? response.status
          : null,
    responseBody: response?.body_raw ?? response?.body ?? null,
    startedAt: readTime(request.timestamp),
    endedAt: readTime(response?.timestamp),
    ref,
  };
}
