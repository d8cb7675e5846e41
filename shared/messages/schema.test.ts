import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestJsonSchema } from './json-schema.ts';
import { isMessage, isRequestBody, isResponseMessage, whyNotMessages, whyNotRequest } from './schema.ts';
import { assistant, body, call, result, user } from './testing/conversation.ts';
import { LEGAL_REQUESTS } from './testing/legal-requests.ts';

describe('shapes', () => {
  it('pass what the API takes, unknown fields and blocks included', () => {
    for (const { request } of LEGAL_REQUESTS.filter(({ request }) => !Array.isArray(request)))
      expect(whyNotRequest(request)).toBeNull();
    expect(isMessage({ role: 'user', content: [{ type: 'hologram', x: 1 }], later: true })).toBe(true);
  });

  it('know a response', () => {
    const response = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage: { input_tokens: null },
    };
    expect(isResponseMessage(response)).toBe(true);
    expect(isResponseMessage({ ...response, role: 'user' })).toBe(false);
    expect(isRequestBody(response)).toBe(false);
  });

  it('judge anything without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(whyNotRequest(value) === null).toBe(isRequestBody(value));
      }),
    );
  });
});

describe('whyNotRequest', () => {
  it.each([
    [{ max_tokens: 1, messages: [] }, 'model', 'model is missing.'],
    [body([user('Hi.')], { max_tokens: '9' }), 'max_tokens', 'max_tokens: expected number.'],
    [
      body([{ role: 'tool', content: 'x' }]),
      'messages.0.role',
      'messages.0.role: expected one of "user"|"assistant"|"system".',
    ],
    [
      body([user('Go.'), assistant({ type: 'tool_use', name: 'x', input: {} })]),
      'messages.1.content.0.id',
      'messages.1.content.0.id is missing.',
    ],
    ['text', '', 'The document: expected object.'],
  ])('names the place in %j', (request, path, sentence) => {
    expect(whyNotRequest(request)).toEqual({ path, sentence });
  });

  it('does the same for messages', () => {
    expect(whyNotMessages([user('Go.'), assistant(call('a')), user(result('a'))])).toBeNull();
    expect(whyNotMessages([user('Go.'), 7])).toEqual({ path: '1', sentence: '1: expected object.' });
  });
});

describe('requestJsonSchema', () => {
  it('defines every name it refers to', () => {
    const schema = requestJsonSchema();
    const names = [...JSON.stringify(schema).matchAll(/#\/definitions\/(\w+)/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => name === undefined || !(name in (schema.definitions ?? {})))).toEqual([]);
  });

  it('offers models, roles and block types', () => {
    const schema = requestJsonSchema();
    expect(schema.properties?.['model']?.examples).toContain('claude-opus-5-5');
    expect(schema.definitions?.['message']?.properties?.['role']?.enum).toEqual(['user', 'assistant', 'system']);
    expect(schema.definitions?.['block_tool_use']?.required).toEqual(['type', 'id', 'input', 'name']);
  });
});
