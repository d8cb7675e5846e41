import { isRecord } from '../../messages/blocks.ts';
import { share } from '../detect.ts';
import type { Importer } from '../importer.ts';
import type { RecordRef } from '../import-types.ts';
import { readTime } from '../time.ts';
import { listAt, numberAt, recordAt, stringAt } from '../transcript.ts';
import { WireReader } from '../wire.ts';
import type { WireCall } from '../wire.ts';

/** What a recorder of HTTP traffic writes for tests: VCR (YAML or JSON), nock, a single response with status and body. */
export const cassetteImporter: Importer = {
  id: 'http-cassette',
  label: 'HTTP cassette (VCR, nock)',
  detect(sample) {
    if (listAt(sample.document, 'interactions').some(isInteraction)) return 0.99;
    return Math.max(
      0.97 * share(sample.rows, isNock),
      0.9 * share(sample.records, isResponse),
      0.9 * share(sample.rows, isInteraction),
    );
  },
  async read(input) {
    const reader = new WireReader('http-cassette', input.name, input.sink);
    for await (const { value, ref } of input.rows()) {
      const interactions = listAt(value, 'interactions');
      const calls = interactions.length > 0 ? interactions : [value];
      input.sink.seen += calls.length - 1;
      for (const each of calls) {
        const call = isRecord(each) ? callOf(each, ref) : null;
        if (call) await reader.add(call);
        else input.sink.drop(ref, 'unknown-record', 'The record is no HTTP call.');
      }
    }
    return { conversations: reader.conversations() };
  },
};

function isInteraction(value: unknown): boolean {
  const request = recordAt(value, 'request');
  return (
    request !== null &&
    recordAt(value, 'response') !== null &&
    (typeof request.uri === 'string' || typeof request.url === 'string')
  );
}

function isNock(value: unknown): boolean {
  return isRecord(value) && typeof value.scope === 'string' && typeof value.path === 'string' && 'response' in value;
}

function isResponse(value: unknown): boolean {
  return isRecord(value) && typeof value.status === 'number' && isRecord(value.headers) && 'body' in value;
}

function callOf(value: Record<string, unknown>, ref: RecordRef): WireCall | null {
  if (isInteraction(value)) return interaction(value, ref);
  if (isNock(value)) {
    const url = `${stringAt(value, 'scope') ?? ''}${stringAt(value, 'path') ?? ''}`;
    return call(url, stringAt(value, 'method'), value.body, numberAt(value, 'status'), value.response, ref);
  }
  if (isResponse(value))
    return call(stringAt(value, 'url') ?? '', null, value.request ?? null, numberAt(value, 'status'), value.body, ref);
  return null;
}

function interaction(value: Record<string, unknown>, ref: RecordRef): WireCall {
  const request = recordAt(value, 'request') ?? {};
  const response = recordAt(value, 'response') ?? {};
  const status = numberAt(recordAt(response, 'status'), 'code') ?? numberAt(response, 'status', 'status_code');
  const url = stringAt(request, 'uri', 'url') ?? '';
  const made = call(url, stringAt(request, 'method'), bodyOf(request), status, bodyOf(response), ref);
  return { ...made, startedAt: readTime(value.recorded_at) };
}

/** The body under any of the names that recorders give it. */
function bodyOf(side: Record<string, unknown>): unknown {
  if (side.parsed_body !== undefined && side.parsed_body !== null) return side.parsed_body;
  const { body } = side;
  if (!isRecord(body) || body instanceof Uint8Array) return body ?? side.content ?? null;
  return body.string ?? body.text ?? body.base64_string ?? body;
}

function call(
  url: string,
  method: string | null,
  requestBody: unknown,
  status: number | null,
  responseBody: unknown,
  ref: RecordRef,
): WireCall {
  return { url, method: method ?? 'POST', requestBody, status, responseBody, startedAt: null, endedAt: null, ref };
}
