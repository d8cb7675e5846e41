import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_STREAM, accumulate, accumulateFrame } from './accumulate.ts';
import { finish, readStream, snapshot } from './accumulate-finish.ts';
import { encodeSse } from './sse.ts';
import { STOP, TEXT, close, delta, end, fold, json, open, start, text, tool } from './testing/stream-events.ts';

describe('a whole stream', () => {
  test('text, with pings and unknown events anywhere', () => {
    const unknown = { type: 'weather_report', index: 9 };
    const result = fold([
      { type: 'ping' },
      unknown,
      start(),
      TEXT,
      { type: 'ping' },
      text('Hi'),
      unknown,
      text('!'),
      close(0),
      end(),
      STOP,
      unknown,
    ]);
    expect(result).toMatchObject({ complete: true, problem: null, partial: null, unknownEvents: 3, notes: [] });
    expect(result.message).toEqual({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'Hi!' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 31, output_tokens: 18, cache_read_input_tokens: 7 },
      new_field: 1,
    });
  });

  test('usage counters are running totals: replaced, null is no news, lower values count', () => {
    const reports = [
      end('tool_use', { output_tokens: 9, input_tokens: null, cache_read_input_tokens: 5 }),
      end('tool_use', { output_tokens: 8, server_tool_use: { web_search_requests: 2 } }),
    ];
    expect(fold([start(), ...reports, STOP]).message?.usage).toEqual({
      input_tokens: 31,
      output_tokens: 8,
      cache_read_input_tokens: 5,
      server_tool_use: { web_search_requests: 2 },
    });
  });

  test('thinking, signature (the last one wins), citations, fields of a compaction', () => {
    const result = fold([
      start(),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Need ' }),
      delta(0, { type: 'thinking_delta', thinking: 'it.' }),
      delta(0, { type: 'signature_delta', signature: 'one' }),
      delta(0, { type: 'signature_delta', signature: 'two' }),
      close(0),
      open(1, { type: 'text', text: 'A', citations: [{ n: 0 }] }),
      delta(1, { type: 'citations_delta', citation: { n: 1 } }),
      delta(1, { type: 'citations_delta', citation: { n: 2 } }),
      text('B', 1),
      close(1),
      open(2, { type: 'compaction', content: null }),
      delta(2, { type: 'compaction_delta', content: 'summary', encrypted_content: 'x' }),
      close(2),
      open(3, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
      close(3),
      end(),
      STOP,
    ]);
    expect(result.message?.content).toEqual([
      { type: 'thinking', thinking: 'Need it.', signature: 'two' },
      { type: 'text', text: 'AB', citations: [{ n: 0 }, { n: 1 }, { n: 2 }] },
      { type: 'compaction', content: 'summary', encrypted_content: 'x' },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    ]);
  });

  test('a surrogate pair split over two deltas is one character', () => {
    expect(fold([start(), TEXT, text('\ud83d'), text('\udc1f'), close(0), end(), STOP]).message?.content).toEqual([
      { type: 'text', text: '🐟' },
    ]);
  });

  test('stop_details and a container come through, a null container erases none', () => {
    const refusal = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_details: { category: 'cyber' }, container: { id: 'c' } },
      usage: { output_tokens: 1 },
    };
    const again = { type: 'message_delta', delta: { container: null }, usage: { output_tokens: 1 } };
    expect(fold([start(), refusal, again, STOP]).message).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { category: 'cyber' },
      container: { id: 'c' },
    });
  });
});

describe('tool input', () => {
  const called = (pieces: string[], block = tool()) =>
    fold([start(), block, ...pieces.map((piece) => json(piece)), close(0), end('tool_use'), STOP]);

  test.each([
    ['no delta', [], {}],
    ['one empty delta', [''], {}],
    ['blanks', [' ', '\n'], {}],
    ['an object in pieces', ['', '{"a"', ':"b\\u00', 'e9"}'], { a: 'bé' }],
    ['an own __proto__ key', ['{"__proto__":{"a":1}}'], JSON.parse('{"__proto__":{"a":1}}')],
  ])('%s', (_name, pieces, input) => {
    const result = called(pieces);
    expect(result.message?.content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'write_file', input }]);
    expect(result.rawInput.size).toBe(0);
  });

  test('input that stands in content_block_start is kept, deltas replace it, text there is parsed', () => {
    expect(called([], tool('toolu_1', { a: 1 })).message?.content[0]?.input).toEqual({ a: 1 });
    expect(called(['{"b":2}'], tool('toolu_1', { a: 1 })).message?.content[0]?.input).toEqual({ b: 2 });
    expect(called([], tool('toolu_1', '{"c":3}')).message?.content[0]?.input).toEqual({ c: 3 });
    expect(called([], tool('toolu_1', null)).message?.content[0]?.input).toEqual({});
  });

  test.each([
    ['{"path":"notes.md","body":"alpha be', 'truncated', null],
    ['{"find":"a","put":"b"}}', 'invalid', 22],
    ['{"a": nope}', 'invalid', 6],
    ['["a"]', 'invalid', 0],
    ['"a"', 'invalid', 0],
    ['null', 'invalid', 0],
  ])('%s is never silently {}', (raw, reason, at) => {
    const result = called([raw.slice(0, 3), raw.slice(3)]);
    expect(result.complete).toBe(true);
    expect(result.message?.content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'write_file', input: {} }]);
    expect([...result.rawInput]).toEqual([['toolu_1', raw]]);
    expect(result.inputProblems).toMatchObject([
      { block: 0, toolUseId: 'toolu_1', name: 'write_file', reason, at, raw },
    ]);
  });

  test('a block without an id keeps its problem', () => {
    const result = called(['{'], tool(null));
    expect(result.rawInput.size).toBe(0);
    expect(result.inputProblems).toMatchObject([{ block: 0, toolUseId: null, reason: 'truncated' }]);
  });

  test('server calls are read alike', () => {
    const block = open(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} });
    expect(called(['{"query":"x"}'], block).message?.content[0]).toMatchObject({ input: { query: 'x' } });
  });
});

describe('frames', () => {
  test('a nameless frame is read and noted once', () => {
    const nameless = [start(), end(), STOP].map((event) => ({ data: JSON.stringify(event), raw: '' }));
    const result = finish([...nameless, { data: '[DONE]', raw: '' }].reduce(accumulateFrame, EMPTY_STREAM));
    expect(result).toMatchObject({ complete: true, notes: [{ kind: 'nameless-frame', index: 0 }], unknownEvents: 1 });
  });

  test('bad JSON in a named frame is fatal', () => {
    const state = accumulateFrame(accumulate(EMPTY_STREAM, start()), {
      event: 'content_block_start',
      data: '{"x',
      raw: '',
    });
    expect(finish(state).problem).toMatchObject({
      kind: 'bad-json',
      event: 'content_block_start',
      data: '{"x',
      retryable: false,
    });
  });
});

describe('snapshot', () => {
  test('grows with each event and is null before the head', () => {
    expect(snapshot(EMPTY_STREAM)).toEqual({ message: null, partialInput: new Map(), open: [], complete: false });
    let state = [start(), TEXT, text('He')].reduce(accumulate, EMPTY_STREAM);
    const early = snapshot(state);
    state = [text('llo'), close(0), tool('toolu_1', {}, 1), json('{"pa', 1)].reduce(accumulate, state);
    expect(snapshot(state)).toMatchObject({
      message: { content: [{ text: 'Hello' }, { type: 'tool_use', input: {} }] },
      partialInput: new Map([[1, '{"pa']]),
      open: [1],
      complete: false,
    });
    expect(early.message?.content).toEqual([{ type: 'text', text: 'He' }]);
  });
});

describe('properties', () => {
  const field = fc.oneof(
    fc.constantFrom('type', 'index', 'delta', 'message', 'content_block', 'usage', 'error', '__proto__'),
    fc.string(),
  );
  const type = fc.constantFrom(
    'ping',
    'error',
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
    'x',
  );
  const sane = fc.constantFrom(
    start(),
    TEXT,
    tool('toolu_1', {}, 1),
    text('a'),
    json('{', 1),
    close(0),
    close(1),
    end(),
    STOP,
  );
  const wild = fc
    .tuple(fc.dictionary(field, fc.jsonValue()), type)
    .map(([fields, name]) => ({ ...fields, type: name }));
  const events = fc.array(fc.oneof(sane, sane, sane, wild), { maxLength: 20 });

  test('garbage never throws, states are never changed, every result says why', () => {
    fc.assert(
      fc.property(events, (list) => {
        const states = [EMPTY_STREAM];
        for (const event of list) states.push(accumulate(states.at(-1)!, event));
        const before = JSON.stringify(states.map(finish));
        const result = finish(states.at(-1)!);
        expect(result.complete).toBe(result.problem === null);
        expect(result.complete).toBe(result.message !== null);
        expect(states.at(-1)!.events).toBe(list.length);
        snapshot(states.at(-1)!);
        expect(JSON.stringify(states.map(finish))).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });

  test('garbage bytes never throw', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        expect(readStream(chunks).complete).toBe(false);
      }),
    );
  });
});

test('a long answer costs linear time', () => {
  const time = (count: number) => {
    const list = [
      start(),
      TEXT,
      ...Array.from({ length: count }, () => text('twelve chars')),
      close(0),
      tool('toolu_1', {}, 1),
    ];
    const pieces = Array.from({ length: count }, (_, index) => json(index === 0 ? '{"a":"' : 'xxxxxxxxxxxx', 1));
    const begun = performance.now();
    const result = fold([...list, ...pieces, json('"}', 1), close(1), end(), STOP]);
    expect(result.complete && result.inputProblems).toEqual([]);
    return performance.now() - begun;
  };
  time(5_000);
  expect(time(160_000)).toBeLessThan(40 * Math.max(time(20_000), 5));
});

test('readStream takes bytes in any pieces', () => {
  const bytes = new TextEncoder().encode(
    [start(), TEXT, text('Skūnis 🐟'), close(0), end(), STOP].map(encodeSse).join(''),
  );
  expect(readStream([bytes]).message?.content).toEqual([{ type: 'text', text: 'Skūnis 🐟' }]);
  expect(readStream([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(readStream([bytes]));
});
