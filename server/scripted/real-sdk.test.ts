import Anthropic, { BadRequestError, InternalServerError } from '@anthropic-ai/sdk';
import type { MessageParam, Tool, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../shared/scripted/scenario-types.ts';
import { resultFor } from '../../shared/scripted/tool-results.ts';
import { systemClock } from '../adapters/clock-system.ts';
import { builtInScenarios } from '../../shared/host/built-in-scenarios.ts';
import { listen, type Listening } from '../listen.ts';
import { createScriptedApi, type ScriptedEnv } from './api.ts';
import { judgeRequest } from '../../shared/scripted/judge.ts';

/* The official SDK, over a real socket, as any user's program would talk to this API. */

const request: Scenario['request'] = {
  model: 'claude-opus-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hi' }],
};
const done = { type: 'response', message: { content: 'Done.', stop_reason: 'end_turn' } } as const;
const start =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n';

const faults: Record<string, Scenario> = {
  overloaded: {
    id: 'overloaded',
    request,
    steps: [{ type: 'http_error', status: 529 }, { type: 'http_error', status: 529 }, done],
  },
  limited: {
    id: 'limited',
    request,
    steps: [{ type: 'http_error', status: 429, headers: { 'retry-after': '1' } }, done],
  },
  stubborn: {
    id: 'stubborn',
    request,
    steps: [{ type: 'http_error', status: 529, headers: { 'x-should-retry': 'false' } }, done],
  },
  reset: { id: 'reset', request, steps: [{ type: 'sse', chunks: [start], end: 'reset' }, done] },
  resetAtOnce: { id: 'resetAtOnce', request, steps: [{ type: 'sse', chunks: [], end: 'reset' }, done] },
  cut: {
    id: 'cut',
    request,
    steps: [{ type: 'sse', chunks: [start.slice(0, 40), start.slice(40)], end: 'eof' }, done],
  },
  hang: { id: 'hang', request, steps: [{ type: 'sse', chunks: [start], end: 'hang' }, done] },
  midError: {
    id: 'midError',
    request,
    steps: [
      {
        type: 'sse',
        chunks: [
          start,
          'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
        ],
      },
      done,
    ],
  },
  bytes: {
    id: 'bytes',
    request,
    steps: [{ type: 'sse', chunks: [{ b64: Buffer.from([0xff, 0x00, 0x80]).toString('base64') }, '\r\n'] }],
  },
  paced: { id: 'paced', request, steps: [{ ...done, stream: { chunkChars: 1, delayMs: 2 } }] },
};

let listening: Listening;
beforeAll(async () => {
  const app = new Hono<ScriptedEnv>();
  const lookup = (name: string) => faults[name] ?? builtInScenarios.builtIn(name, 'en');
  app.route('/scripted', createScriptedApi({ lookup, clock: systemClock, judge: judgeRequest }));
  listening = await listen((incoming, bindings) => app.fetch(incoming, bindings), '127.0.0.1', 0);
});
afterAll(() => listening.close());

const client = (scenario: string, options: ConstructorParameters<typeof Anthropic>[0] = {}) =>
  new Anthropic({ apiKey: 'any', baseURL: `${listening.url}/scripted/${scenario}`, logLevel: 'off', ...options });

const refund = builtInScenarios.builtIn('refund', 'en') as Scenario;
const body = refund.request as unknown as Anthropic.MessageCreateParamsNonStreaming;

type Ask = (messages: MessageParam[]) => Promise<Anthropic.Message>;

/** The loop as anybody would write it by hand. */
async function loop(ask: Ask): Promise<{ messages: MessageParam[]; requests: number }> {
  const messages = [...body.messages];
  for (let requests = 1; ; requests += 1) {
    const answer = await ask(messages);
    messages.push({ role: 'assistant', content: answer.content });
    if (answer.stop_reason !== 'tool_use') return { messages, requests };
    messages.push({ role: 'user', content: answer.content.flatMap(run) });
  }
}

function run(block: Anthropic.ContentBlock): ToolResultBlockParam[] {
  if (block.type !== 'tool_use') return [];
  const { content = '', is_error = false } = resultFor(refund, block) ?? {};
  return [{ type: 'tool_result', tool_use_id: block.id, content: content as string, is_error }];
}

describe('a loop written by hand', () => {
  it('reaches the end of the refund, asking for whole answers', async () => {
    const { messages, requests } = await loop((history) =>
      client('refund').messages.create({ ...body, messages: history }),
    );
    expect(requests).toBe(3);
    expect(JSON.stringify(messages.at(-1))).toContain('text');
  });

  it('reaches the same end, streaming', async () => {
    const whole = await loop((history) => client('refund@a').messages.create({ ...body, messages: history }));
    const streamed = await loop((history) =>
      client('refund@b')
        .messages.stream({ ...body, messages: history })
        .finalMessage(),
    );
    expect(streamed).toEqual(whole);
  });

  it('works through the tool runner of the SDK too', async () => {
    const tools = (refund.request.tools ?? []).map((tool) => ({
      ...(tool as unknown as Tool),
      run: (input: unknown) => String(resultFor(refund, { id: '', name: tool.name ?? '', input })?.content ?? ''),
      parse: (input: unknown) => input,
    }));
    const params = { ...body, tools } as unknown as Parameters<Anthropic['beta']['messages']['toolRunner']>[0];
    const last = (await client('refund@runner').beta.messages.toolRunner(params)) as Anthropic.Beta.BetaMessage;
    expect(last.stop_reason).toBe('end_turn');
  });

  it('counts tokens and lists models', async () => {
    const { input_tokens } = await client('refund').messages.countTokens({
      model: body.model,
      messages: body.messages,
    });
    expect(input_tokens).toBeGreaterThan(5);
    const models = await client('refund').models.list();
    expect(models.data.map(({ id }) => id)).toContain('claude-opus-5-5');
    expect((await client('refund').models.retrieve('claude-opus-5-5')).type).toBe('model');
    await expect(client('refund').models.retrieve('no-such')).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
  });
});

describe('refusals', () => {
  it('names the call whose result was dropped, in the envelope of the API', async () => {
    const first = await client('refund').messages.create(body);
    const call = first.content.find((block) => block.type === 'tool_use');
    const messages: MessageParam[] = [
      ...body.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: 'And?' },
    ];
    const error = await client('refund')
      .messages.create({ ...body, messages })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadRequestError);
    const { status, type, apiMessage, requestID, error: envelope } = error as BadRequestError;
    expect({ status, type }).toEqual({ status: 400, type: 'invalid_request_error' });
    expect(apiMessage).toContain(call?.id);
    expect(requestID).toMatch(/^req_/);
    expect(envelope).toMatchObject({ type: 'error', request_id: requestID });
  });

  it('knows no other scenario', async () => {
    await expect(client('none').messages.create(body)).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });
});

describe('faults', () => {
  const ask = (scenario: string, options = {}) =>
    client(scenario, options).messages.create({ ...request, stream: false } as never) as Promise<Anthropic.Message>;
  const stream = (scenario: string) =>
    client(scenario, { maxRetries: 0 })
      .messages.stream(request as never)
      .finalMessage();

  it('529 twice, then success, by the retries of the SDK', async () => {
    const counted: string[] = [];
    const counting: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      counted.push(String(answer.status));
      return answer;
    };
    const answer = await ask('overloaded', { fetch: counting });
    expect([answer.stop_reason, ...counted]).toEqual(['end_turn', '529', '529', '200']);
  });

  it('429 asks for the wait that the script says', async () => {
    const error = await ask('limited@once', { maxRetries: 0 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error' });
    expect((error as InternalServerError).headers?.get('retry-after')).toBe('1');
  });

  it('x-should-retry: false is obeyed', async () => {
    await expect(ask('stubborn')).rejects.toBeInstanceOf(InternalServerError);
  });

  it('a reset breaks the connection after what was sent', async () => {
    const seen: string[] = [];
    const raw = await client('reset', { maxRetries: 0 }).messages.create({ ...request, stream: true } as never);
    const read = async () => {
      for await (const event of raw as unknown as AsyncIterable<{ type: string }>) seen.push(event.type);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(seen).toEqual(['message_start']);
    // Served once: the next try of the same conversation gets the answer.
    expect((await stream('reset')).stop_reason).toBe('end_turn');
  });

  it('a reset before the first byte comes after the head', async () => {
    await expect(stream('resetAtOnce')).rejects.toThrow('terminated');
  });

  it('a reset without a stream is a connection error', async () => {
    await expect(ask('resetAtOnce@json', { maxRetries: 0 })).rejects.toMatchObject({
      message: expect.stringMatching(/Connection error|terminated/),
    });
  });

  it('a cut ends the body early', async () => {
    await expect(stream('cut')).rejects.toThrow(/without producing a Message/);
  });

  it('an error event in the middle is thrown as one', async () => {
    await expect(stream('midError')).rejects.toMatchObject({ type: 'overloaded_error' });
  });

  it('a hang stays silent until the client leaves', async () => {
    const abort = new AbortController();
    const response = await client('hang')
      .messages.create({ ...request, stream: true } as never, { signal: abort.signal })
      .asResponse();
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    const silent = reader.read();
    abort.abort();
    await expect(silent).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('raw bytes arrive exactly as written', async () => {
    const response = await client('bytes')
      .messages.create({ ...request, stream: true } as never)
      .asResponse();
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0x00, 0x80, 0x0d, 0x0a]);
  });

  it('a paced stream arrives in pieces', async () => {
    const response = await client('paced')
      .messages.create({ ...request, stream: true } as never)
      .asResponse();
    const text = await response.text();
    expect(text.match(/text_delta/g)).toHaveLength('Done.'.length);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  it('a script that has run out says so and is not tried again', async () => {
    const messages = [...request.messages, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'More' }];
    const error = await client('paced')
      .messages.create({ ...request, messages } as never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 500, apiMessage: 'the script has no further answer' });
  });
});
