import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../messages/canonical-json.ts';
import { countTokens, estimateBlock, estimateMessage, estimateRequest } from './tokens.ts';

test('frozen: recorded runs hold these numbers', () => {
  // {"text":"hi","type":"text"} has 27 bytes.
  expect(estimateBlock({ type: 'text', text: 'hi' })).toBe(7);
  expect(estimateMessage('hi')).toBe(10);
  expect(estimateMessage([{ type: 'text', text: 'hi' }])).toBe(10);
  expect(estimateMessage([])).toBe(3);
  const request = {
    system: 'hi',
    tools: [{ name: 'get_weather', description: 'Weather.', input_schema: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user' as const, content: 'hi' },
      {
        role: 'assistant' as const,
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: '奥斯汀' } }],
      },
    ],
  };
  expect(estimateRequest(request)).toBe(7 + 24 + 10 + (3 + 21));
  expect(countTokens(request)).toEqual({ input_tokens: 65 });
});

test('counts UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const block = { text };
      expect(estimateBlock(block)).toBe(Math.ceil(new TextEncoder().encode(canonicalJson(block)).length / 4));
    }),
    { examples: [['\ud83d'], ['🐟é'], ['']] },
  );
});

test('odd bodies count as what can be read of them', () => {
  expect(estimateRequest({ messages: null } as never)).toBe(0);
  expect(estimateRequest({ messages: [null, { role: 'user' }] } as never)).toBe(3);
});
