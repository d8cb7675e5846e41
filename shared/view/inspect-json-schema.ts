import { BLOCKS, type BlockRow } from '../messages/block-table.ts';

/** A JSON Schema (draft 7), as far as an editor reads it for completion and hovers. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' };
const ROLES = ['user', 'assistant', 'system'] as const;

/** What is known of a field beyond its name. Fields without a row take any JSON. */
const FIELDS: Readonly<Record<string, JsonSchema>> = {
  text: TEXT,
  thinking: { ...TEXT, description: 'Kept and sent back exactly as it came.' },
  signature: { ...TEXT, description: 'Made by the API over the thinking; it cannot be written by hand.' },
  data: TEXT,
  id: { ...TEXT, description: 'Unique in the whole history; the result names it.' },
  name: { ...TEXT, description: 'Name of a tool in `tools`.' },
  tool_use_id: { ...TEXT, description: 'id of the `tool_use` in the message before.' },
  input: { type: 'object', description: 'Matches the tool’s input_schema.' },
  is_error: { type: 'boolean', description: 'The tool failed; the content says why and what to do.' },
  title: TEXT,
  context: TEXT,
  file_id: TEXT,
  source: { type: 'object' },
  cache_control: {
    description: 'The prompt up to here is kept for later requests.',
    type: 'object',
    properties: { type: { const: 'ephemeral' }, ttl: { enum: ['5m', '1h'] } },
    required: ['type'],
  },
};

function blockSchema(type: string, row: BlockRow): JsonSchema {
  const properties: Record<string, JsonSchema> = { type: { const: type } };
  for (const key of [...row.required, ...row.optional]) properties[key] = fieldSchema(type, key);
  return { type: 'object', title: type, properties, required: ['type', ...row.required] };
}

function fieldSchema(type: string, key: string): JsonSchema {
  if (type === 'tool_result' && key === 'content')
    return { anyOf: [TEXT, { type: 'array', items: { $ref: '#/definitions/result' } }] };
  return FIELDS[key] ?? {};
}

/** Blocks by the place they may stand in: a role, or inside a result. */
function definitions(): JsonSchema {
  const places = [...ROLES, 'result'] as const;
  const found = places.map((place): [string, JsonSchema] => [place, { anyOf: blocksFor(place) }]);
  return Object.fromEntries(found);
}

function blocksFor(place: BlockRow['where'][number]): JsonSchema[] {
  return [...BLOCKS].filter(([, row]) => row.where.includes(place)).map(([type, row]) => blockSchema(type, row));
}

function messageOf(role: (typeof ROLES)[number]): JsonSchema {
  const blocks = { type: 'array', items: { $ref: `#/definitions/${role}` } };
  return {
    type: 'object',
    properties: { role: { const: role }, content: { anyOf: [TEXT, blocks] } },
    required: ['role', 'content'],
  };
}

const MESSAGE: JsonSchema = { anyOf: ROLES.map(messageOf) };

/** One entry of `messages`. */
export function messageSchema(): JsonSchema {
  return { ...MESSAGE, definitions: definitions() };
}

/** The `messages` array. */
export function messagesSchema(): JsonSchema {
  return { type: 'array', items: MESSAGE, definitions: definitions() };
}

/** Content of a tool result, as a list of blocks. */
export function resultBlocksSchema(): JsonSchema {
  return { type: 'array', items: { $ref: '#/definitions/result' }, definitions: definitions() };
}
