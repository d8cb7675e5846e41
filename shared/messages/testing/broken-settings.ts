import { assistant, body, call, found, result, search, text, thought, tool, user, WEB_SEARCH } from './conversation.ts';
import type { BrokenCase } from './broken-case.ts';

const HI = [user('Hi.')];
const THINKING = { type: 'enabled', budget_tokens: 2048 };
const mark = (block: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...block,
  cache_control: { type: 'ephemeral', ...more },
});
const image = (data: string, type = 'image/png'): Record<string, unknown> => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data },
});
const JPEG = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQ==';
/** Header of a PNG of 9000 × 10 pixels. */
const WIDE_PNG = 'iVBORw0KGgoAAAANSUhEUgAAIygAAAAKCAYAAAA=';

/** Faults in tools, thinking, cache, settings, tool input and images. */
export const BROKEN_SETTINGS: readonly BrokenCase[] = [
  {
    title: 'tool input is still JSON text',
    request: body([user('Go.'), assistant(call('a', 'look', '{"at":"map"}')), user(result('a'))]),
    errors: [{ rule: 'tool-input-not-object', path: 'messages.1.content.0.input', ids: ['a'] }],
    api: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    messages: [user('Go.'), assistant(call('a', 'look', { at: 'map' })), user(result('a'))],
  },
  {
    title: 'tool input is an empty text',
    request: body([user('Go.'), assistant(call('a', 'look', '')), user(result('a'))]),
    errors: [{ rule: 'tool-input-not-object', path: 'messages.1.content.0.input', ids: ['a'] }],
    messages: [user('Go.'), assistant(call('a', 'look', {})), user(result('a'))],
  },
  {
    title: 'tool input was cut and is no JSON',
    request: body([user('Go.'), assistant(call('a', 'look', '{"at":"ma')), user(result('a'))]),
    errors: [{ rule: 'tool-input-not-object', path: 'messages.1.content.0.input', ids: ['a'] }],
    messages: [user('Go.'), assistant(call('a', 'look', { unparsed_input: '{"at":"ma' })), user(result('a'))],
  },
  {
    title: 'a message carries what a database added',
    request: body([{ ...user('Hi.'), id: 'm1', createdAt: 'today' }]),
    errors: [
      { rule: 'message-unknown-key', path: 'messages.0.id' },
      { rule: 'message-unknown-key', path: 'messages.0.createdAt' },
    ],
    api: 'messages.0.id: Extra inputs are not permitted',
    messages: HI,
  },
  {
    title: 'a streamed block kept its index and its raw input',
    request: body([user('Go.'), assistant({ ...call('a'), index: 1, partial_json: '{}' }), user(result('a'))]),
    errors: [
      { rule: 'block-unknown-key', path: 'messages.1.content.0.index' },
      { rule: 'block-unknown-key', path: 'messages.1.content.0.partial_json' },
    ],
    api: 'messages.1.content.0.tool_use.index: Extra inputs are not permitted',
  },
  {
    title: 'a cache mark on thinking',
    request: body([user('Go.'), assistant(mark(thought()), 'Yes.'), user('More.')]),
    errors: [{ rule: 'block-unknown-key', path: 'messages.1.content.0.cache_control' }],
    api: 'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
  },
  {
    title: 'blocks of another format',
    request: body([
      user(
        { type: 'input_text', text: 'Look at this.' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ),
    ]),
    errors: [
      { rule: 'block-type-unknown', path: 'messages.0.content.0' },
      { rule: 'block-type-unknown', path: 'messages.0.content.1' },
    ],
    api: "Input tag 'input_text' found using 'type' does not match any of the expected tags:",
    messages: [user(text('Look at this.'), image('AAAA'))],
  },
  {
    title: 'a block without its list, and an entry that is plain text',
    request: body([{ role: 'user', content: text('One.') }, assistant('Two.'), { role: 'user', content: ['Three.'] }]),
    errors: [
      { rule: 'content-type', path: 'messages.0.content' },
      { rule: 'content-item', path: 'messages.2.content.0' },
    ],
    messages: [user(text('One.')), assistant('Two.'), user(text('Three.'))],
  },
  {
    title: 'an answer of nothing but thinking was kept',
    request: body([user('Go.'), assistant(thought()), user('Well?')]),
    errors: [{ rule: 'thinking-last-block', path: 'messages.1.content.0' }],
    api: 'messages.1: The final block in an assistant message cannot be `thinking`.',
    messages: [user('Go.'), user('Well?')],
  },
  {
    title: 'the same with the response that it was: the next repair does not take another message for it',
    request: body([user('Go.'), assistant('Yes.'), user('More.'), assistant(thought()), user('Well?')]),
    originalResponse: { content: [thought()], stop_reason: 'max_tokens' },
    errors: [{ rule: 'thinking-last-block', path: 'messages.3.content.0' }],
    messages: [user('Go.'), assistant('Yes.'), user('More.'), user('Well?')],
  },
  {
    title: 'an empty signed field and no text at all',
    request: body([user('Go.'), assistant(thought('', ''), 'Yes.'), user('More.')]),
    errors: [{ rule: 'thinking-signature', path: 'messages.1.content.0.signature' }],
    api: 'messages.1.content.0.thinking: each thinking block must contain thinking',
    messages: [user('Go.'), assistant(text('Yes.')), user('More.')],
  },
  {
    title: 'blocks of an MCP result passed on as they came',
    request: body([
      user('Go.'),
      assistant(call('a')),
      user(
        result('a', [
          { type: 'image', data: JPEG, mimeType: 'image/jpeg' },
          { type: 'resource', resource: { uri: 'file:///a', text: 'the file' } },
          { type: 'resource_link', uri: 'file:///b' },
        ]),
      ),
    ]),
    errors: [
      { rule: 'block-type-unknown', path: 'messages.2.content.0.content.1', ids: ['a'] },
      { rule: 'block-type-unknown', path: 'messages.2.content.0.content.2', ids: ['a'] },
      { rule: 'image-foreign-form', path: 'messages.2.content.0.content.0.source', ids: ['a'] },
    ],
    messages: [
      user('Go.'),
      assistant(call('a')),
      user(
        result('a', [image(JPEG, 'image/jpeg'), text('the file'), text('{"type":"resource_link","uri":"file:///b"}')]),
      ),
    ],
  },
  {
    title: 'a signature was emptied',
    request: body([user('Go.'), assistant(thought('Hm.', ''), 'Yes.'), user('More.')]),
    errors: [{ rule: 'thinking-signature', path: 'messages.1.content.0.signature' }],
    api: 'messages.1.content.0: Invalid `signature` in `thinking` block',
    messages: [user('Go.'), assistant(text('Yes.')), user('More.')],
  },
  {
    title: 'a signature was dropped in the open tool turn: thinking goes off',
    request: body([user('Go.'), assistant({ type: 'thinking', thinking: 'Hm.' }, call('a')), user(result('a'))], {
      max_tokens: 4096,
      thinking: THINKING,
    }),
    errors: [{ rule: 'thinking-signature', path: 'messages.1.content.0.signature' }],
    api: 'messages.1.content.0.thinking.signature: Field required',
    settings: { thinking: { type: 'disabled' } },
    messages: [user('Go.'), assistant(call('a')), user(result('a'))],
  },
  {
    title: 'thinking was edited and the response is known',
    request: body([user('Go.'), assistant(thought('Shorter.'), call('a')), user(result('a'))], {
      max_tokens: 4096,
      thinking: THINKING,
    }),
    originalResponse: { content: [thought('The whole thought.'), call('a')], stop_reason: 'tool_use' },
    errors: [{ rule: 'thinking-modified', path: 'messages.1.content.0' }],
    api: 'blocks in the latest assistant message cannot be modified',
    messages: [user('Go.'), assistant(thought('The whole thought.'), call('a')), user(result('a'))],
  },
  {
    title: 'a redacted block was left out, the other kept',
    request: body([user('Go.'), assistant(thought(), call('a')), user(result('a'))], {
      max_tokens: 4096,
      thinking: THINKING,
    }),
    originalResponse: {
      content: [thought(), { type: 'redacted_thinking', data: 'cmVk' }, call('a')],
      stop_reason: 'tool_use',
    },
    errors: [{ rule: 'thinking-modified', path: 'messages.1.content.1' }],
    messages: [
      user('Go.'),
      assistant(thought(), { type: 'redacted_thinking', data: 'cmVk' }, call('a')),
      user(result('a')),
    ],
  },
  {
    title: 'thinking was lost and the response is known: it comes back',
    request: body([user('Go.'), assistant('Hm.', call('a')), user(result('a'))], {
      max_tokens: 4096,
      thinking: THINKING,
    }),
    originalResponse: { content: [thought(), text('Hm.'), call('a')], stop_reason: 'tool_use' },
    errors: [{ rule: 'thinking-missing-before-tool-use', path: 'messages.1.content.0', ids: ['a'] }],
    api: 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`',
    messages: [user('Go.'), assistant(thought(), 'Hm.', call('a')), user(result('a'))],
  },
  {
    title: 'thinking stands behind the text it came before',
    request: body([user('Go.'), assistant('Hm.', thought(), call('a')), user(result('a'))], {
      max_tokens: 4096,
      thinking: THINKING,
    }),
    errors: [{ rule: 'thinking-missing-before-tool-use', path: 'messages.1.content.0', ids: ['a'] }],
    messages: [user('Go.'), assistant(thought(), 'Hm.', call('a')), user(result('a'))],
  },
  {
    title: 'reasoning signed by another vendor',
    request: body([user('Go.'), assistant(thought(), 'Yes.'), user('More.')]),
    provenance: { 'messages.1': { model: 'gemini-3-pro' } },
    errors: [{ rule: 'thinking-foreign-signature', path: 'messages.1.content.0' }],
    messages: [user('Go.'), assistant(text('Yes.')), user('More.')],
  },
  {
    title: 'a result inside a result',
    request: body([user('Go.'), assistant(call('a')), user(result('a', [result('b', 'inner')]))]),
    errors: [{ rule: 'tool-result-block-type', path: 'messages.2.content.0.content.0', ids: ['a'] }],
    api: "messages.2.content.0.tool_result.content.0: Input tag 'tool_result' found using 'type'",
    messages: [user('Go.'), assistant(call('a')), user(result('a', [text('inner')]))],
  },
  {
    title: 'the thinking budget is as large as max_tokens',
    request: body(HI, { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 4096 } }),
    errors: [{ rule: 'thinking-budget', path: 'thinking.budget_tokens' }],
    api: '`max_tokens` must be greater than `thinking.budget_tokens`',
    settings: { thinking: { type: 'enabled', budget_tokens: 2047 } },
  },
  {
    title: 'a thinking budget below the minimum',
    request: body(HI, { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 500 } }),
    errors: [{ rule: 'thinking-budget', path: 'thinking.budget_tokens' }],
    api: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    settings: { thinking: { type: 'enabled', budget_tokens: 1024 } },
  },
  {
    title: 'no budget fits: thinking goes off',
    request: body(HI, { max_tokens: 1000, thinking: { type: 'enabled', budget_tokens: 1024 } }),
    errors: [{ rule: 'thinking-budget', path: 'thinking.budget_tokens' }],
    settings: { thinking: { type: 'disabled' } },
  },
  {
    title: 'manual thinking on a model that has none',
    request: body(HI, { model: 'claude-opus-5-5', max_tokens: 4096, thinking: THINKING }),
    errors: [{ rule: 'thinking-type-unsupported', path: 'thinking.type' }],
    api: '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive"',
    settings: { thinking: { type: 'adaptive' } },
  },
  {
    title: 'thinking cannot be switched off',
    request: body(HI, { model: 'claude-sonnet-5-5', thinking: { type: 'disabled' } }),
    errors: [{ rule: 'thinking-type-unsupported', path: 'thinking.type' }],
    api: '"thinking.type.disabled" is not supported for this model.',
    settings: { thinking: { type: 'between_tools' } },
  },
  {
    title: 'adaptive thinking on an older model',
    request: body(HI, { max_tokens: 8192, thinking: { type: 'adaptive' } }),
    errors: [{ rule: 'thinking-type-unsupported', path: 'thinking.type' }],
    api: 'adaptive thinking is not supported on this model',
    settings: { thinking: { type: 'enabled', budget_tokens: 4096 } },
  },
  {
    title: 'a forced tool on a model that cannot be forced',
    request: body(HI, { model: 'claude-opus-5-5', tool_choice: { type: 'any', disable_parallel_tool_use: true } }),
    errors: [{ rule: 'forced-tool-choice-unsupported', path: 'tool_choice.type' }],
    api: 'tool_choice: type "tool" and "any" are not supported for this model.',
    settings: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
  },
  {
    title: 'tool_choice without tools',
    request: { model: 'claude-sonnet-4-5', max_tokens: 64, messages: HI, tool_choice: { type: 'auto' } },
    errors: [{ rule: 'tool-choice-without-tools', path: 'tool_choice' }],
    api: 'tool_choice may only be specified while providing tools.',
    removed: ['tool_choice'],
  },
  {
    title: 'tool_choice of another API',
    request: body(HI, { tool_choice: { type: 'function', function: { name: 'look' } } }),
    errors: [{ rule: 'tool-choice-form', path: 'tool_choice.type' }],
    api: "tool_choice: Input tag 'function' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
    settings: { tool_choice: { type: 'tool', name: 'look' } },
  },
  {
    title: 'tool_choice names a tool that is not there',
    request: body(HI, { tool_choice: { type: 'tool', name: 'fly' } }),
    errors: [{ rule: 'tool-choice-unknown-tool', path: 'tool_choice.name' }],
    settings: { tool_choice: { type: 'auto' } },
  },
  {
    title: 'two servers offer a tool of one name',
    request: body(HI, { tools: [tool('look'), tool('look', { description: 'another' })] }),
    errors: [{ rule: 'tool-name-duplicate', path: 'tools.1.name' }],
    api: 'tools: Tool names must be unique.',
    settings: { tools: [tool('look'), tool('look_2', { description: 'another' })] },
  },
  {
    title: 'the same tool was listed twice',
    request: body(HI, { tools: [tool('look'), tool('look')] }),
    errors: [{ rule: 'tool-name-duplicate', path: 'tools.1.name' }],
    settings: { tools: [tool('look')] },
  },
  {
    title: 'a tool name too long, used in the history and in tool_choice',
    request: body([user('Go.'), assistant(call('a', 'x'.repeat(140))), user(result('a'))], {
      tools: [tool('x'.repeat(140))],
      tool_choice: { type: 'tool', name: 'x'.repeat(140) },
    }),
    errors: [{ rule: 'tool-name-pattern', path: 'tools.0.name' }],
    api: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    settings: {
      tools: [tool('x'.repeat(128), { description: `${'x'.repeat(140)} something` })],
      tool_choice: { type: 'tool', name: 'x'.repeat(128) },
    },
  },
  {
    title: 'a tool in the form of another API',
    request: body(HI, {
      tools: [
        {
          type: 'function',
          function: { name: 'look', description: 'Look.', parameters: { type: 'object', properties: {} } },
        },
      ],
    }),
    errors: [{ rule: 'tool-foreign-form', path: 'tools.0' }],
    api: "tools.0: Input tag 'function' found using 'type'",
    settings: { tools: [{ name: 'look', description: 'Look.', input_schema: { type: 'object', properties: {} } }] },
  },
  {
    title: 'a tool as MCP lists it',
    request: body(HI, { tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
    errors: [{ rule: 'tool-foreign-form', path: 'tools.0' }],
    api: 'tools.0.custom.input_schema: Field required',
    settings: { tools: [{ name: 'look', input_schema: { type: 'object' } }] },
  },
  {
    title: 'a tool without a schema',
    request: body(HI, { tools: [{ name: 'look' }] }),
    errors: [{ rule: 'tool-schema-form', path: 'tools.0.input_schema' }],
    settings: { tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }] },
  },
  {
    title: 'a schema without a type',
    request: body(HI, { tools: [{ name: 'look', input_schema: { properties: {} } }] }),
    errors: [{ rule: 'tool-schema-form', path: 'tools.0.input_schema.type' }],
    api: 'tools.0.custom.input_schema.type: Field required',
    settings: { tools: [{ name: 'look', input_schema: { properties: {}, type: 'object' } }] },
  },
  {
    title: 'a schema of alternatives at the top',
    request: body(HI, { tools: [{ name: 'look', input_schema: { type: 'object', anyOf: [{ type: 'object' }] } }] }),
    errors: [{ rule: 'tool-schema-form', path: 'tools.0.input_schema.anyOf' }],
    api: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
    unfixable: true,
  },
  {
    title: 'a schema of an older draft',
    request: body(HI, {
      tools: [
        {
          name: 'look',
          input_schema: {
            type: 'object',
            properties: {
              n: { type: 'number', minimum: 0, exclusiveMinimum: true },
              at: { type: 'any', required: true },
              pair: { type: 'array', items: [{ type: 'string' }] },
            },
          },
        },
      ],
    }),
    errors: [
      { rule: 'tool-schema-draft', path: 'tools.0.input_schema.properties.n.exclusiveMinimum' },
      { rule: 'tool-schema-draft', path: 'tools.0.input_schema.properties.at.type' },
      { rule: 'tool-schema-draft', path: 'tools.0.input_schema.properties.at.required' },
      { rule: 'tool-schema-draft', path: 'tools.0.input_schema.properties.pair.items' },
    ],
    api: 'JSON schema is invalid. It must match JSON Schema draft 2020-12',
    settings: {
      tools: [
        {
          name: 'look',
          input_schema: {
            type: 'object',
            properties: {
              n: { type: 'number', exclusiveMinimum: 0 },
              at: {},
              pair: { type: 'array', prefixItems: [{ type: 'string' }] },
            },
          },
        },
      ],
    },
  },
  {
    title: 'a property name with brackets',
    request: body(HI, {
      tools: [{ name: 'look', input_schema: { type: 'object', properties: { 'filter[id]': { type: 'string' } } } }],
    }),
    errors: [{ rule: 'tool-schema-property-key', path: 'tools.0.input_schema.properties.filter[id]' }],
    api: "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    unfixable: true,
  },
  {
    title: 'a strict tool with an open schema',
    request: body(HI, { tools: [tool('look', { strict: true })] }),
    errors: [{ rule: 'tool-strict-schema', path: 'tools.0.input_schema.additionalProperties' }],
    api: "For 'object' type, 'additionalProperties' must be explicitly set to false",
  },
  {
    title: 'strict tools with too many optional parameters in all',
    request: body(HI, {
      tools: ['a', 'b'].map((name) => ({
        name,
        strict: true,
        input_schema: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(
            Array.from({ length: 13 }, (_unused, index) => [`p${index}`, { type: 'string' }]),
          ),
        },
      })),
    }),
    errors: [{ rule: 'strict-tools-limit', path: 'tools.1.input_schema' }],
    api: 'Schema is too complex for compilation.',
    unfixable: true,
  },
  {
    title: 'code may call a tool whose schema contains itself',
    request: body(HI, {
      tools: [
        { type: 'code_execution_20260120', name: 'code_execution' },
        {
          name: 'look',
          allowed_callers: ['code_execution_20260120'],
          input_schema: {
            type: 'object',
            properties: { tree: { $ref: '#/$defs/tree' } },
            $defs: {
              tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
            },
          },
        },
      ],
    }),
    errors: [{ rule: 'tool-schema-circular', path: 'tools.1.input_schema' }],
    unfixable: true,
  },
  {
    title: 'a one-hour cache mark behind a five-minute one',
    request: body([user(mark(text('A.'))), assistant('B.'), user(mark(text('C.'), { ttl: '1h' }))]),
    errors: [{ rule: 'cache-ttl-order', path: 'messages.2.content.0.cache_control.ttl' }],
    api: "messages.2.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
    messages: [user(mark(text('A.'))), assistant('B.'), user(mark(text('C.'), { ttl: '5m' }))],
  },
  {
    title: 'five cache marks in messages: the first goes',
    request: body([
      user(mark(text('A.'))),
      assistant(mark(text('B.'))),
      user(mark(text('C.'))),
      assistant(mark(text('D.'))),
      user(mark(text('E.'))),
    ]),
    errors: [{ rule: 'too-many-cache-marks', path: 'messages.4.content.0.cache_control' }],
    api: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    messages: [
      user(text('A.')),
      assistant(mark(text('B.'))),
      user(mark(text('C.'))),
      assistant(mark(text('D.'))),
      user(mark(text('E.'))),
    ],
  },
  {
    title: 'an image that is a JPEG and says PNG',
    request: body([user('See.', image(JPEG))]),
    errors: [{ rule: 'image-media-type', path: 'messages.0.content.1.source.media_type' }],
    api: 'messages.0.content.1.image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image',
    messages: [user('See.', image(JPEG, 'image/jpeg'))],
  },
  {
    title: 'a data URL where base64 belongs',
    request: body([user('See.', image(`data:image/jpeg;base64,${JPEG}`, 'image/jpeg'))]),
    errors: [{ rule: 'image-data', path: 'messages.0.content.1.source.data' }],
    messages: [user('See.', image(JPEG, 'image/jpeg'))],
  },
  {
    title: 'an image of too many pixels in a result',
    request: body([user('Go.'), assistant(call('a')), user(result('a', [text('shot'), image(WIDE_PNG)]))]),
    errors: [{ rule: 'image-dimensions', path: 'messages.2.content.0.content.1.source.data', ids: ['a'] }],
    api: 'messages.2.content.0.tool_result.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
  },
  {
    title: 'more output than the model writes',
    request: body(HI, { max_tokens: 128_000, stream: true }),
    errors: [{ rule: 'max-tokens', path: 'max_tokens' }],
    api: 'max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
    settings: { max_tokens: 64_000 },
  },
  {
    title: 'max_tokens is missing',
    request: { model: 'claude-sonnet-4-5', messages: HI },
    errors: [{ rule: 'max-tokens', path: 'max_tokens' }],
    api: 'max_tokens: Field required',
    settings: { max_tokens: 4096 },
  },
  {
    title: 'a blank stop sequence',
    request: body(HI, { stop_sequences: ['END', '\n'] }),
    errors: [{ rule: 'stop-sequences', path: 'stop_sequences.1' }],
    api: 'stop_sequences: each stop sequence must contain non-whitespace',
    settings: { stop_sequences: ['END'] },
  },
  {
    title: 'a key of another API',
    request: body(HI, { n: 1 }),
    errors: [{ rule: 'unknown-key', path: 'n' }],
    api: 'n: Extra inputs are not permitted',
    removed: ['n'],
  },
  {
    title: 'temperature while thinking',
    request: body(HI, { max_tokens: 4096, thinking: THINKING, temperature: 0.3 }),
    errors: [{ rule: 'sampling-with-thinking', path: 'temperature' }],
    api: '`temperature` may only be set to 1 when thinking is enabled',
    removed: ['temperature'],
  },
  {
    title: 'temperature under the newest API version',
    request: body(HI, { temperature: 1 }),
    apiVersion: '2026-10-21',
    errors: [{ rule: 'sampling-removed', path: 'temperature' }],
    removed: ['temperature'],
  },
  {
    title: 'temperature and top_p on a model that takes one of them',
    request: body(HI, { temperature: 0.5, top_p: 0.9 }),
    errors: [{ rule: 'sampling-unsupported', path: 'top_p' }],
    removed: ['top_p'],
  },
  {
    title: 'an old computer tool on a new model',
    request: body(HI, {
      model: 'claude-opus-5-5',
      tools: [{ type: 'computer_20251124', name: 'computer', display_width_px: 1, display_height_px: 1 }],
    }),
    errors: [{ rule: 'tool-refused-by-model', path: 'tools.0.type' }],
    api: "'claude-opus-5-5' does not support tool types: computer_20251124.",
    unfixable: true,
  },
  {
    title: 'every tool is deferred',
    request: body(HI, { tools: [tool('look', { defer_loading: true })] }),
    errors: [{ rule: 'tools-all-deferred', path: 'tools' }],
    api: 'At least one tool must have defer_loading=false.',
    settings: { tools: [tool('look', { defer_loading: false })] },
  },
  {
    title: 'a container without code execution',
    request: body(HI, { container: 'container_1' }),
    errors: [{ rule: 'container-without-code-execution', path: 'container' }],
    api: 'container: Container identifier can only be provided when using the code execution tool',
    removed: ['container'],
  },
  {
    title: 'the encrypted stdout of code is gone',
    request: body(
      [
        user('Run.'),
        assistant(
          'Running.',
          search('srvtoolu_c', 'code_execution', { code: '1' }),
          {
            type: 'code_execution_tool_result',
            tool_use_id: 'srvtoolu_c',
            content: { type: 'encrypted_code_execution_result', content: [], return_code: 0, stderr: '' },
          },
          'One.',
        ),
        user('Thanks.'),
      ],
      { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
    ),
    errors: [
      {
        rule: 'server-result-field-missing',
        path: 'messages.1.content.2.content.encrypted_stdout',
        ids: ['srvtoolu_c'],
      },
    ],
    messages: [user('Run.'), assistant('Running.', 'One.'), user('Thanks.')],
  },
  {
    title: 'a second search lost its secret, the first is whole',
    request: body(
      [
        user('Search.'),
        assistant(search('srvtoolu_1'), found('srvtoolu_1'), search('srvtoolu_2'), found('srvtoolu_2', {}), 'There.'),
        user('Thanks.'),
      ],
      { tools: [WEB_SEARCH] },
    ),
    errors: [
      {
        rule: 'server-result-field-missing',
        path: 'messages.1.content.3.content.0.encrypted_content',
        ids: ['srvtoolu_2'],
      },
    ],
    messages: [user('Search.'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), 'There.'), user('Thanks.')],
  },
];
