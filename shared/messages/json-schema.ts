import { BLOCKS } from './block-table.ts';
import { KNOWN_MODELS } from './profiles.ts';

/**
 * JSON Schema of a Messages API request, for editors: completion, hover texts and squiggles while one types. Open on
 * purpose: fields and block types from the future get no squiggle, and what the API would refuse is `lint`'s matter.
 */

export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  default?: unknown;
  minimum?: number;
  minLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  not?: JsonSchema;
  definitions?: Record<string, JsonSchema>;
}

const text: JsonSchema = { type: 'string' };
const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const tag = (value: string): JsonSchema => ({ const: value });
const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const CACHE_CONTROL = object({ type: tag('ephemeral'), ttl: { enum: ['5m', '1h'], default: '5m' } }, ['type']);

/** What the fields of blocks hold; a field that is not here may hold anything. */
const FIELDS: Readonly<Record<string, JsonSchema>> = {
  text,
  thinking: { type: 'string', description: 'As the API wrote it; goes back unchanged.' },
  signature: { type: 'string', description: 'Signed by the API; goes back unchanged.' },
  data: text,
  id: { type: 'string', minLength: 1, description: 'Unique in the whole conversation.' },
  name: text,
  input: { type: 'object', description: 'Arguments of the call; {} when there are none.' },
  tool_use_id: { type: 'string', description: 'The id of the call that this answers.' },
  is_error: { type: 'boolean', description: 'The tool failed; content says how.' },
  cache_control: ref('cache_control'),
  toolset_name: text,
  tool_name: text,
  file_id: text,
  title: text,
  server_name: text,
};

/** Fields that mean something of their own on one type of block. */
const OWN_FIELDS: Readonly<Record<string, JsonSchema>> = {
  'image.source': ref('source'),
  'document.source': ref('source'),
  'search_result.source': text,
  'tool_result.content': {
    anyOf: [text, { type: 'array', items: ref('result_block') }],
    description: 'Text, or text, images, documents and search results.',
  },
};

function blockDefinition(type: string): JsonSchema {
  const row = BLOCKS.get(type)!;
  const fields = [...row.required, ...row.optional].map(
    (key) => [key, OWN_FIELDS[`${type}.${key}`] ?? FIELDS[key] ?? {}] as const,
  );
  return object({ type: tag(type), ...Object.fromEntries(fields) }, ['type', ...row.required]);
}

/** Any block of this place. Types nobody here knows pass: only an object with a type is asked for. */
function anyBlock(place: 'message' | 'result'): JsonSchema {
  const known = [...BLOCKS].filter(([, { where }]) =>
    place === 'result' ? where.includes('result') : where.some((name) => name !== 'result'),
  );
  const types = known.map(([type]) => type);
  const unknown: JsonSchema = {
    ...object({ type: { type: 'string', examples: types } }, ['type']),
    not: object({ type: { enum: types } }, ['type']),
  };
  return { anyOf: [...types.map((type) => ref(`block_${type}`)), unknown] };
}

const SOURCES: JsonSchema = {
  anyOf: [
    object(
      {
        type: tag('base64'),
        media_type: { examples: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] },
        data: text,
      },
      ['type', 'media_type', 'data'],
    ),
    object({ type: tag('url'), url: text }, ['type', 'url']),
    object({ type: tag('file'), file_id: text }, ['type', 'file_id']),
    object({ type: tag('text'), media_type: tag('text/plain'), data: text }, ['type', 'data']),
    object({ type: tag('content'), content: {} }, ['type', 'content']),
  ],
};

const MESSAGE = object(
  {
    role: { enum: ['user', 'assistant', 'system'] },
    content: { anyOf: [text, { type: 'array', items: ref('block') }], description: 'Text, or a list of blocks.' },
  },
  ['role', 'content'],
);

const TOOL = object({
  name: { type: 'string', description: 'Letters, digits, _ and -, at most 128.' },
  type: {
    examples: [
      'custom',
      'bash_20250124',
      'text_editor_20250728',
      'memory_20250818',
      'web_search_20260318',
      'web_fetch_20260318',
      'code_execution_20260521',
    ],
  },
  description: { type: 'string', description: 'What the tool does and when to use it; the more, the better.' },
  input_schema: object(
    { type: tag('object'), properties: { type: 'object' }, required: { type: 'array', items: text } },
    ['type'],
  ),
  strict: { type: 'boolean' },
  defer_loading: { type: 'boolean' },
  cache_control: ref('cache_control'),
});

const PARALLEL: JsonSchema = { type: 'boolean', description: 'At most one call in an answer.' };
const TOOL_CHOICE: JsonSchema = {
  anyOf: [
    ...['auto', 'any'].map((type) => object({ type: tag(type), disable_parallel_tool_use: PARALLEL }, ['type'])),
    object({ type: tag('tool'), name: text, disable_parallel_tool_use: PARALLEL }, ['type', 'name']),
    object({ type: tag('none') }, ['type']),
  ],
};

const DISPLAY: JsonSchema = { enum: ['summarized', 'omitted'] };
const THINKING: JsonSchema = {
  anyOf: [
    object({ type: tag('adaptive'), display: DISPLAY }, ['type']),
    object({ type: tag('enabled'), budget_tokens: { type: 'integer', minimum: 1024 }, display: DISPLAY }, [
      'type',
      'budget_tokens',
    ]),
    object({ type: tag('between_tools') }, ['type']),
    object({ type: tag('disabled') }, ['type']),
  ],
};

/** JSON Schema of a request body. */
export function requestJsonSchema(): JsonSchema {
  const blocks = Object.fromEntries([...BLOCKS.keys()].map((type) => [`block_${type}`, blockDefinition(type)]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Messages API request',
    ...object(
      {
        model: { type: 'string', examples: KNOWN_MODELS },
        max_tokens: { type: 'integer', minimum: 0, description: 'Most tokens the answer may have, thinking included.' },
        messages: { type: 'array', items: ref('message') },
        system: { anyOf: [text, { type: 'array', items: ref('block_text') }], description: 'The system prompt.' },
        tools: { type: 'array', items: ref('tool') },
        tool_choice: TOOL_CHOICE,
        thinking: THINKING,
        output_config: object({
          effort: { enum: ['low', 'medium', 'high', 'xhigh', 'max'] },
          format: { type: 'object' },
        }),
        stop_sequences: { type: 'array', items: text },
        stream: { type: 'boolean' },
        temperature: { type: 'number', description: 'Not with API version 2026-10-21.' },
        top_p: { type: 'number', description: 'Not with API version 2026-10-21.' },
        top_k: { type: 'integer', description: 'Not with API version 2026-10-21.' },
        metadata: object({ user_id: text }),
        service_tier: { enum: ['auto', 'standard_only'] },
        cache_control: ref('cache_control'),
      },
      ['model', 'max_tokens', 'messages'],
    ),
    definitions: {
      message: MESSAGE,
      block: anyBlock('message'),
      result_block: anyBlock('result'),
      source: SOURCES,
      tool: TOOL,
      cache_control: CACHE_CONTROL,
      ...blocks,
    },
  };
}
