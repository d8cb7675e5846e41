import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import { NO_RESULT, layOut } from './lay-out.ts';
import type { LayOutOptions } from './lay-out.ts';
import { Transcript, callOf } from './transcript.ts';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const use = (id: string, input: unknown = {}) => callOf(id, 'read', input);
const result = (id: string, content: unknown = 'ok'): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

/** `u` user, `a` assistant, each with its blocks. */
function laid(items: [who: 'u' | 'a', content: string | ContentBlock[]][], options?: LayOutOptions) {
  const transcript = new Transcript();
  for (const [who, content] of items) {
    if (who === 'u') transcript.user(content, []);
    else transcript.assistant(content, []);
  }
  return layOut(transcript.items, options);
}

/** Short picture of the messages: `u:hi a:call(x) u:result(x)`. */
function picture(out: ReturnType<typeof layOut>): string {
  const block = (each: ContentBlock) => {
    if (each.type === 'tool_use') return `call(${String(each.id)})`;
    if (each.type === 'tool_result')
      return each.content === NO_RESULT ? `made(${String(each.tool_use_id)})` : `result(${String(each.tool_use_id)})`;
    return String(each.text ?? each.type);
  };
  return out.messages
    .map(({ role, content }) => `${role[0]}:${typeof content === 'string' ? content : content.map(block).join('+')}`)
    .join(' | ');
}

describe('layOut', () => {
  it.each<[string, Parameters<typeof laid>[0], string, LayOutOptions?]>([
    [
      'leaves a plain chat alone',
      [
        ['u', 'hi'],
        ['a', [text('hello')]],
      ],
      'u:hi | a:hello',
    ],
    [
      'puts results of parallel calls into one message, in call order',
      [
        ['a', [use('x'), use('y')]],
        ['u', [result('y')]],
        ['u', [result('x')]],
      ],
      'a:call(x)+call(y) | u:result(x)+result(y)',
    ],
    [
      'puts results first',
      [
        ['a', [use('x')]],
        ['u', [text('look'), result('x')]],
      ],
      'a:call(x) | u:result(x)+look',
    ],
    [
      'moves a late result up',
      [
        ['a', [use('x')]],
        ['u', 'and?'],
        ['a', [text('wait')]],
        ['u', [result('x')]],
      ],
      'a:call(x) | u:result(x) | u:and? | a:wait',
    ],
    [
      'moves an early result down',
      [
        ['u', [result('x')]],
        ['a', [use('x')]],
      ],
      'a:call(x) | u:result(x)',
    ],
    [
      'answers calls of neighbouring answers behind the last of them',
      [
        ['a', [use('x')]],
        ['a', [use('y')]],
        ['u', [result('x'), result('y')]],
      ],
      'a:call(x) | a:call(y) | u:result(x)+result(y)',
    ],
    [
      'makes up a result that is missing',
      [
        ['a', [use('x'), use('y')]],
        ['u', [result('x')]],
        ['u', 'go on'],
      ],
      'a:call(x)+call(y) | u:result(x)+made(y) | u:go on',
    ],
    [
      'joins user messages where it is told to',
      [
        ['a', [use('x')]],
        ['u', [result('x')]],
        ['u', 'go on'],
      ],
      'a:call(x) | u:result(x)+go on',
      { joinUsers: true },
    ],
    [
      'closes the last call',
      [
        ['u', 'hi'],
        ['a', [use('x')]],
      ],
      'u:hi | a:call(x) | u:made(x)',
    ],
    [
      'leaves the last call open where it is told to',
      [
        ['u', 'hi'],
        ['a', [use('x')]],
      ],
      'u:hi | a:call(x)',
      { keepLastOpen: true },
    ],
    [
      'keeps a result without a call as text',
      [
        ['u', [result('z', 'old')]],
        ['a', [text('yes')]],
      ],
      'u:[Result of z, which is not in this transcript]\nold | a:yes',
    ],
    [
      'drops the same result given twice',
      [
        ['a', [use('x')]],
        ['u', [result('x')]],
        ['u', [result('x')]],
      ],
      'a:call(x) | u:result(x)',
    ],
    [
      'gives an id used twice a new name, on both sides',
      [
        ['a', [use('x')]],
        ['u', [result('x', '1')]],
        ['a', [use('x')]],
        ['u', [result('x', '2')]],
      ],
      'a:call(x) | u:result(x) | a:call(x_2) | u:result(x_2)',
    ],
    [
      'names calls without an id',
      [
        ['a', [use(''), use('')]],
        ['u', [result('call_1')]],
      ],
      'a:call(call_1)+call(call_2) | u:made(call_1)+made(call_2) | u:[Result of call_1, which is not in this transcript]\nok',
    ],
    [
      'drops empty messages and blank text',
      [
        ['u', ''],
        ['a', [text('  ')]],
        ['u', [text(''), text('x')]],
        ['a', []],
      ],
      'u:x | a:',
    ],
  ])('%s', (_name, items, expected, options) => {
    expect(picture(laid(items, options))).toBe(expected);
  });

  it('pairs results without an id by order, by name first', () => {
    const transcript = new Transcript();
    transcript.assistant([callOf('1', 'read', {}), callOf('2', 'write', {})], []);
    transcript.result({ id: null, name: 'write', content: 'w' }, []);
    transcript.result({ id: null, content: 'r' }, []);
    const out = layOut(transcript.items);
    expect(out.messages[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '1', content: 'r' },
      { type: 'tool_result', tool_use_id: '2', content: 'w' },
    ]);
    expect(out.guesses.map((guess) => guess.what)).toEqual(['pairing', 'pairing', 'stop_reason']);
  });

  it.each([
    ['an object', { a: 1 }, { a: 1 }, []],
    ['its JSON text', '{"a":1}', { a: 1 }, []],
    ['JSON encoded twice', '"{\\"a\\":1}"', { a: 1 }, []],
    ['nothing', '', {}, []],
    ['null', null, {}, []],
    ['a list', '[1]', { input: [1] }, []],
    ['text that is no JSON', '{"a":', {}, [['x', '{"a":']]],
  ])('reads arguments that are %s', (_name, given, input, raw) => {
    const out = laid([['a', [use('x', given)]]]);
    expect(blocksOf(out.messages[0]?.content)[0]?.input).toEqual(input);
    expect(out.rawInput).toEqual(raw);
  });

  it('gives an error result text, and only text', () => {
    const failed = (content: unknown) => ({ ...result('x', content), is_error: true });
    const contents = ['', ' ', [], null, 'boom', [text('boom')], [text('a'), { type: 'image' }]].map(
      (content) =>
        blocksOf(
          laid([
            ['a', [use('x')]],
            ['u', [failed(content)]],
          ]).messages[1]?.content,
        )[0]?.content,
    );
    const none = '(no output)';
    expect(contents).toEqual([none, none, none, none, 'boom', [text('boom')], [text('a')]]);
  });

  it('infers stop reasons and says so', () => {
    const transcript = new Transcript();
    transcript.assistant([use('x')], [], {});
    transcript.result({ id: 'x', content: 'ok' }, []);
    transcript.assistant('done', [], { stopReason: 'refusal' });
    const { turns } = layOut(transcript.items);
    expect(turns.map((turn) => [turn.messageIndex, turn.stopReason, turn.guessed])).toEqual([
      [0, 'tool_use', ['stopReason']],
      [2, 'refusal', undefined],
    ]);
  });

  const id = fc.constantFrom('a', 'b', 'c', '');
  const anyBlock = fc.oneof(
    fc.string().map(text),
    id.map((each) => use(each)),
    fc
      .tuple(id, fc.constantFrom<unknown>('r', undefined, [], { x: 1 }))
      .map(([each, content]) => result(each, content)),
    fc.constant({ type: 'thinking', thinking: '', signature: 's' } as ContentBlock),
    fc.anything() as fc.Arbitrary<ContentBlock>,
  );
  const anyItem = fc.tuple(fc.constantFrom('u' as const, 'a' as const), fc.oneof(fc.string(), fc.array(anyBlock)));

  it('always makes a history whose calls are answered once, in the next message, results first', () => {
    fc.assert(
      fc.property(fc.array(anyItem), fc.boolean(), (items, joinUsers) => {
        const { messages } = laid(items, { joinUsers });
        const ids: string[] = [];
        messages.forEach((message, index) => {
          if (message.role !== 'assistant' || messages[index + 1]?.role === 'assistant') return;
          let start = index;
          while (messages[start - 1]?.role === 'assistant') start -= 1;
          const blocks = messages
            .slice(start, index + 1)
            .flatMap((each) => (Array.isArray(each.content) ? each.content : []));
          const calls = blocks.filter((block) => block.type === 'tool_use').map((block) => String(block.id));
          ids.push(...calls);
          const next = messages[index + 1]?.content ?? [];
          const heads = Array.isArray(next)
            ? next.map((block) => (block.type === 'tool_result' ? block.tool_use_id : null))
            : [];
          expect(heads.slice(0, calls.length)).toEqual(calls);
          expect(heads.slice(calls.length).filter((each) => each !== null)).toEqual([]);
        });
        expect(new Set(ids).size).toBe(ids.length);
        expect(messages.slice(0, -1).every((message) => message.content.length > 0)).toBe(true);
      }),
    );
  });
});
