import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';

const messages = [{ role: 'user', content: 'Hi.' }];
const request = { model: 'm', max_tokens: 1, messages };

describe('readDocument', () => {
  it('knows the three forms', () => {
    expect(readDocument(messages)).toMatchObject({ form: 'messages', request: messages, at: [] });
    expect(readDocument(request)).toMatchObject({ form: 'request', request, at: [] });
    expect(readDocument({ request, original_response: { id: 1 }, provenance: {} })).toMatchObject({
      form: 'recorded',
      request,
      originalResponse: { id: 1 },
      provenance: {},
      at: ['request'],
    });
    expect(readDocument({ request, response: {} })).toMatchObject({ form: 'recorded' });
  });

  it('takes a request that lacks its messages for one, so that lint can say so', () => {
    expect(readDocument({ model: 'm', max_tokens: 1 })).toMatchObject({ form: 'request' });
    expect(readDocument([])).toMatchObject({ form: 'messages' });
  });

  it.each([
    [null],
    ['text'],
    [7],
    [{}],
    [{ a: 1 }],
    [[1, 2]],
    [[{ event: 'x' }]],
    [{ request: { a: 1 } }],
    [{ type: 'message', role: 'assistant', content: [], model: 'm' }],
  ])('says what is wrong with %j', (document) => {
    expect(readDocument(document)).toEqual({ problem: expect.stringMatching(/^(?:This|"request").*\.$/) });
  });
});
