import { describe, expect, it } from 'vitest';
import type { Scenario, ScriptProblem } from '../../shared/scripted/scenario-types.ts';
import { createSimulatedClock } from '../adapters/clock-simulated.ts';
import { createScriptedApi, type ScriptedApiDeps } from './api.ts';
import { fault } from '../../shared/scripted/fault.ts';

/* Without sockets: what headless runs use. */

const request = { model: 'claude-opus-5-5', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const answer = (text: string) =>
  ({ type: 'response', message: { content: text, stop_reason: 'end_turn', usage: { output_tokens: 20 } } }) as const;
const scenario: Scenario = {
  id: 's',
  request: request as Scenario['request'],
  steps: [
    { type: 'http_error', status: 529 },
    answer('first'),
    { type: 'sse', chunks: ['data: x\n\n'], end: 'reset' },
    answer('{{result.gone}}'),
  ],
};

function api(deps: Partial<ScriptedApiDeps> = {}) {
  const clock = createSimulatedClock();
  const app = createScriptedApi({
    lookup: (name) => (name === 's' ? scenario : null),
    clock,
    judge: () => null,
    ...deps,
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    // As the runner does around every request.
    const idle = clock.busy();
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01', 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { response, idle };
  };
  const status = async (...args: Parameters<typeof post>) => {
    const { response, idle } = await post(...args);
    idle();
    return response.status;
  };
  return { app, clock, post, status };
}
const messages = '/s/v1/messages';

describe('where the script stands', () => {
  it('is told by x-loupe-step and answered by x-loupe-next-step', async () => {
    const { post } = api();
    const at = async (step: string) => {
      const { response, idle } = await post(messages, request, { 'x-loupe-step': step });
      idle();
      return [response.status, response.headers.get('x-loupe-next-step')];
    };
    expect(await at('0')).toEqual([529, '1']);
    expect(await at('1')).toEqual([200, '2']);
    expect(await at('9')).toEqual([500, '9']);
  });

  it('is read from the request without the header, faults once each', async () => {
    const { status } = api();
    expect([await status(messages, request), await status(messages, request), await status(messages, request)]).toEqual(
      [529, 200, 200],
    );
  });

  it('is separate for each key and each first question', async () => {
    const { status } = api();
    expect(await status('/s@one/v1/messages', request)).toBe(529);
    expect(await status('/s@one/v1/messages', request)).toBe(200);
    expect(await status('/s@two/v1/messages', request)).toBe(529);
    expect(await status('/s@one/v1/messages', { ...request, messages: [{ role: 'user', content: 'Other' }] })).toBe(
      529,
    );
  });

  it('is forgotten after ten idle minutes', async () => {
    const { clock, status } = api();
    await status(messages, request);
    await new Promise<void>((resolve) => clock.timer(10 * 60_000 + 1, resolve));
    expect(await status(messages, request)).toBe(529);
  });
});

describe('time', () => {
  it('is 300 ms and 10 ms per output token for a run of Loupe', async () => {
    const { clock, post } = api();
    const { response } = await post(messages, { ...request, stream: true }, { 'x-loupe-step': '1' });
    expect(clock.now()).toBe(300);
    await response.text();
    expect(Math.round(clock.now())).toBe(500);
  });

  it('is the same for an answer that is no stream', async () => {
    const { clock, post } = api();
    await post(messages, request, { 'x-loupe-step': '1' });
    expect(clock.now()).toBe(500);
  });

  it('is none for another client, and always some in a headless run', async () => {
    const other = api();
    await other.post(messages, request);
    await other.post(messages, request);
    expect(other.clock.now()).toBe(0);
    const headless = api({ naturalPace: 'always' });
    await headless.post(messages, request);
    expect(headless.clock.now()).toBe(300);
  });
});

describe('a body without a socket', () => {
  it('breaks with an error of the body', async () => {
    const { post } = api();
    const { response } = await post(messages, { ...request, stream: true }, { 'x-loupe-step': '2' });
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('stops when its reader leaves, and lets the clock go on', async () => {
    const hanging: Scenario = { ...scenario, steps: [{ type: 'sse', chunks: ['data: x\n\n'], end: 'hang' }] };
    const { clock, post } = api({ lookup: () => hanging });
    const { response, idle } = await post(messages, { ...request, stream: true });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    const silent = reader.read();
    let fired = false;
    clock.timer(1000, () => (fired = true));
    while (!fired) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(1000);
    await reader.cancel();
    expect((await silent).done).toBe(true);
    idle();
  });
});

describe('what is refused before any rule', () => {
  it.each<[what: string, body: unknown, headers: Record<string, string>, status: number, message: string | RegExp]>([
    ['no version', request, { 'anthropic-version': '' }, 400, /anthropic-version/],
    [
      'an odd version',
      request,
      { 'anthropic-version': '2020-01-01' },
      400,
      'anthropic-version: "2020-01-01" is not a valid version',
    ],
    ['text', 'hello', {}, 400, /^The request body is not valid JSON: /],
    ['a list', [], {}, 400, 'Input should be a valid dictionary'],
    ['a deep value', `${'['.repeat(600)}${']'.repeat(600)}`, {}, 400, /nested/],
    ['too much', `"${'x'.repeat(33 * 1024 * 1024)}"`, {}, 413, 'Request exceeds the maximum size'],
  ])('%s', async (_what, body, headers, status, message) => {
    const { post } = api();
    const { response } = await post(messages, body, headers);
    const envelope = (await response.json()) as {
      type: string;
      error: { type: string; message: string };
      request_id: string;
    };
    expect([response.status, envelope.type]).toEqual([status, 'error']);
    expect(envelope.error.message).toMatch(message);
    expect(envelope.error.type).toBe(status === 413 ? 'request_too_large' : 'invalid_request_error');
    expect(response.headers.get('request-id')).toBe(envelope.request_id);
  });

  it('a missing version header', async () => {
    const response = await api().app.request(messages, { method: 'POST', body: JSON.stringify(request) });
    expect(await response.json()).toMatchObject({ error: { message: 'anthropic-version: header is required' } });
  });

  it.each(['2023-06-01', '2026-10-21'])(
    'but not version %s, with either kind of credential or none',
    async (version) => {
      const { status } = api();
      await status(messages, request);
      const credentials: Record<string, string>[] = [{ 'x-api-key': 'a' }, { authorization: 'Bearer b' }, {}];
      for (const credential of credentials) {
        expect(await status(messages, request, { 'anthropic-version': version, ...credential })).toBe(200);
      }
    },
  );

  it('a server-held thread, so that the SDK sends the whole history', async () => {
    const { response } = await api().post(messages, {
      ...request,
      thread: { type: 'continue', previous_message_id: 'msg_1' },
    });
    expect(await response.json()).toMatchObject({ error: { details: { error_code: 'thread_unsupported_request' } } });
  });

  it.each<[method: string, path: string, status: number]>([
    ['GET', messages, 405],
    ['POST', '/s/v1/other', 404],
    ['POST', '/nobody/v1/messages', 404],
    ['POST', '/v1/messages', 404],
  ])('%s %s: %i', async (method, path, status) => {
    const response = await api().app.request(path, {
      method,
      headers: { 'anthropic-version': '2023-06-01' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect([response.status, ((await response.json()) as { type: string }).type]).toEqual([status, 'error']);
  });
});

describe('judging', () => {
  it('gets the version, the betas and the endpoint, and its verdict is the answer', async () => {
    const judged: unknown[] = [];
    const { post } = api({
      judge: (_body, context) => {
        judged.push(context);
        return fault(400, 'messages: no');
      },
    });
    const headers = { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'one, two,' };
    const { response } = await post(`${messages}/count_tokens`, request, headers);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', message: 'messages: no' } });
    expect(judged).toEqual([{ apiVersion: '2026-10-21', betas: ['one', 'two'], endpoint: 'count_tokens' }]);
  });

  it('tells what a script could not do as written', async () => {
    const told: ScriptProblem[] = [];
    const { post } = api({ onProblems: (_name, problems) => void told.push(...problems) });
    await post(messages, request, { 'x-loupe-step': '3' });
    expect(told).toMatchObject([{ kind: 'template-missing', template: '{{result.gone}}' }]);
  });
});

describe('a root scenario', () => {
  it('answers without a name in the address, and the named ones beside it', async () => {
    const { status } = api({ root: '', lookup: (name) => (name === '' || name === 's' ? scenario : null) });
    expect([await status('/v1/messages', request), await status('/v1/messages', request)]).toEqual([529, 200]);
    expect([await status(messages, request), await status('/@key/v1/messages', request)]).toEqual([529, 529]);
  });
});
