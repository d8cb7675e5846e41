import fc from 'fast-check';
import {
  assistant,
  body,
  call,
  found,
  result,
  search,
  system,
  text,
  thought,
  tool,
  user,
  WEB_SEARCH,
} from './conversation.ts';

/** Random requests: legal ones, legal ones that something happened to, and plain nonsense in the API's words. */

type Json = Record<string, unknown>;

const words = fc.stringMatching(/^[a-z]{1,8}(?: [a-z]{1,6})?[.]?$/);

/** One round: the assistant calls some tools (or searches) and the user answers all of it. */
const round = fc.record({
  calls: fc.integer({ min: 0, max: 3 }),
  said: fc.option(words, { nil: undefined }),
  thinks: fc.boolean(),
  searches: fc.boolean(),
  next: fc.option(words, { nil: undefined }),
  split: fc.boolean(),
});

/** A conversation that the API takes: every id once, every call answered, results first. */
export const legalRequest: fc.Arbitrary<Json> = fc
  .record({
    opening: words,
    rounds: fc.array(round, { maxLength: 6 }),
    model: fc.constantFrom('claude-sonnet-4-5', 'claude-opus-4-8', 'claude-opus-5-5'),
  })
  .map(({ opening, rounds, model }) => {
    const messages: unknown[] = [user(opening)];
    rounds.forEach((step, index) => {
      const ids = Array.from({ length: step.calls }, (_unused, number) => `toolu_${index}_${number}`);
      const searchId = `srvtoolu_${index}`;
      const talk = step.said ?? (ids.length === 0 ? 'ok' : undefined);
      messages.push(
        assistant(
          ...(step.thinks ? [thought()] : []),
          ...(step.searches ? [search(searchId), found(searchId)] : []),
          ...(talk === undefined ? [] : [text(talk)]),
          ...ids.map((id) => call(id)),
        ),
      );
      const answers = ids.map((id) => result(id));
      const next = step.next ?? (ids.length === 0 ? 'go on' : undefined);
      messages.push(user(...answers, ...(next === undefined ? [] : [text(next)])));
    });
    return body(messages, { model, tools: [tool('look'), WEB_SEARCH] });
  });

const anyId = fc.constantFrom('a', 'b', 'c', 'a.b', '', 'srvtoolu_1');

/** Blocks of every kind, right and wrong, with ids that often meet. */
export const wildBlock: fc.Arbitrary<unknown> = fc.oneof(
  words.map(text),
  fc.constantFrom(
    text(''),
    text('  '),
    { type: 'text' },
    { type: 'text', text: 7 },
    'loose',
    null,
    {},
    { type: 'widget' },
  ),
  fc
    .tuple(anyId, fc.constantFrom<unknown>({ at: 'x' }, '{"at":"y"}', '', null, []))
    .map(([id, input]) => call(id, 'look', input)),
  fc
    .tuple(
      anyId,
      fc.constantFrom<unknown>('seen', '', [text('x')], [text('')], [], null, 5, { rows: 1 }, [null]),
      fc.boolean(),
    )
    .map(([id, content, failed]) => result(id, content, failed ? { is_error: true } : {})),
  anyId.map((id) => search(id)),
  anyId.map((id) => found(id)),
  fc.constantFrom(
    thought(),
    thought('x', ''),
    { type: 'thinking', thinking: 'x' },
    { type: 'redacted_thinking', data: 'cmVk' },
  ),
  fc.constantFrom<unknown>(
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    { type: 'tool_result', content: 'x' },
    { type: 'compaction', content: 's' },
  ),
);

export const wildMessage: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('user', 'assistant', 'user', 'assistant', 'system'), fc.array(wildBlock, { maxLength: 4 }))
      .map(([role, content]) => ({ role, content })),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(user, assistant, system), words).map(([make, said]) => make(said)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      { role: 'user', content: '' },
      { role: 'assistant', content: null },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      { role: 'human', content: 'hi' },
      { content: 'x' },
      null,
      3,
    ),
  },
);

/** Nonsense in the API's words: every rule meets inputs it was not written for. */
export const wildRequest: fc.Arbitrary<Json> = fc
  .record({
    messages: fc.array(wildMessage, { maxLength: 8 }),
    more: fc.constantFrom<Json>(
      {},
      { model: 'claude-opus-4-8' },
      { model: 'claude-opus-5-5', thinking: { type: 'disabled' }, tool_choice: { type: 'any' } },
      { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 2048 } },
      { tools: [] },
      { system: 'S.', tools: [tool('a.b'), tool('a.b'), { type: 'function', function: { name: 'f' } }] },
      { model: 'claude-opus-4-8', system: [text(''), text('x')], stop_sequences: ['', 'x'] },
    ),
  })
  .map(({ messages, more }) => body(messages, more));

type Mutation = (messages: unknown[], at: number, of: Json) => unknown[];

function blocksAt(messages: readonly unknown[], at: number): { message: Json; content: unknown[] } | null {
  const message = messages[at] as Json | undefined;
  const content = message?.['content'];
  if (!message) return null;
  return { message, content: Array.isArray(content) ? content : [text(String(content))] };
}

function withContent(messages: readonly unknown[], at: number, change: (content: unknown[]) => unknown[]): unknown[] {
  const found = blocksAt(messages, at);
  return found
    ? messages.map((message, index) => (index === at ? { ...found.message, content: change(found.content) } : message))
    : [...messages];
}

/** What happens to histories: trimming, interruptions, bad merges, renumbered ids, lost blocks. */
const MUTATIONS: readonly Mutation[] = [
  (messages, at) => messages.filter((_message, index) => index !== at),
  (messages, at) => messages.slice(at),
  (messages, at) => messages.slice(0, at + 1),
  (messages, at) => [...messages.slice(0, at + 1), messages[at], ...messages.slice(at + 1)],
  (messages, at) => withContent(messages, at, (content) => content.slice(1)),
  (messages, at) => withContent(messages, at, (content) => content.toReversed()),
  (messages, at) => withContent(messages, at, (content) => [text(''), ...content]),
  (messages, at) => withContent(messages, at, () => []),
  (messages, at) => withContent(messages, at, (content) => [...content, ...content]),
  (messages, at) => [...messages.slice(0, at), user('by the way'), ...messages.slice(at)],
  (messages, at) => [...messages.slice(0, at), system('be brief'), ...messages.slice(at)],
  (messages, at) => messages.map((message, index) => (index < at ? message : renumbered(message))),
  (messages, at) => messages.toSpliced(at, 1, { ...(messages[at] as Json), role: 'user' }),
  (messages, at) => messages.toSpliced(at, 1, { ...(messages[at] as Json), id: 'msg_1', usage: {} }),
];

function renumbered(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message).replaceAll(/toolu_\d_(\d)/g, 'call_$1')) as unknown;
}

/** A legal conversation to which up to four things happened. */
export const brokenRequest: fc.Arbitrary<Json> = fc
  .tuple(legalRequest, fc.array(fc.tuple(fc.nat(MUTATIONS.length - 1), fc.nat(12)), { minLength: 1, maxLength: 4 }))
  .map(([request, steps]) => {
    let messages = request['messages'] as unknown[];
    for (const [which, place] of steps) {
      if (messages.length > 0) messages = MUTATIONS[which]!(messages, place % messages.length, request);
    }
    return { ...request, messages };
  });
