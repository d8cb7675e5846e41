import { isRecord } from '../../shared/messages/blocks.ts';
import type { RequestBody } from '../../shared/messages/types.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '../json-body.ts';
import { type Fault, fault } from '../../shared/scripted/fault.ts';
import { API_VERSIONS, type RequestContext } from '../../shared/scripted/judge.ts';

/** The API's bound for one request (platform.claude.com/docs/en/api/overview#request-size-limits). */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

export type ReadRequest = { ok: true; body: RequestBody; context: RequestContext } | { ok: false; fault: Fault };

/**
 * Reads a request as far as HTTP and JSON go: version header, betas, an object. Any credential in either header is
 * accepted, and none as well: there is nothing to protect and nothing to pay.
 */
export async function readRequest(request: Request, endpoint: RequestContext['endpoint']): Promise<ReadRequest> {
  const version = request.headers.get('anthropic-version');
  if (version === null) return refuse(400, 'anthropic-version: header is required');
  const apiVersion = API_VERSIONS.find((known) => known === version);
  if (apiVersion === undefined) return refuse(400, `anthropic-version: "${version}" is not a valid version`);
  const read = await readBody(request);
  if ('fault' in read) return { ok: false, fault: read.fault };
  if (!isRecord(read.value)) return refuse(400, 'Input should be a valid dictionary');
  if (read.value['thread'] !== undefined && read.value['thread'] !== null) return { ok: false, fault: noThreads() };
  return {
    ok: true,
    body: read.value as unknown as RequestBody,
    context: { apiVersion, betas: betasOf(request), endpoint },
  };
}

async function readBody(request: Request): Promise<{ value: unknown } | { fault: Fault }> {
  const tooLarge = { fault: fault(413, 'Request exceeds the maximum size') };
  if (Number(request.headers.get('content-length') ?? 0) > MAX_REQUEST_BYTES) return tooLarge;
  const bytes = await readAtMost(request, MAX_REQUEST_BYTES);
  if (bytes === null) return tooLarge;
  const text = new TextDecoder().decode(bytes);
  if (isTooDeep(text))
    return { fault: fault(400, `The request body is nested more than ${MAX_JSON_DEPTH} levels deep.`) };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: fault(400, `The request body is not valid JSON: ${(error as Error).message}`) };
  }
}

/** Null as soon as there is more than `limit`. */
async function readAtMost(request: Request, limit: number): Promise<Uint8Array | null> {
  const reader = request.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    size += piece.value.length;
    if (size > limit) return null;
    pieces.push(piece.value);
  }
  return Buffer.concat(pieces);
}

function betasOf(request: Request): string[] {
  const header = request.headers.get('anthropic-beta') ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Server-held conversations. On this answer the official SDK sends the whole history by itself. */
function noThreads(): Fault {
  return fault(400, 'thread: message threads are not supported here; send the full conversation without `thread`.', {
    error_code: 'thread_unsupported_request',
    unsupported: [],
  });
}

function refuse(status: number, message: string): ReadRequest {
  return { ok: false, fault: fault(status, message) };
}
