import type * as AnthropicSdk from '@anthropic-ai/sdk';
import type { Anthropic, APIError } from '@anthropic-ai/sdk';
import { isRecord } from '../../shared/messages/blocks.ts';
import type { ErrorBody } from '../../shared/messages/types.ts';
import type { Clock, ModelCall, ModelOutcome, ModelPort } from '../../shared/runner/ports.ts';
import type { AttemptError } from '../../shared/session/events.ts';
import { DEFAULT_BASE_URL, type LiveEndpoint } from './live-endpoint.ts';
import { isRetryableStatus, noEnvelope } from '../../shared/loop/http-failure.ts';
import { describeCause, retryAfterMs, shouldRetry } from './model-errors.ts';
import { patientDispatcher } from './patient-dispatcher.ts';

/** setTimeout's bound: the SDK's own timer never fires first; the runner decides when to give up. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
/** A proxy's error page is kept up to here. */
const MAX_ERROR_TEXT = 64 * 1024;
/** The scripted API takes any credential; the SDK sends nothing without one. */
const DUMMY_KEY = 'scripted';

export const STEP_HEADER = 'x-loupe-step';
export const NEXT_STEP_HEADER = 'x-loupe-next-step';

export interface ModelSdkSettings {
  /** Address of this session's scripted API, without `/v1/messages`. */
  scriptedBaseUrl(sessionId: string): string;
  live: LiveEndpoint;
  clock: Pick<Clock, 'now'>;
  /** Replaces the network, so that a headless run needs no port. */
  fetch?: typeof fetch;
}

/**
 * The way to every model, scripted ones too: the official SDK over HTTP and SSE. Its retries and timeouts are
 * off, because those are decisions of the loop. The body goes out as composed (`client.post` and not
 * `messages.create`, which moves keys such as `workspace_id` into headers) and the answer's bytes come back raw.
 */
export function createModelSdk(settings: ModelSdkSettings): ModelPort & { warmUp(): Promise<void> } {
  const network = settings.fetch === undefined ? patientDispatcher() : undefined;
  // Loading the SDK takes as long as starting the rest of the server.
  let loading: Promise<Sdk> | null = null;
  const load = () => (loading ??= import('@anthropic-ai/sdk'));
  return {
    send: async (call) => sendOnce(await load(), settings, call, await network),
    warmUp: async () => void (await load()),
  };
}

type Sdk = typeof AnthropicSdk;

async function sendOnce(
  sdk: Sdk,
  settings: ModelSdkSettings,
  call: ModelCall,
  dispatcher: object | undefined,
): Promise<ModelOutcome> {
  const target = targetOf(sdk, settings, call);
  if ('error' in target) return { ok: false, nextCursor: null, error: target.error };
  // A body that asks for no stream gets none; one that says nothing is streamed.
  const stream = call.body.stream ?? true;
  let response: Response;
  try {
    response = await target.client
      .post('/v1/messages', {
        body: { ...call.body, stream },
        stream,
        signal: call.signal,
        timeout: NO_TIMEOUT_MS,
        headers: target.headers,
        ...(dispatcher === undefined
          ? {}
          : { fetchOptions: { dispatcher } as Anthropic.RequestOptions['fetchOptions'] }),
      })
      .asResponse();
  } catch (error) {
    const failed = attemptError(sdk, error, call, settings.clock.now());
    return { ok: false, nextCursor: cursorOf(sdk, error), error: failed };
  }
  call.onHead(response.status, response.headers.get('request-id'), cursorIn(response.headers));
  return readBody(response, call);
}

async function readBody(response: Response, call: ModelCall): Promise<ModelOutcome> {
  const nextCursor = cursorIn(response.headers);
  const json = (response.headers.get('content-type') ?? '').toLowerCase().startsWith('application/json');
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      call.onBytes(part.value);
    }
    return { ok: true, nextCursor, json };
  } catch (error) {
    return { ok: false, nextCursor, error: streamError(error, call, response) };
  } finally {
    // After an abort or a throw in `onBytes` the connection must not stay open.
    reader?.cancel().catch(() => {});
  }
}

interface Target {
  client: Anthropic;
  headers: Record<string, string>;
}

function targetOf(sdk: Sdk, settings: ModelSdkSettings, call: ModelCall): Target | { error: AttemptError } {
  const { live, fetch } = settings;
  if (call.endpoint === 'scripted') {
    const client = clientFor(sdk, settings.scriptedBaseUrl(call.sessionId), DUMMY_KEY, strippedHeaders(live), fetch);
    return { client, headers: { [STEP_HEADER]: String(call.scriptCursor) } };
  }
  const { baseUrl, apiKey, ownHeaders } = live.target();
  if (apiKey === null && baseUrl === DEFAULT_BASE_URL) return { error: noKey() };
  // Gateways on this machine often need no key; the SDK needs something to send.
  return {
    client: clientFor(sdk, baseUrl, apiKey ?? 'none', ownHeaders ? {} : strippedHeaders(live), fetch),
    headers: {},
  };
}

function clientFor(
  sdk: Sdk,
  baseURL: string,
  apiKey: string,
  defaultHeaders: Record<string, null>,
  fetch: typeof globalThis.fetch | undefined,
): Anthropic {
  return new sdk.default({
    baseURL,
    apiKey,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    openTelemetry: false,
    defaultHeaders,
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** The SDK adds ANTHROPIC_CUSTOM_HEADERS to every client; null takes a header out again. */
function strippedHeaders(live: LiveEndpoint): Record<string, null> {
  return Object.fromEntries(live.customHeaders().map(([name]) => [name, null]));
}

function noKey(): AttemptError {
  return {
    kind: 'connection',
    type: 'no_api_key',
    message:
      'There is no API key for this address, so nothing was sent. Type one in Setup, start Loupe with ' +
      'ANTHROPIC_API_KEY set, or use the scripted model.',
    retryable: false,
  };
}

function attemptError(sdk: Sdk, error: unknown, call: ModelCall, now: number): AttemptError {
  if (call.signal.aborted || error instanceof sdk.APIUserAbortError) return cancelled();
  if (error instanceof sdk.APIError && typeof error.status === 'number') return httpError(error, error.status, now);
  return {
    kind: 'connection',
    type: 'connection_error',
    message: `No answer came: ${describeCause(error)}. Check the address in Setup and the network.`,
    // A request that could not even be built fails the same way again.
    retryable: error instanceof sdk.APIConnectionError,
  };
}

function httpError(error: APIError, status: number, now: number): AttemptError {
  const asked = retryAfterMs(error.headers, now);
  const should = shouldRetry(error.headers);
  const body = bodyOf(error);
  return {
    kind: 'http',
    status,
    type: error.type ?? noEnvelope(status).type,
    message: error.apiMessage ?? noEnvelope(status).message,
    ...(body === undefined ? {} : { body }),
    requestId: error.requestID ?? null,
    retryable: should ?? isRetryableStatus(status),
    ...(asked === null ? {} : { retryAfterMs: asked }),
    ...(should === null ? {} : { shouldRetry: should }),
  };
}

/** The envelope as sent, or the text of whatever came instead. */
function bodyOf(error: APIError): ErrorBody | string | undefined {
  const body: unknown = error.error;
  if (isRecord(body) && isRecord(body.error)) return body as unknown as ErrorBody;
  if (body !== undefined && body !== null) return JSON.stringify(body).slice(0, MAX_ERROR_TEXT);
  const text = error.message.replace(/^\d+ /, '');
  return text === 'status code (no body)' ? undefined : text.slice(0, MAX_ERROR_TEXT);
}

function streamError(error: unknown, call: ModelCall, response: Response): AttemptError {
  if (call.signal.aborted) return cancelled();
  return {
    kind: 'stream',
    type: 'stream_error',
    message: `The connection broke while the answer was arriving: ${describeCause(error)}.`,
    requestId: response.headers.get('request-id'),
    retryable: true,
  };
}

function cancelled(): AttemptError {
  return { kind: 'cancelled', type: 'cancelled', message: 'The request was cancelled.', retryable: false };
}

function cursorOf(sdk: Sdk, error: unknown): number | null {
  return error instanceof sdk.APIError && error.headers ? cursorIn(error.headers) : null;
}

function cursorIn(headers: Headers): number | null {
  const value = Number(headers.get(NEXT_STEP_HEADER) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}
