import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStream } from '../messages/accumulate-finish.ts';
import { encodeSse } from '../messages/sse.ts';
import type { ResponseMessage } from '../messages/types.ts';
import { messageToEvents, pieces } from './message-events.ts';

const usage = {
  input_tokens: 472,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 89,
  output_tokens_details: { thinking_tokens: 12 },
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: 'global',
  speed: 'standard',
};
const message: ResponseMessage = {
  id: 'msg_01Scripted',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  content: [
    { type: 'thinking', thinking: 'Need it.', signature: 'sig_1' },
    { type: 'tool_use', id: 'toolu_1', caller: { type: 'direct' }, name: 'get_weather', input: { city: 'Austin' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
  usage,
};

test('the events of one message, in the API’s grammar', () => {
  expect(messageToEvents(message, { chunkChars: 9 }).map((event) => JSON.stringify(event))).toEqual([
    '{"type":"message_start","message":{"id":"msg_01Scripted","type":"message","role":"assistant","model":"claude-opus-5-5","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":472,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"output_tokens_details":null,"server_tool_use":null,"service_tier":"standard","inference_geo":"global","speed":"standard"}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}',
    '{"type":"ping"}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Need it."}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"sig_1"}}',
    '{"type":"content_block_stop","index":0}',
    '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","caller":{"type":"direct"},"name":"get_weather","input":{}}}',
    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}',
    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\":\\""}}',
    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"Austin\\"}"}}',
    '{"type":"content_block_stop","index":1}',
    '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":472,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":89,"output_tokens_details":{"thinking_tokens":12},"server_tool_use":null}}',
    '{"type":"message_stop"}',
  ]);
});

test('no arguments: one empty delta; a result of a server tool: none at all', () => {
  const content = [
    { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  ];
  const deltas = messageToEvents({ ...message, content }, { chunkChars: 5 }).filter(
    (event) => event.type === 'content_block_delta',
  );
  expect(deltas).toEqual([
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
  ]);
});

test('raw input plays a cut call', () => {
  const rawInput = new Map([['toolu_1', '{"city":"Aus']]);
  const events = messageToEvents({ ...message, stop_reason: 'max_tokens' }, { chunkChars: 4, rawInput });
  const read = readStream(events.map((event) => new TextEncoder().encode(encodeSse(event))));
  expect(read).toMatchObject({ complete: true, inputProblems: [{ reason: 'truncated', toolUseId: 'toolu_1' }] });
  expect([...read.rawInput]).toEqual([...rawInput]);
});

describe('pieces', () => {
  test.each([
    ['', 3, []],
    ['abcdef', 4, ['abcd', 'ef']],
    ['a🐟b', 2, ['a🐟', 'b']],
    ['🐟🐟', 1, ['🐟', '🐟']],
    ['\ud83da', 1, ['\ud83d', 'a']],
    ['ab', 0, ['a', 'b']],
  ])('%j by %i', (text, size, list) => {
    expect(pieces(text, size)).toEqual(list);
  });
});

const text = fc.string({ unit: fc.constantFrom('a', 'é', '🐟', '\n', '\r', '"', '\\', '\u2028', '\ud83d', '发') });
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('text'), text, citations: fc.array(fc.record({ cited_text: text })) }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
  fc.record({ type: fc.constant('redacted_thinking'), data: text }),
  fc.record({
    type: fc.constantFrom('tool_use', 'server_tool_use', 'mcp_tool_use'),
    id: fc.uuid(),
    name: text,
    input: fc.dictionary(text, fc.jsonValue()),
  }),
  fc.record({
    type: fc.constant('web_search_tool_result'),
    tool_use_id: text,
    content: fc.array(fc.dictionary(text, text)),
  }),
);
const anyMessage = fc
  .record({
    content: fc.array(block, { maxLength: 4 }),
    stop_reason: fc.constantFrom('end_turn', 'tool_use', 'new_reason'),
    stop_sequence: fc.option(text),
    tokens: fc.nat(),
  })
  .map(({ tokens, ...fields }): ResponseMessage => ({
    ...message,
    ...fields,
    usage: { ...usage, output_tokens: tokens },
  }));
const wire = (value: ResponseMessage) => JSON.parse(JSON.stringify(value)) as ResponseMessage;

test('written, cut anywhere, read and folded, a message is itself again', () => {
  fc.assert(
    fc.property(
      anyMessage,
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(3_000), { maxLength: 40 }),
      (whole, chunkChars, cuts) => {
        const bytes = new TextEncoder().encode(messageToEvents(whole, { chunkChars }).map(encodeSse).join(''));
        const edges = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length];
        const read = readStream(edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge)));
        expect(read.problem).toBeNull();
        expect(read.notes).toEqual([]);
        expect(read.inputProblems).toEqual([]);
        expect(read.message).toEqual(wire(whole));
      },
    ),
  );
});
