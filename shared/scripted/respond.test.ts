import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStream } from '../messages/accumulate-finish.ts';
import { encodeSse } from '../messages/sse.ts';
import type { RequestBody } from '../messages/types.ts';
import { messageToEvents } from './message-events.ts';
import { respond, whoAnswers } from './respond.ts';
import type { ResponseStep, ScenarioStep, SseStep } from './scenario-types.ts';
import { checkThinking } from './signature.ts';
import { OVERLOADED, USER, ask, call, request, said, say, script, stream } from './testing/scripts.ts';
import { answerMs } from './time.ts';

describe('with a cursor', () => {
  test('the API step at or behind it answers, runner steps are passed over', () => {
    const scenario = script([say('one'), USER, { type: 'cancel' }, OVERLOADED, say('two')]);
    const walk = [0, 1, 2, 3, 4, 5].map((cursor) => {
      const { answer, nextCursor, place } = respond(scenario, { body: request, cursor });
      return [said(answer), nextCursor, place?.index ?? null];
    });
    expect(walk).toEqual([
      ['one', 1, 0],
      ['error 529', 4, 3],
      ['error 529', 4, 3],
      ['error 529', 4, 3],
      ['two', 5, 4],
      ['error 500', 5, null],
    ]);
  });

  test('response_each_turn repeats for ever', () => {
    const { type: _type, ...body } = call('toolu_{turn}');
    const scenario = script([say('one'), { ...body, type: 'response_each_turn' }]);
    const later = respond(scenario, { body: ask('a', 'b'), cursor: 1 });
    expect(later.nextCursor).toBe(1);
    expect(later.answer).toMatchObject({ message: { content: [{ id: 'toolu_3' }] } });
  });

  test('the header counts where no cursor is given', () => {
    const scenario = script([say('one'), say('two')]);
    expect(said(respond(scenario, { body: request, headers: { 'x-loupe-step': '1' } }).answer)).toBe('two');
    expect(said(respond(scenario, { body: request, headers: new Map([['x-loupe-step', '1']]) }).answer)).toBe('two');
    expect(said(respond(scenario, { body: request, headers: { 'x-loupe-step': '-1' } }).answer)).toBe('one');
  });

  test('a script that runs out says so and must not be retried', () => {
    const { answer, place } = respond(script([]), { body: request, cursor: 0 });
    expect(place).toBeNull();
    expect(answer).toMatchObject({
      status: 500,
      headers: { 'x-should-retry': 'false' },
      body: { type: 'error', error: { type: 'api_error', message: 'the script has no further answer' } },
    });
  });
});

describe('rules', () => {
  const scenario = script([say('by the script')], {
    rules: [
      { when: { turn: 2 }, respond: say('second') },
      {
        when: { saidByUser: { contains: 'error' } },
        respond: { type: 'http_error', status: 429, headers: { 'Retry-After': 7 } },
      },
    ],
  });

  test('the first that holds answers and the script does not move', () => {
    const response = respond(scenario, { body: ask('x'), cursor: 0 });
    expect(said(response.answer)).toBe('second');
    expect(response).toMatchObject({ place: { kind: 'rule', index: 0 }, nextCursor: 0 });
  });

  test('none holds: the script answers', () => {
    expect(said(respond(scenario, { body: request, cursor: 0 }).answer)).toBe('by the script');
    expect(whoAnswers(scenario, { body: request, cursor: 0 })).toEqual({ kind: 'step', index: 0 });
    expect(whoAnswers(scenario, { body: ask('x'), cursor: 0 })).toEqual({ kind: 'rule', index: 0 });
    expect(whoAnswers(scenario, { body: request, cursor: 1 })).toBeNull();
  });

  test('header names are lower case, values text, a missing body is the envelope', () => {
    const { answer } = respond(scenario, {
      body: { ...request, messages: [{ role: 'user', content: 'an error' }] },
      cursor: 0,
    });
    expect(answer).toMatchObject({
      headers: { 'retry-after': '7' },
      body: { type: 'error', error: { type: 'rate_limit_error' } },
    });
  });
});

describe('the message', () => {
  test('has every key of the API, in its order', () => {
    const { answer } = respond(script([call(undefined, { q: 1 })]), { body: request, cursor: 0 });
    if (answer.kind !== 'message') throw new Error('a message was expected');
    expect(Object.keys(answer.message)).toEqual([
      'id',
      'type',
      'role',
      'model',
      'content',
      'stop_reason',
      'stop_sequence',
      'stop_details',
      'container',
      'diagnostics',
      'usage',
    ]);
    expect(answer.message).toMatchObject({
      id: expect.stringMatching(/^msg_01[0-9A-Za-z]{22}$/),
      model: 'claude-opus-5-5',
      content: [
        {
          type: 'tool_use',
          id: expect.stringMatching(/^toolu_01[0-9A-Za-z]{22}$/),
          caller: { type: 'direct' },
          name: 'lookup',
          input: { q: 1 },
        },
      ],
      usage: { input_tokens: 10, output_tokens: 32, cache_read_input_tokens: 0, service_tier: 'standard' },
    });
  });

  test('ids are the same for the same place and differ for another', () => {
    const scenario = script([call(), call()]);
    const ids = [
      [request, 0],
      [request, 0],
      [request, 1],
      [ask('x'), 0],
    ].map(([body, cursor]) => {
      const response = respond(scenario, { body: body as RequestBody, cursor: cursor as number });
      if (response.answer.kind !== 'message') throw new Error('a message was expected');
      return [response.answer.message.id, response.answer.message.content[0]?.id, response.requestId];
    });
    expect(ids[0]).toEqual(ids[1]);
    expect(new Set(ids.flat()).size).toBe(9);
    const elsewhere = respond({ ...scenario, id: 'other' }, { body: request, cursor: 0 });
    expect(elsewhere.requestId).not.toBe(ids[0]?.[2]);
  });

  test('usage in the script wins counter by counter', () => {
    const step = say('hi');
    step.message.usage = { input_tokens: 90, cache_creation_input_tokens: 4 };
    const { answer } = respond(script([step]), { body: request, cursor: 0 });
    expect(answer).toMatchObject({
      message: {
        usage: {
          input_tokens: 90,
          output_tokens: 10,
          cache_creation_input_tokens: 4,
          cache_creation: { ephemeral_5m_input_tokens: 4 },
        },
      },
    });
  });

  test('templates are filled, and what is missing is a problem', () => {
    const scenario = script([
      call('toolu_{turn}_{{result.lookup/id}}', { q: '{{result.lookup/id}}', r: '{{result.lookup/none}}' }),
      say('{{result.lookup/id}}'),
    ]);
    const body: RequestBody = {
      ...request,
      messages: [
        ...request.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '{"id":7}' }] },
      ],
    };
    const { answer, problems } = respond(scenario, { body, cursor: 0 });
    expect(answer).toMatchObject({
      message: { content: [{ id: 'toolu_2_7', input: { q: 7, r: '{{result.lookup/none}}' } }] },
    });
    expect(problems).toMatchObject([
      { kind: 'template-missing', path: 'content.0.input.r', template: '{{result.lookup/none}}' },
    ]);
    expect(said(respond(scenario, { body, cursor: 1 }).answer)).toBe('7');
  });

  test('thinking without a signature is signed so that the next request passes the check', () => {
    const step: ResponseStep = {
      type: 'response',
      message: {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'thinking', thinking: 'Mine.', signature: 'literal' },
          { type: 'text', text: 'a' },
        ],
        stop_reason: 'end_turn',
      },
    };
    for (const model of ['claude-opus-5-5', 'claude-opus-5']) {
      const { answer } = respond(script([step]), { body: { ...request, model }, cursor: 0 });
      if (answer.kind !== 'message') throw new Error('a message was expected');
      expect(answer.message.content[1]?.signature).toBe('literal');
      expect(answer.message.usage.output_tokens_details).toEqual({ thinking_tokens: 3 });
      const next = { ...ask(answer.message.content), model };
      expect(checkThinking(next)).toEqual([]);
      next.messages[0] = { role: 'user', content: 'Edited' };
      expect(checkThinking(next)).toHaveLength(model === 'claude-opus-5-5' ? 1 : 0);
    }
  });
});

describe('raw streams', () => {
  const streaming = { ...request, stream: true };

  test('bytes are sent exactly so', () => {
    const step: SseStep = { type: 'sse', chunks: ['é', { b64: '8J+QnwA=' }], end: 'hang', delayMs: 5 };
    expect(respond(script([step]), { body: streaming, cursor: 0 }).answer).toEqual({
      kind: 'sse',
      chunks: [Uint8Array.of(0xc3, 0xa9), Uint8Array.of(0xf0, 0x9f, 0x90, 0x9f, 0)],
      end: 'hang',
      delayMs: 5,
    });
  });

  const unstreamed = (step: SseStep) => respond(script([step]), { body: request, cursor: 0 }).answer;

  test('a client that asked for JSON gets the message, the error or a broken connection', () => {
    expect(unstreamed(stream('whole', 'end_turn'))).toMatchObject({
      kind: 'message',
      message: { id: 'msg_raw', content: [{ text: 'whole' }] },
    });
    const error = encodeSse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
    expect(unstreamed({ type: 'sse', chunks: [error] })).toMatchObject({
      kind: 'http_error',
      status: 529,
      body: { error: { type: 'overloaded_error', message: 'Overloaded' } },
    });
    expect(unstreamed({ type: 'sse', chunks: ['event: message_start\n'] })).toMatchObject({
      kind: 'sse',
      chunks: [],
      end: 'reset',
    });
    expect(unstreamed({ type: 'sse', chunks: [], end: 'hang' })).toMatchObject({ end: 'hang' });
  });
});

describe('time', () => {
  test.each([
    ['an answer without a pace', say('hi'), 300 + 10 * 10],
    ['a pace, per delta', { ...say('abcdef'), stream: { chunkChars: 2, delayMs: 7 } }, 21],
    ['an error', OVERLOADED, 300],
    ['a raw stream', { type: 'sse', chunks: ['a', 'b'] }, 300],
    ['a raw stream with a pace', { type: 'sse', chunks: ['a', 'b'], delayMs: 4 }, 8],
  ] as [string, ScenarioStep, number][])('%s', (_name, step, ms) => {
    expect(answerMs(respond(script([step]), { body: { ...request, stream: true }, cursor: 0 }).answer)).toBe(ms);
  });
});

test('a whole answer over the wire is the message itself', () => {
  const { answer } = respond(script([{ ...say('Skūnis 🐟'), stream: { chunkChars: 1 } }]), {
    body: request,
    cursor: 0,
  });
  if (answer.kind !== 'message') throw new Error('a message was expected');
  const bytes = messageToEvents(answer.message, answer.stream).map((event) =>
    new TextEncoder().encode(encodeSse(event)),
  );
  expect(readStream(bytes).message).toEqual(answer.message);
});

test('a body with anything in it is answered, with a cursor and without one', () => {
  const key = fc.constantFrom('role', 'content', 'type', 'text', 'id', 'name', 'tool_use_id', 'signature', 'thinking');
  const word = fc.constantFrom('user', 'assistant', 'text', 'tool_use', 'tool_result', 'thinking', 'sig_12', 'lookup');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.constantFrom(null, 7, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value')),
    ),
  }));
  const step: ResponseStep = {
    type: 'response',
    message: { content: [{ type: 'thinking', thinking: '{{result.lookup/a}}' }], stop_reason: 'end_turn' },
  };
  const rules = [{ when: { result: { tool: 'lookup', contains: 'x' } }, respond: say('rule') }];
  fc.assert(
    fc.property(value, value, value, fc.constantFrom(null, 0), (messages, tools, system, cursor) => {
      const body = { ...request, messages, tools, system } as unknown as RequestBody;
      const { answer } = respond(script([step, stream('a', 'max_tokens')], { rules }), { body, cursor });
      expect(['message', 'http_error']).toContain(answer.kind);
      expect(checkThinking(body)).toBeInstanceOf(Array);
    }),
    { numRuns: 1_000 },
  );
});
