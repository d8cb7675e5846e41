import { describe, expect, it } from 'vitest';
import { fix, fixProblem } from './repair.ts';
import { assistant, body, call, result, system, text, thought, user } from './testing/conversation.ts';

describe('fix', () => {
  it('gives the very same request back when there is no error, warnings or not', () => {
    const request = body([
      user('Go.'),
      assistant(call('a'), call('b')),
      user(result('a')),
      user(result('b'), 'Quick.'),
    ]);
    const done = fix({ request });
    expect(done.request).toBe(request);
    expect(done).toMatchObject({ fixed: [], edits: [] });
    expect(done.remaining.map(({ rule }) => rule)).toContain('parallel-results-split');
  });

  it('shares everything it does not touch', () => {
    const request = body([user('Go.'), assistant('Looking.', call('a')), user(result('a')), assistant(call('b'))]);
    const { request: after, fixed, edits } = fix({ request });
    const [before, now] = [request['messages'] as unknown[], after['messages'] as unknown[]];
    expect(now.slice(0, 4)).toEqual(before);
    now.slice(0, 4).forEach((message, index) => expect(message).toBe(before[index]));
    expect(after['tools']).toBe(request['tools']);
    expect(fixed).toEqual(['tool-use-unanswered']);
    expect(edits).toEqual([{ path: ['messages', 4], insert: [now[4]] }]);
  });

  it('repairs a bare list in its own paths', () => {
    const done = fix({ request: [user('Go.'), assistant(call('a'))] });
    expect(done.edits).toEqual([{ path: [2], insert: [expect.objectContaining({ role: 'user' })] }]);
    expect(done.remaining).toEqual([]);
  });

  it('leaves a bare list that only a body could help', () => {
    const request = [system('S.'), user('Hi.')];
    expect(fix({ request }).request).toBe(request);
  });

  it('leaves what has no repair and repairs the rest', () => {
    const { fixed, remaining } = fix({
      request: body([user('Go.'), assistant(call('a'))], {
        tools: [{ name: 'x', input_schema: { type: 'object', anyOf: [{}] } }],
      }),
    });
    expect(fixed).toEqual(['tool-use-unanswered']);
    expect(remaining.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual([
      'tool-schema-form',
    ]);
  });

  it('keeps who wrote what with the messages when they move', () => {
    const request = body([
      assistant('Cut.'),
      user('Go.'),
      assistant(''),
      user('On.'),
      assistant(thought(), 'Yes.'),
      user('More.'),
    ]);
    const provenance = { 'messages.2': { model: 'x' }, 'messages.4': { model: 'claude-opus-4-8' }, source: 'log' };
    const done = fix({ request, provenance });
    expect(done.provenance).toEqual({ 'messages.4': { model: 'claude-opus-4-8' }, source: 'log' });
    expect((done.request['messages'] as { role: string }[])[4]).toMatchObject({ role: 'assistant' });
    expect(done.remaining.map(({ rule, path }) => `${rule} ${path}`)).toContain(
      'thinking-foreign-signature messages.4.content.0',
    );
  });

  it('says why a call was not run when the answer was cut', () => {
    const request = body([user('Go.'), assistant(call('a'))]);
    const originalResponse = { content: [call('a')], stop_reason: 'max_tokens' };
    expect(JSON.stringify(fix({ request, originalResponse }).request)).toContain('cut off by max_tokens');
  });

  it('makes the same of the same', () => {
    const request = body([
      user('Go.'),
      assistant(call('x y')),
      user('Hm.'),
      assistant(call('x y')),
      user(result('x y')),
    ]);
    expect(JSON.stringify(fix({ request }).request)).toBe(
      JSON.stringify(fix({ request: structuredClone(request) }).request),
    );
  });
});

describe('fixProblem', () => {
  it('repairs one error and leaves the other', () => {
    const request = body([user('Go.'), assistant(call('a')), user('Hm.'), assistant(call('b'))]);
    const done = fixProblem({ request }, { rule: 'tool-use-unanswered', path: 'messages.1.content.0' });
    expect(done.fixed).toEqual(['tool-use-unanswered']);
    expect(done.remaining.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      'messages.3.content.0',
    ]);
  });

  it('repairs warnings too', () => {
    const request = body([
      user('Go.'),
      assistant(call('a'), call('b')),
      user(result('a')),
      user(result('b'), 'Quick.'),
    ]);
    const { request: after } = fixProblem(
      { request },
      { rule: 'parallel-results-split', path: 'messages.3.content.0' },
    );
    expect(after['messages']).toEqual([
      user('Go.'),
      assistant(call('a'), call('b')),
      user(result('a'), result('b')),
      user(text('Quick.')),
    ]);
    expect(
      fixProblem(
        { request: body([user('Hi.')], { max_tokens: 30_000 }) },
        { rule: 'non-streaming-too-long', path: 'max_tokens' },
      ).request,
    ).toMatchObject({ stream: true });
  });

  it('does nothing for a problem that is not there, has no repair, or was never a rule', () => {
    const request = body([user('Go.'), assistant(call('a'), 'x'), user(result('a'), 'Quick.')]);
    for (const problem of [
      { rule: 'tool-use-unanswered', path: 'messages.1.content.0' },
      { rule: 'text-after-tool-result', path: 'messages.2.content.1' },
      { rule: '__proto__', path: '' },
    ]) {
      expect(fixProblem({ request }, problem)).toMatchObject({ fixed: [], edits: [] });
      expect(fixProblem({ request }, problem).request).toBe(request);
    }
  });
});
