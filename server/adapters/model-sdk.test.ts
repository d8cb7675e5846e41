import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelCall, ModelOutcome } from '../../shared/runner/ports.ts';
import { type LiveEnvironment, LiveEndpoint } from './live-endpoint.ts';
import { createModelSdk } from './model-sdk.ts';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

let server: http.Server;
let base: string;
let handle: Handler;
let seen: { headers: http.IncomingHttpHeaders; body: Record<string, unknown>; url: string };

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      seen = { headers: request.headers, body: JSON.parse(body) as Record<string, unknown>, url: request.url ?? '' };
      handle(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  handle = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_7', 'x-loupe-next-step': '4' });
    response.end('event: ping\ndata: {"type": "ping"}\n\n');
  };
});

interface Sent {
  outcome: ModelOutcome;
  text: string;
  heads: [status: number, requestId: string | null, nextCursor: number | null | undefined][];
}

async function send(
  call: Partial<ModelCall> = {},
  environment: LiveEnvironment = {},
  prepare: (live: LiveEndpoint) => void = () => {},
): Promise<Sent> {
  const live = new LiveEndpoint(environment);
  prepare(live);
  const model = createModelSdk({
    scriptedBaseUrl: (id) => `${base}/scripted/session-${id}`,
    live,
    clock: { now: () => Date.now() },
  });
  const heads: Sent['heads'] = [];
  const pieces: Uint8Array[] = [];
  const outcome = await model.send({
    sessionId: 's1',
    request: 'q1',
    body: { model: 'claude-opus-5-5', max_tokens: 50_000, messages: [{ role: 'user', content: 'x' }] },
    endpoint: 'scripted',
    scriptCursor: 3,
    signal: new AbortController().signal,
    onHead: (...head) => void heads.push([head[0], head[1], head[2]]),
    onBytes: (bytes) => void pieces.push(bytes),
    ...call,
  });
  return { outcome, heads, text: Buffer.concat(pieces).toString() };
}
const errorOf = ({ outcome }: Sent) => (outcome.ok ? null : outcome.error);

describe('what leaves', () => {
  it('goes to the script of the session with its position, and the bytes come back raw', async () => {
    const { outcome, heads, text } = await send();
    expect(seen.url).toBe('/scripted/session-s1/v1/messages');
    expect(seen.headers['x-loupe-step']).toBe('3');
    expect(seen.headers['anthropic-version']).toBe('2026-10-21');
    expect(outcome).toEqual({ ok: true, nextCursor: 4, json: false });
    expect(heads).toEqual([[200, 'req_7', 4]]);
    expect(text).toBe('event: ping\ndata: {"type": "ping"}\n\n');
  });

  it('is the body as composed, with keys that the SDK knows and keys it does not', async () => {
    const body = JSON.parse(
      '{"model":"claude-sonnet-4-5","max_tokens":1,"messages":[],"workspace_id":"w","user_profile_id":"u","new_key":{"__proto__":1}}',
    ) as ModelCall['body'];
    await send({ body });
    expect(JSON.stringify(seen.body)).toBe(JSON.stringify({ ...body, stream: true }));
    expect(seen.headers['anthropic-workspace-id']).toBeUndefined();
  });

  it('asks for no stream when the body says so', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"type":"message"}');
    };
    const { outcome, text } = await send({ body: { model: 'm', max_tokens: 1, messages: [], stream: false } });
    expect(seen.body['stream']).toBe(false);
    expect([outcome, text]).toEqual([{ ok: true, nextCursor: null, json: true }, '{"type":"message"}']);
  });
});

describe('keys', () => {
  const environment = { ANTHROPIC_API_KEY: 'sk-env-key-123456', ANTHROPIC_CUSTOM_HEADERS: 'x-gate: open sesame' };
  it('never reach the scripted API', async () => {
    process.env['ANTHROPIC_CUSTOM_HEADERS'] = environment.ANTHROPIC_CUSTOM_HEADERS;
    await send({}, environment, (live) => live.change({ apiKey: 'sk-typed-key' }));
    delete process.env['ANTHROPIC_CUSTOM_HEADERS'];
    expect(seen.headers.authorization).toBe('Bearer scripted');
    expect(seen.headers['x-gate']).toBeUndefined();
  });

  it('of the environment go to the address of the environment', async () => {
    process.env['ANTHROPIC_CUSTOM_HEADERS'] = environment.ANTHROPIC_CUSTOM_HEADERS;
    await send({ endpoint: 'live' }, { ...environment, ANTHROPIC_BASE_URL: base });
    delete process.env['ANTHROPIC_CUSTOM_HEADERS'];
    expect(seen.headers.authorization).toBe('Bearer sk-env-key-123456');
    expect(seen.headers['x-gate']).toBe('open sesame');
    expect(seen.headers['x-loupe-step']).toBeUndefined();
    expect(seen.url).toBe('/v1/messages');
  });

  it('of the environment do not go to a typed address', async () => {
    process.env['ANTHROPIC_CUSTOM_HEADERS'] = environment.ANTHROPIC_CUSTOM_HEADERS;
    await send({ endpoint: 'live' }, environment, (live) => live.change({ baseUrl: base }));
    delete process.env['ANTHROPIC_CUSTOM_HEADERS'];
    expect(JSON.stringify(seen.headers)).not.toMatch(/sk-env-key|open sesame/);
  });

  it('that are missing are said to be missing, and nothing is sent', async () => {
    const sent = await send({ endpoint: 'live' }, {});
    expect(errorOf(sent)).toMatchObject({ kind: 'connection', type: 'no_api_key', retryable: false });
    expect(errorOf(sent)?.message).toMatch(/Setup/);
  });
});

describe('failures', () => {
  const answer = (status: number, body: string, headers: Record<string, string> = {}) => {
    handle = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_9', ...headers });
      response.end(body);
    };
  };
  const envelope = (type: string, message: string) =>
    JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_9' });

  it.each<[status: number, type: string, retryable: boolean]>([
    [400, 'invalid_request_error', false],
    [401, 'authentication_error', false],
    [403, 'permission_error', false],
    [404, 'not_found_error', false],
    [408, 'timeout_error', true],
    [409, 'conflict_error', true],
    [413, 'request_too_large', false],
    [422, 'invalid_request_error', false],
    [429, 'rate_limit_error', true],
    [500, 'api_error', true],
    [503, 'api_error', true],
    [504, 'timeout_error', true],
    [529, 'overloaded_error', true],
  ])('HTTP %i is told as the API told it, tried once', async (status, type, retryable) => {
    let asked = 0;
    const text = envelope(type, `because ${status}`);
    answer(status, text, { 'x-loupe-next-step': '5' });
    const inner = handle;
    handle = (...args) => {
      asked += 1;
      inner(...args);
    };
    const { outcome } = await send();
    expect(asked).toBe(1);
    expect(outcome).toEqual({
      ok: false,
      nextCursor: 5,
      error: {
        kind: 'http',
        status,
        type,
        message: `because ${status}`,
        body: JSON.parse(text),
        requestId: 'req_9',
        retryable,
      },
    });
  });

  it.each<[headers: Record<string, string>, wanted: Record<string, unknown>]>([
    [{ 'retry-after': '7' }, { retryAfterMs: 7000 }],
    [{ 'retry-after': '1.5' }, { retryAfterMs: 1500 }],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, { retryAfterMs: 250 }],
    [
      { date: 'Sun, 29 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 29 Nov 2026 10:00:20 GMT' },
      { retryAfterMs: 20_000 },
    ],
    [{ date: 'Sun, 29 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 29 Nov 2026 09:00:00 GMT' }, {}],
    [{ 'retry-after': '0' }, {}],
    [{ 'retry-after': 'soon' }, {}],
    [{ 'x-should-retry': 'false' }, { retryable: false, shouldRetry: false }],
  ])('%j is understood', async (headers, wanted) => {
    answer(429, envelope('rate_limit_error', 'slow down'), headers);
    const error = errorOf(await send());
    expect(error).toMatchObject({ retryable: true, ...wanted });
    if (!('retryAfterMs' in wanted)) expect(error).not.toHaveProperty('retryAfterMs');
  });

  it('x-should-retry: true makes a 400 worth another try', async () => {
    answer(400, envelope('invalid_request_error', 'odd'), { 'x-should-retry': 'true' });
    expect(errorOf(await send())).toMatchObject({ retryable: true, shouldRetry: true });
  });

  it('keeps the page of a proxy that is no API', async () => {
    answer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' });
    const error = errorOf(await send());
    expect(error).toMatchObject({
      kind: 'http',
      status: 502,
      type: 'api_error',
      body: '<html>Bad gateway</html>',
      retryable: true,
    });
    expect(error?.message).toMatch(/Is the address in Setup a Messages API/);
  });

  it('keeps no body where there is none', async () => {
    answer(500, '');
    expect(errorOf(await send())).not.toHaveProperty('body');
  });

  it('names a connection that is refused, without naming a key', async () => {
    const sent = await send(
      { endpoint: 'live' },
      { ANTHROPIC_API_KEY: 'sk-env-key-123456', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' },
    );
    expect(errorOf(sent)).toMatchObject({ kind: 'connection', type: 'connection_error', retryable: true });
    expect(errorOf(sent)?.message).toMatch(/ECONNREFUSED|fetch failed|bad port/);
    expect(JSON.stringify(sent)).not.toContain('sk-env-key');
  });

  it('a break behind the head is a broken stream that keeps what came', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_8', 'x-loupe-next-step': '2' });
      response.write('event: ping\n');
      setTimeout(() => response.destroy(), 10);
    };
    const { outcome, text, heads } = await send();
    expect([text, heads]).toEqual(['event: ping\n', [[200, 'req_8', 2]]]);
    expect(outcome).toMatchObject({
      ok: false,
      nextCursor: 2,
      error: { kind: 'stream', type: 'stream_error', requestId: 'req_8', retryable: true },
    });
  });

  it.each(['before the head', 'behind the head'])(
    'an abort %s is a cancellation, and the connection closes',
    async (when) => {
      const abort = new AbortController();
      const closed = new Promise<void>((resolve) => {
        handle = (_request, response) => {
          response.on('close', resolve);
          if (when === 'behind the head') {
            response.writeHead(200, { 'content-type': 'text/event-stream' });
            response.write('event: ping\n');
          } else abort.abort();
        };
      });
      const sent = await send({ signal: abort.signal, onBytes: () => abort.abort() });
      expect(errorOf(sent)).toMatchObject({ kind: 'cancelled', retryable: false });
      await closed;
    },
  );

  it('an abort before the start sends nothing', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(errorOf(await send({ signal: abort.signal }))).toMatchObject({ kind: 'cancelled' });
  });
});
