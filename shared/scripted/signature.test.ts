import { describe, expect, test } from 'vitest';
import type { ContentBlock, RequestBody } from '../messages/types.ts';
import { checkThinking, extendPrefix, isPrefixBound, prefixOf, signThinking, startPrefix } from './signature.ts';

const MODEL = 'claude-opus-5-5';
const tools = [{ name: 'lookup_order', input_schema: { type: 'object' } }, { name: 'process_refund' }];
const first = {
  system: 'Be kind.',
  tools,
  messages: [{ role: 'user' as const, content: 'My order A-1001 is broken.' }],
};

/** Two turns, each begun by a thinking block signed as the scripted API signs it. */
function conversation(model = MODEL, bound = true): RequestBody {
  const sign = (thinking: string, body: Pick<RequestBody, 'system' | 'tools' | 'messages'>): ContentBlock => ({
    type: 'thinking',
    thinking,
    signature: signThinking(model, thinking, bound ? prefixOf(body) : null),
  });
  const one = [
    sign('I need the record.', first),
    { type: 'tool_use', id: 't1', caller: { type: 'direct' }, name: 'lookup_order', input: {} },
  ];
  const messages = [
    ...first.messages,
    { role: 'assistant' as const, content: one },
    { role: 'user' as const, content: [{ type: 'tool_result', tool_use_id: 't1', content: 'delivered' }] },
  ];
  const two = [sign('Delivered: refund.', { ...first, messages }), { type: 'text', text: 'Done.' }];
  return {
    ...first,
    model,
    max_tokens: 10,
    messages: [...messages, { role: 'assistant', content: two }, { role: 'user', content: 'Thanks' }],
  };
}

function blocks(body: RequestBody, message: number): ContentBlock[] {
  return body.messages[message]!.content as ContentBlock[];
}

const verdicts = (body: RequestBody, bound?: boolean) =>
  checkThinking(body, bound).map(
    ({ path, verdict }) => `${path} ${verdict.kind}${'what' in verdict ? ` ${verdict.what}` : ''}`,
  );

test('what comes back as it was is fine', () => {
  expect(verdicts(conversation())).toEqual([]);
  expect(blocks(conversation(), 1)[0]?.signature).toMatch(/^sig_[0-9a-f]{60}$/);
  expect(blocks(conversation(MODEL, false), 1)[0]?.signature).toMatch(/^sig_[0-9a-f]{22}$/);
});

describe('harmless on the way back', () => {
  const harmless: [string, (body: RequestBody) => void][] = [
    ['cache marks', (body) => void (blocks(body, 1)[1]!.cache_control = { type: 'ephemeral' })],
    ['a text result as a list', (body) => void (blocks(body, 2)[0]!.content = [{ type: 'text', text: 'delivered' }])],
    ['is_error false', (body) => void (blocks(body, 2)[0]!.is_error = false)],
    ['null fields', (body) => void (blocks(body, 3)[1]!.citations = null)],
    ['no caller', (body) => void delete blocks(body, 1)[1]!.caller],
    [
      'a text question as a list',
      (body) => void (body.messages[0]!.content = [{ type: 'text', text: 'My order A-1001 is broken.' }]),
    ],
    [
      'a text system as a list',
      (body) => void (body.system = [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }]),
    ],
    ['other tool order', (body) => void body.tools?.reverse()],
    ['thinking removed from the beginning', (body) => void blocks(body, 1).shift()],
    ['something new behind the last thinking', (body) => void body.messages.push({ role: 'user', content: 'x' })],
    [
      'messages of one role joined',
      (body) => void body.messages.splice(4, 1, { role: 'user', content: 'Many' }, { role: 'user', content: 'thanks' }),
    ],
  ];
  test.each(harmless)('%s', (_name, change) => {
    const body = structuredClone(conversation());
    change(body);
    expect(verdicts(body)).toEqual([]);
  });
});

describe('noticed', () => {
  const noticed: [string, (body: RequestBody) => void, string[]][] = [
    [
      'thinking text changed',
      (body) => void (blocks(body, 1)[0]!.thinking = 'No.'),
      ['messages.1.content.0 changed', 'messages.3.content.0 prefix thinking'],
    ],
    [
      'signature cut short',
      (body) => void (blocks(body, 3)[0]!.signature = 'sig_12'),
      ['messages.3.content.0 other-model'],
    ],
    [
      'question edited',
      (body) => void (body.messages[0]!.content = 'Hi'),
      ['messages.1.content.0 prefix messages', 'messages.3.content.0 prefix messages'],
    ],
    [
      'result edited',
      (body) => void (blocks(body, 2)[0]!.content = 'shipped'),
      ['messages.3.content.0 prefix messages'],
    ],
    [
      'result marked as error',
      (body) => void (blocks(body, 2)[0]!.is_error = true),
      ['messages.3.content.0 prefix messages'],
    ],
    [
      'system changed',
      (body) => void (body.system = 'Be brief.'),
      ['messages.1.content.0 prefix system', 'messages.3.content.0 prefix system'],
    ],
    [
      'tool removed',
      (body) => void body.tools?.pop(),
      ['messages.1.content.0 prefix tools', 'messages.3.content.0 prefix tools'],
    ],
    [
      'a thinking block put between',
      (body) => void blocks(body, 2).push({ type: 'redacted_thinking', data: 'x' }),
      ['messages.3.content.0 prefix thinking'],
    ],
    [
      'another model',
      (body) => void (body.model = 'claude-sonnet-5-5'),
      ['messages.1.content.0 other-model', 'messages.3.content.0 other-model'],
    ],
  ];
  test.each(noticed)('%s', (_name, change, expected) => {
    const body = structuredClone(conversation());
    change(body);
    expect(verdicts(body)).toEqual(expected);
  });
});

test('models that do not bind check the text only', () => {
  const body = conversation('claude-opus-5', false);
  body.messages[0]!.content = 'Something else';
  expect(verdicts(body)).toEqual([]);
  blocks(body, 1)[0]!.thinking = 'No.';
  expect(verdicts(body)).toEqual(['messages.1.content.0 changed']);
  const edited = conversation();
  edited.system = 'Other';
  expect(verdicts(edited, false)).toEqual([]);
});

test('a literal signature is accepted as given', () => {
  const body = conversation();
  blocks(body, 1)[0]!.signature = 'EqQBCgIYAhIM';
  delete blocks(body, 3)[0]!.signature;
  expect(verdicts(body)).toEqual([]);
});

test('a compaction starts the prefix anew', () => {
  const summary = { type: 'compaction', content: 'They asked for a refund.' };
  const long = first.messages.reduce(
    (prefix, { role, content }) => extendPrefix(prefix, role, { type: 'text', text: content }),
    startPrefix(first),
  );
  expect(extendPrefix(long, 'assistant', summary)).toEqual(extendPrefix(startPrefix(first), 'assistant', summary));
  const failed = { type: 'compaction', content: null };
  expect(extendPrefix(long, 'assistant', failed)).not.toEqual(extendPrefix(startPrefix(first), 'assistant', failed));
});

test.each([
  ['claude-opus-5-5', true],
  ['claude-opus-5-5-20260901', true],
  ['claude-opus-5', false],
  ['claude-haiku-5-5', true],
  ['claude-fable-5', false],
])('%s binds: %s', (model, bound) => {
  expect(isPrefixBound(model)).toBe(bound);
});

test('many thinking blocks cost linear time', () => {
  const time = (turns: number) => {
    const messages = Array.from({ length: turns }, () => ({
      role: 'assistant' as const,
      content: [
        { type: 'thinking', thinking: 'x', signature: 'sig_1' },
        { type: 'text', text: 'word '.repeat(50) },
      ],
    }));
    const begun = performance.now();
    expect(checkThinking({ model: MODEL, messages })).toHaveLength(turns);
    return performance.now() - begun;
  };
  time(500);
  expect(time(8_000)).toBeLessThan(40 * Math.max(time(1_000), 5));
});
