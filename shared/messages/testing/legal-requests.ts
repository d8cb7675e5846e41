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

/** Requests that the API takes, many of which look wrong at first sight; none may be reported as an error or changed. */
export const LEGAL_REQUESTS: readonly {
  title: string;
  request: unknown;
  originalResponse?: unknown;
  quiet?: readonly string[];
}[] = [
  { title: 'a question', request: body([user('Hi.')]) },
  {
    title: 'text behind the result',
    request: body([user('Go.'), assistant(call('a')), user(result('a'), 'And quickly.')]),
  },
  {
    title: 'text behind the call in the same turn',
    request: body([user('Go.'), assistant(call('a'), 'Looking.'), user(result('a'))]),
  },
  {
    title: 'results in another order than the calls',
    request: body([user('Go.'), assistant(call('a'), call('b')), user(result('b'), result('a'))]),
  },
  {
    title: 'results split over two user messages',
    request: body([user('Go.'), assistant(call('a'), call('b')), user(result('a')), user(result('b'))]),
  },
  {
    title: 'one block per message',
    request: body([
      user('Go.'),
      assistant('Looking.'),
      assistant(call('a')),
      assistant(call('b')),
      user(result('a'), result('b')),
    ]),
  },
  { title: 'two user messages in a row', request: body([user('One.'), user('Two.')]) },
  {
    title: 'a result without content',
    request: body([user('Go.'), assistant(call('a')), user({ type: 'tool_result', tool_use_id: 'a' })]),
    quiet: ['messages.2'],
  },
  {
    title: 'a result with an empty list',
    request: body([user('Go.'), assistant(call('a')), user(result('a', []))]),
    quiet: ['messages.2'],
  },
  {
    title: 'an image in a result',
    request: body([
      user('Go.'),
      assistant(call('a')),
      user(result('a', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }])),
    ]),
    quiet: ['messages'],
  },
  {
    title: 'a prefill on a model that takes it',
    request: body([user('Rivers?'), assistant('{"rivers": [')]),
    quiet: ['messages'],
  },
  { title: 'a final empty message of the assistant', request: body([user('Hi.'), { role: 'assistant', content: [] }]) },
  {
    title: 'an empty message beside a full one of the same role',
    request: body([user('Hi.'), { role: 'user', content: [] }]),
  },
  {
    title: 'a paused turn sent again',
    request: body([user('Search.'), assistant('Searching.', search('srvtoolu_1'))], {
      tools: [WEB_SEARCH],
      model: 'claude-opus-4-8',
    }),
    quiet: ['messages'],
  },
  {
    title: 'a paused turn that ends with text, by its response',
    request: body([user('Search.'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), 'So far:')], {
      tools: [WEB_SEARCH],
      model: 'claude-opus-4-8',
    }),
    originalResponse: {
      stop_reason: 'pause_turn',
      content: [search('srvtoolu_1'), found('srvtoolu_1'), text('So far:')],
    },
  },
  {
    title: 'a server result in the next message of the assistant',
    request: body(
      [user('Search.'), assistant(search('srvtoolu_1')), assistant(found('srvtoolu_1'), 'There.'), user('Thanks.')],
      { tools: [WEB_SEARCH] },
    ),
    quiet: ['messages'],
  },
  {
    title: 'a deferred server call beside a client call',
    request: body([user('Both.'), assistant(search('srvtoolu_1'), call('a')), user(result('a'))], {
      tools: [WEB_SEARCH, tool('look')],
    }),
    quiet: ['messages'],
  },
  {
    title: 'its result opens the next answer',
    request: body(
      [
        user('Both.'),
        assistant(search('srvtoolu_1'), call('a')),
        user(result('a')),
        assistant(found('srvtoolu_1'), 'Done.'),
        user('Thanks.'),
      ],
      { tools: [WEB_SEARCH, tool('look')] },
    ),
    quiet: ['messages'],
  },
  {
    title: 'older turns without thinking',
    request: body([user('Go.'), assistant(call('a')), user(result('a')), assistant('Done.'), user('More.')], {
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2048 },
    }),
    quiet: ['messages'],
  },
  {
    title: 'only the first step of a turn thinks',
    request: body(
      [user('Go.'), assistant(thought(), call('a')), user(result('a')), assistant(call('b')), user(result('b'))],
      { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 2048 } },
    ),
    quiet: ['messages'],
  },
  {
    title: 'adaptive thinking does not ask for a thinking block',
    request: body([user('Go.'), assistant(call('a')), user(result('a'))], {
      model: 'claude-opus-4-8',
      thinking: { type: 'adaptive' },
    }),
  },
  {
    title: 'a forced tool with adaptive thinking',
    request: body([user('Go.')], {
      model: 'claude-opus-4-8',
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'tool', name: 'look' },
    }),
    quiet: ['tool_choice', 'thinking'],
  },
  {
    title: 'thinking of earlier turns while thinking is off',
    request: body([user('Go.'), assistant(thought(), 'Yes.'), user('More.')]),
  },
  {
    title: 'thinking with an empty text and a signature',
    request: body([user('Go.'), assistant(thought('', 'c2ln'), call('a')), user(result('a'))], {
      model: 'claude-opus-4-8',
      thinking: { type: 'adaptive' },
    }),
    quiet: ['messages'],
  },
  {
    title: 'a system message after a user message',
    request: body([user('Go.'), system('Be brief.'), assistant('Yes.'), user('More.')], { model: 'claude-opus-4-8' }),
    quiet: ['messages'],
  },
  {
    title: 'a system message at the end',
    request: body([user('Go.'), system('Be brief.')], { model: 'claude-opus-4-8' }),
    quiet: ['messages'],
  },
  {
    title: 'a directive without text',
    request: body(
      [
        user('Go.'),
        assistant('Yes.'),
        { role: 'system', content: [], output_config: { effort: 'low' } },
        user('More.'),
      ],
      { model: 'claude-opus-4-8' },
    ),
  },
  {
    title: 'four cache marks',
    request: body([user({ ...text('A.'), cache_control: { type: 'ephemeral' } })], {
      system: [{ ...text('S.'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
      tools: [tool('look', { cache_control: { type: 'ephemeral', ttl: '1h' } })],
      cache_control: { type: 'ephemeral' },
    }),
  },
  {
    title: 'whole emoji everywhere',
    request: body([
      user('\uD83D\uDC1F'),
      assistant(call('a', 'look', { '\uD83D\uDC1F': '\uD83D\uDC1F' })),
      user(result('a', '\uD83D\uDC1F')),
    ]),
    quiet: ['messages'],
  },
  {
    title: 'nulls where a field may be left out',
    request: body([user('Hi.')], { stop_sequences: null, cache_control: null, system: null, container: null }),
  },
  {
    title: 'beta fields, with headers nobody knows of',
    request: body([user('Hi.')], { context_management: {}, mcp_servers: [] }),
  },
  {
    title: 'an MCP call and its result',
    request: body([
      user('Hi.'),
      assistant(
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 's', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [] },
        'Yes.',
      ),
      user('Thanks.'),
    ]),
  },
  {
    title: 'a compacted context',
    request: body([assistant({ type: 'compaction', content: 'Before.' }), user('Go on.')], {
      model: 'claude-opus-4-8',
    }),
  },
  {
    title: 'a key called __proto__ in an input',
    request: JSON.parse(
      '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look","input":{"__proto__":{"a":1}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}],"tools":[{"name":"look","input_schema":{"type":"object"}}]}',
    ),
  },
  { title: 'a bare list of messages', request: [user('Go.'), assistant(call('a')), user(result('a'))] },
];
