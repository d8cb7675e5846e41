import { describe, expect, it } from 'vitest';
import { EXAMPLE_REQUEST } from './example-request.ts';
import { readRequest } from './read-request.ts';

const read = (value: unknown) => readRequest(JSON.stringify(value), 'claude-opus-5-5');
const HELLO = { role: 'user', content: 'Hello' };

describe('a request that a person pastes', () => {
  it('may be a whole body, whose unknown fields stay', () => {
    const request = { model: 'm', max_tokens: 1, messages: [HELLO], new_field: { a: 1 } };
    expect(read(request)).toEqual({ ok: true, request });
  });

  it('may be a bare messages array', () => {
    expect(read([HELLO])).toEqual({
      ok: true,
      request: { model: 'claude-opus-5-5', max_tokens: 4096, messages: [HELLO] },
    });
  });

  it('is read from the example that the window offers', () => {
    expect(readRequest(EXAMPLE_REQUEST, '')).toMatchObject({ ok: true });
  });

  it.each([
    ['text', 'notObject'],
    [{ model: 'm', max_tokens: 1 }, 'noMessages'],
    [{ model: 'm', max_tokens: 1, messages: [] }, 'noMessages'],
    [[HELLO, { role: 'user' }], 'badEntry'],
    [{ max_tokens: 1, messages: [HELLO] }, 'noModel'],
    [{ model: 'm', max_tokens: 0, messages: [HELLO] }, 'noMaxTokens'],
  ])('is refused in words: %j', (value, code) => {
    expect(read(value)).toMatchObject({ ok: false, fault: { code } });
  });

  it('says where the JSON breaks', () => {
    expect(readRequest('{\n  "model": m\n}', '')).toMatchObject({
      ok: false,
      fault: { code: 'notJson', fault: { line: 2, column: 12 } },
    });
  });
});
