import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';
import {
  assistant,
  body,
  call,
  result,
  system,
  text,
  thought,
  tool,
  user,
  WEB_SEARCH,
} from './testing/conversation.ts';
import { RULES, ruleTitle } from './rules/registry.ts';

const rules = (...input: Parameters<typeof lint>): string[] => lint(...input).map(({ rule }) => rule);

describe('the report', () => {
  it('has errors first, in the order in which the API would find them, and marks the first', () => {
    const problems = lint({
      request: body([user('Hi.'), assistant(call('a')), { role: 'user', content: '' }, user(text(' '))], {
        stop_sequences: [''],
        max_tokens: -1,
        tools: [tool('a.b')],
        tool_choice: { type: 'never' },
        n: 1,
      }),
    });
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
    expect(errors).toEqual([
      'tool-choice-form',
      'tool-name-pattern',
      'max-tokens',
      'stop-sequences',
      'unknown-key',
      'empty-text',
      'tool-use-unanswered',
    ]);
    expect(problems.map(({ first }) => first)).toEqual([true, ...problems.slice(1).map(() => undefined)]);
  });

  it('marks no first where there is no error', () => {
    const problems = lint({ request: body([user('Hi.')], { max_tokens: 30_000 }) });
    expect(problems).toEqual([
      expect.objectContaining({ rule: 'non-streaming-too-long', severity: 'warning', api: null, fixable: true }),
    ]);
    expect(problems[0]).not.toHaveProperty('first');
  });

  it('tells a size that the edge refuses with its own status', () => {
    const request = body([user('x'.repeat(33 * 1024 * 1024))]);
    expect(lint({ request })[0]).toMatchObject({
      rule: 'request-too-large',
      path: '',
      api: { status: 413, type: 'request_too_large' },
      first: true,
    });
  });

  it('calls a name of another vendor a 404, and skips the rules of models', () => {
    const problems = lint({ request: body([user('Hi.'), assistant('{')], { model: 'gpt-4o' }) });
    expect(problems).toEqual([
      expect.objectContaining({
        rule: 'model-unknown',
        severity: 'warning',
        api: { status: 404, type: 'not_found_error', message: 'model: gpt-4o' },
      }),
    ]);
  });

  it('marks what it can only assume', () => {
    const [problem] = lint({ request: body([user('Hi.'), assistant('{')], { model: 'claude-sonnet-9' }) });
    expect(problem).toMatchObject({ rule: 'prefill-unsupported', assumed: true });
    expect(lint({ request: body([user('Hi.'), assistant('{')], { model: 'claude-opus-4-8' }) })[0]).not.toHaveProperty(
      'assumed',
    );
  });
});

describe('the same request under other circumstances', () => {
  const request = body([user('Hi.'), assistant('{')]);

  it('depends on the model asked for', () => {
    expect(rules({ request })).toEqual([]);
    expect(rules({ request, model: 'claude-opus-4-6' })).toEqual(['prefill-unsupported']);
  });

  it('as a bare list says nothing of models and settings', () => {
    expect(rules({ request: request['messages'] })).toEqual([]);
    expect(rules({ request: request['messages'], model: 'claude-opus-4-6' })).toEqual(['prefill-unsupported']);
    expect(rules({ request: [system('S.'), user('Hi.')] })).toEqual(['system-role-first']);
    expect(lint({ request: [system('S.'), user('Hi.')] })[0]?.fixable).toBe(false);
  });

  it('depends on the API version', () => {
    const warm = body([user('Hi.')], { temperature: 0.5 });
    expect(lint({ request: warm, apiVersion: '2023-06-01' })).toEqual([]);
    expect(lint({ request: warm })).toEqual([
      expect.objectContaining({ rule: 'sampling-removed', severity: 'info', api: null }),
    ]);
    expect(lint({ request: warm, apiVersion: '2026-10-21' })).toEqual([
      expect.objectContaining({ rule: 'sampling-removed', severity: 'error' }),
    ]);
    const cited = body([
      user({ ...text('x'), citations: [{ type: 'char_location' }] }),
      assistant({ type: 'document', source: {} }),
      user('y'),
    ]);
    expect(rules({ request: cited, apiVersion: '2023-06-01' })).toEqual([]);
    expect(lint({ request: cited, apiVersion: '2026-10-21' }).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['document-in-assistant', 'error'],
      ['citations-in-user', 'error'],
    ]);
  });

  it('depends on the beta headers, where they are known', () => {
    const odd = body([user({ type: 'hologram' })], { mcp_servers: [], brand_new: 1 });
    const severities = (betas?: string[]): string[] =>
      lint({ request: odd, betas }).map(({ rule, severity }) => `${severity} ${rule}`);
    expect(severities()).toEqual(['error block-type-unknown', 'error unknown-key', 'info unknown-key']);
    expect(severities([])).toEqual(['error block-type-unknown', 'error unknown-key', 'error unknown-key']);
    expect(severities(['new-2026-11-01'])).toEqual(['error block-type-unknown', 'error unknown-key']);
  });

  it('needs no max_tokens when tokens are counted', () => {
    const { max_tokens: _max, ...counted } = body([user('Hi.')]);
    expect(rules({ request: counted })).toEqual(['max-tokens']);
    expect(rules({ request: counted, countTokens: true })).toEqual([]);
  });
});

describe('a fault does not drag others along', () => {
  it.each([
    [
      'a role nobody knows between call and result',
      body([user('Go.'), assistant(call('a')), { role: 'observer', content: [result('a')] }]),
      ['role-not-allowed'],
    ],
    [
      'an unreadable content',
      body([user('Go.'), assistant(call('a')), { role: 'user', content: 7 }]),
      ['content-type'],
    ],
    [
      'a result in the wrong message',
      body([user('Go.'), assistant(call('a'), result('a')), user('Thanks.')]),
      ['block-wrong-role'],
    ],
    [
      'a result without its id',
      body([user('Go.'), assistant(call('a'), call('b')), user(result('a'), { type: 'tool_result', content: 'x' })]),
      ['tool-id-missing'],
    ],
    [
      'a forced tool, enabled thinking, and a model that takes neither',
      body([user('Go.')], {
        model: 'claude-opus-5-5',
        max_tokens: 4096,
        thinking: { type: 'enabled', budget_tokens: 2048 },
        tool_choice: { type: 'any' },
      }),
      ['thinking-type-unsupported', 'forced-tool-choice-unsupported'],
    ],
  ])('%s', (_title, request, expected) => {
    expect(
      lint({ request })
        .filter(({ severity }) => severity === 'error')
        .map(({ rule }) => rule),
    ).toEqual(expect.arrayContaining(expected));
    expect(lint({ request }).filter(({ severity }) => severity === 'error')).toHaveLength(expected.length);
  });
});

describe('warnings', () => {
  const warned = (request: unknown, more: Partial<Parameters<typeof lint>[0]> = {}): string[] =>
    lint({ request, ...more })
      .filter(({ severity }) => severity !== 'error')
      .map(({ rule, path, severity }) => `${severity} ${rule} ${path}`);

  it.each([
    [
      'text behind results',
      body([user('Go.'), assistant(call('a')), user(result('a'), 'Quick.')]),
      'warning text-after-tool-result messages.2.content.1',
    ],
    [
      'split results',
      body([user('Go.'), assistant(call('a'), call('b')), user(result('a')), user(result('b'))]),
      'warning parallel-results-split messages.3.content.0',
    ],
    [
      'a call of a tool that is not offered',
      body([user('Go.'), assistant(call('a', 'fly')), user(result('a'))]),
      'warning tool-use-unknown-tool messages.1.content.0.name',
    ],
    [
      'a history of calls without tools',
      body([user('Go.'), assistant(call('a')), user(result('a'))], { tools: [] }),
      'warning tools-missing tools',
    ],
    [
      'an input that does not fit',
      body([user('Go.'), assistant(call('a', 'look', { at: 5 })), user(result('a'))]),
      'warning tool-input-mismatch messages.1.content.0.input',
    ],
    [
      'a failure not marked as one',
      body([user('Go.'), assistant(call('a')), user(result('a', 'Error: ENOENT'))]),
      'info error-not-marked messages.2.content.0',
    ],
    [
      'a result without content',
      body([user('Go.'), assistant(call('a')), user(result('a', ''))]),
      'info tool-result-empty messages.2.content.0',
    ],
    [
      'an empty block in a result',
      body([user('Go.'), assistant(call('a')), user(result('a', [text('')]))]),
      'warning empty-result-text messages.2.content.0.content.0',
    ],
    [
      'a long tool name',
      body([user('Hi.')], { tools: [tool('x'.repeat(70))] }),
      'warning tool-name-pattern tools.0.name',
    ],
    [
      'a large image',
      body([user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(5_242_881) } })]),
      'warning image-too-large messages.0.content.0.source.data',
    ],
    [
      'a prompt too short to be cached',
      body([user({ ...text('x'), cache_control: { type: 'ephemeral' } })]),
      'warning cache-prompt-too-short messages.0.content.0.cache_control',
    ],
    [
      'a clock in a cached prompt',
      body([user('Hi.')], { system: [{ ...text('It is 2026-11-29T10:00.'), cache_control: { type: 'ephemeral' } }] }),
      'info cache-timestamp system.0',
    ],
    [
      'thinking switched off in the middle of a turn',
      body([user('Go.'), assistant(thought(), call('a')), user(result('a'))], { thinking: { type: 'disabled' } }),
      'warning thinking-toggled-mid-turn thinking.type',
    ],
    [
      'a compaction without its header',
      body([assistant({ type: 'compaction', content: 's' }), user('Go.')]),
      'warning block-type-beta messages.0.content.0',
    ],
    [
      'an empty message in a run',
      body([user('Hi.'), { role: 'user', content: '' }]),
      'warning empty-message-in-run messages.1.content',
    ],
  ])('%s', (_title, request, expected) => {
    expect(warned(request)).toContain(expected);
  });

  it('sees many blocks between two marks', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const messages = [
      user({ ...text('x'), ...mark }),
      assistant(...Array.from({ length: 25 }, (_unused, index) => `t${index}`)),
      user({ ...text('y'), ...mark }),
    ];
    expect(warned(body(messages))).toContain('warning cache-lookback messages.2.content.0.cache_control');
  });

  it('guesses that a prompt is too long only when it certainly is', () => {
    expect(warned(body([user('word '.repeat(300_000))]))).toContain('warning prompt-too-long messages');
    expect(warned(body([user('word '.repeat(30_000))]))).toEqual([]);
  });

  const recorded = (content: unknown[], reason: string): { originalResponse: unknown } => ({
    originalResponse: { content, stop_reason: reason },
  });

  it('holds the newest answer against its response', () => {
    const kept = body([user('Go.'), assistant('No'), user('Why?')]);
    expect(warned(kept, recorded([text('No')], 'refusal'))).toContain('warning answer-outcome messages.1.content');
    const cut = body([user('Go.'), assistant(call('a')), user(result('a'))]);
    expect(warned(cut, recorded([call('a')], 'max_tokens'))).toContain('warning answer-outcome messages.1.content.0');
    expect(warned(cut, recorded([text('First.'), call('a')], 'tool_use'))).toContain(
      'warning answer-rebuilt messages.1.content.0',
    );
    const paused = body([user('Go.'), assistant('So far.'), user('Go on.')], { tools: [WEB_SEARCH] });
    expect(warned(paused, recorded([text('So far.')], 'pause_turn'))).toContain('warning answer-outcome messages.2');
  });

  it('tells of thinking that was dropped or is another model’s', () => {
    const request = body([user('Go.'), assistant('Yes.'), user('More.')], {
      model: 'claude-opus-4-8',
      thinking: { type: 'adaptive' },
    });
    expect(warned(request, recorded([thought(), text('Yes.')], 'end_turn'))).toContain(
      'warning thinking-dropped messages.1.content',
    );
    const foreign = body([user('Go.'), assistant(thought(), 'Yes.'), user('More.')]);
    expect(warned(foreign, { provenance: { 'messages.1': { model: 'claude-opus-4-8' } } })).toEqual([
      'warning thinking-foreign-signature messages.1.content.0',
    ]);
    expect(warned(foreign, { provenance: { 'messages.1': { model: 'claude-sonnet-4-5-20250929' } } })).toEqual([]);
  });
});

describe('the registry', () => {
  it('has rules with unique ids of plain words and a title in both languages', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, title } of RULES) {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(title.en).toMatch(/\S/);
      expect(title['zh-CN']).toMatch(/[\u4E00-\u9FFF]/);
    }
  });

  it('gives the title of a rule, or the id of one nobody knows', () => {
    expect(ruleTitle('tool-use-unanswered', 'en')).toBe('A tool call has no result');
    expect(ruleTitle('tool-use-unanswered', 'zh-CN')).toBe('工具调用没有结果');
    expect(ruleTitle('__proto__', 'en')).toBe('__proto__');
  });
});
