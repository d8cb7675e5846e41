import { expect, it } from 'vitest';
import type { RequestBody } from '../messages/types.ts';
import { judgeLeniently, judgeRequest, type RequestContext } from './judge.ts';

const context: RequestContext = { apiVersion: '2023-06-01', betas: [], endpoint: 'messages' };
const body: RequestBody = { model: 'claude-opus-5-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };
const orphan = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_x', content: 'y' }] } as const;

it('accepts what the API accepts', () => {
  expect(judgeRequest(body, context)).toBeNull();
});

it('answers with the words of the API for the first fault in its order', () => {
  const faulty = { ...body, max_tokens: -1, messages: [...body.messages, orphan] } as unknown as RequestBody;
  expect(judgeRequest(faulty, context)).toEqual({
    status: 400,
    type: 'invalid_request_error',
    message: 'max_tokens: must be greater than or equal to 0',
  });
});

it('needs no max_tokens to count tokens', () => {
  const { max_tokens: _left, ...rest } = body;
  expect(judgeRequest(rest as RequestBody, context)?.message).toBe('max_tokens: Field required');
  expect(judgeRequest(rest as RequestBody, { ...context, endpoint: 'count_tokens' })).toBeNull();
});

it.each<[what: string, faulty: RequestBody, betas: string[], strict: boolean, lenient: boolean]>([
  ['an unknown key', { ...body, brand_new: 1 }, [], false, false],
  ['an unknown key beside a beta', { ...body, brand_new: 1 }, ['new-2026-12-01'], false, true],
  [
    'an unknown block beside a beta',
    { ...body, messages: [{ role: 'user', content: [{ type: 'hologram' }] }] },
    ['new-2026-12-01'],
    false,
    true,
  ],
  [
    'an orphan result beside a beta',
    { ...body, messages: [{ ...orphan, content: [...orphan.content] }] },
    ['new-2026-12-01'],
    false,
    false,
  ],
])('%s', (_what, faulty, betas, strict, lenient) => {
  expect(judgeRequest(faulty, { ...context, betas }) === null).toBe(strict);
  expect(judgeLeniently(faulty, { ...context, betas }) === null).toBe(lenient);
});
