import { describe, expect, test } from 'vitest';
import type { ContentBlock, Message, RequestBody } from '../messages/types.ts';
import { impactOf } from './impact.ts';

const mark = { cache_control: { type: 'ephemeral' } } as const;
const text = (value: string, more: object = {}): ContentBlock => ({ type: 'text', text: value, ...more });
const thinking: ContentBlock = { type: 'thinking', thinking: 't', signature: 's' };
const body = (messages: Message[], rest: Record<string, unknown> = {}): RequestBody => ({
  model: 'm',
  max_tokens: 1,
  ...rest,
  messages,
});

describe('the prompt cache', () => {
  const sent = body(
    [
      { role: 'user', content: [text('a'), text('b', mark)] },
      { role: 'assistant', content: 'c' },
    ],
    { system: [text('s', mark)], tools: [{ name: 'f' }] },
  );

  test('is kept when only something behind the last mark changes, or a mark moves', () => {
    const next = body(
      [
        { role: 'user', content: [text('a', mark), text('b')] },
        { role: 'assistant', content: 'C' },
      ],
      {
        system: [text('s')],
        tools: [{ name: 'f' }],
      },
    );
    expect(impactOf(sent, next, false)).toMatchObject({ cacheLostFrom: null, cacheLostTokens: 0 });
  });

  test.each([
    ['tools.0', { tools: [{ name: 'g' }], system: [text('s')] }, 'a'],
    ['system.0', { tools: [{ name: 'f' }], system: [text('S')] }, 'a'],
    ['messages.0.content.0', { tools: [{ name: 'f' }], system: [text('s')] }, 'A'],
  ])('is lost from %s on', (path, rest, first) => {
    const next = body([{ role: 'user', content: [text(first), text('b')] }], rest);
    const impact = impactOf(sent, next, false);
    expect(impact.cacheLostFrom).toBe(path);
    expect(impact.cacheLostTokens).toBeGreaterThan(0);
  });

  test('nothing marked, nothing lost', () => {
    expect(
      impactOf(body([{ role: 'user', content: 'a' }]), body([{ role: 'user', content: 'b' }]), false).cacheLostFrom,
    ).toBeNull();
    expect(impactOf(null, sent, true)).toMatchObject({ cacheLostFrom: null, thinking: [] });
  });
});

describe('bound thinking', () => {
  const sent = body([
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [thinking, text('a')] },
  ]);

  test('is stale behind a change and fresh behind none', () => {
    const grown = body([...sent.messages, { role: 'user', content: 'more' }]);
    expect(impactOf(sent, grown, true).thinking).toEqual([]);
    const edited = body([{ role: 'user', content: 'Q' }, ...sent.messages.slice(1)]);
    expect(impactOf(sent, edited, true).thinking).toEqual(['messages.1.content.0']);
    expect(impactOf(sent, edited, false).thinking).toEqual([]);
    expect(impactOf(sent, { ...sent, system: 'new' }, true).thinking).toEqual(['messages.1.content.0']);
  });

  test('a block that was not sent before is not judged', () => {
    const other = body([
      { role: 'user', content: 'Q' },
      { role: 'assistant', content: [{ ...thinking, signature: 'x' }] },
    ]);
    expect(impactOf(sent, other, true).thinking).toEqual([]);
  });
});
