import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import { kindOf, quoted } from '../strings.ts';

/** One place where a value is no JSON Schema of draft 2020-12. Paths start at the schema. */
export interface SchemaFault {
  path: Path;
  message: string;
  /** Edits (paths start at the schema) that say the same in today's words; null where that is not clear. */
  edits: Edit[] | null;
}

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const MAX_DEPTH = 64;

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const SINGLES = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const;
const NUMBERS = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/** Faults of a schema, the common ones of older drafts and of hand-written schemas. Walks at most 64 levels. */
export function* checkSchema(schema: Record<string, unknown>, path: Path = []): Generator<SchemaFault> {
  if (path.length > MAX_DEPTH * 2) return;
  yield* checkType(schema, path);
  yield* checkRequired(schema, path);
  yield* checkBounds(schema, path);
  yield* checkPlain(schema, path);
  yield* checkInner(schema, path);
}

function* checkType(schema: Record<string, unknown>, path: Path): Generator<SchemaFault> {
  const { type } = schema;
  const at = [...path, 'type'];
  if (type === undefined || TYPES.has(type)) return;
  if (Array.isArray(type) && type.length > 0 && type.every((item) => TYPES.has(item))) return;
  // "any" means what leaving it out means.
  const free = type === 'any' || type === '' || type === null;
  yield {
    path: at,
    message: `${quoted(type)} is no type of JSON Schema.`,
    edits: free && path.length > 0 ? [{ path: at }] : null,
  };
}

function* checkRequired(schema: Record<string, unknown>, path: Path): Generator<SchemaFault> {
  const { required } = schema;
  const at = [...path, 'required'];
  if (required === undefined) return;
  if (Array.isArray(required) && required.every((item) => typeof item === 'string')) return;
  const old = typeof required === 'boolean' || required === null;
  yield {
    path: at,
    message: `required is ${kindOf(required)}; it lists names of properties, on the object that holds them.`,
    edits: old ? [{ path: at }] : null,
  };
}

/** `exclusiveMinimum: true` beside `minimum` is how draft 4 said what is a number of its own today. */
function* checkBounds(schema: Record<string, unknown>, path: Path): Generator<SchemaFault> {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = schema[exclusive];
    if (value === undefined || typeof value === 'number') continue;
    const at = [...path, exclusive];
    const number = schema[bound];
    const edits: Edit[] | null =
      value === true && typeof number === 'number'
        ? [{ path: at, value: number }, { path: [...path, bound] }]
        : typeof value === 'boolean'
          ? [{ path: at }]
          : null;
    yield { path: at, message: `${exclusive} is ${kindOf(value)}; it has to be a number.`, edits };
  }
}

function* checkPlain(schema: Record<string, unknown>, path: Path): Generator<SchemaFault> {
  for (const key of NUMBERS) {
    const value = schema[key];
    if (value === undefined || typeof value === 'number') continue;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    const edits =
      value === null
        ? [{ path: [...path, key] }]
        : Number.isFinite(number)
          ? [{ path: [...path, key], value: number }]
          : null;
    yield { path: [...path, key], message: `${key} is ${kindOf(value)}; it has to be a number.`, edits };
  }
  if (schema['enum'] !== undefined && !Array.isArray(schema['enum'])) {
    yield {
      path: [...path, 'enum'],
      message: `enum is ${kindOf(schema['enum'])}; it has to be a list.`,
      edits: schema['enum'] === null ? [{ path: [...path, 'enum'] }] : null,
    };
  }
  for (const key of ['description', 'title', '$ref', 'format', 'pattern']) {
    const value = schema[key];
    if (value === undefined || typeof value === 'string') continue;
    yield {
      path: [...path, key],
      message: `${key} is ${kindOf(value)}; it has to be text.`,
      edits: value === null ? [{ path: [...path, key] }] : null,
    };
  }
}

function* checkInner(schema: Record<string, unknown>, path: Path): Generator<SchemaFault> {
  for (const key of MAPS) {
    const map = schema[key];
    if (map === undefined) continue;
    if (isRecord(map)) for (const [name, inner] of Object.entries(map)) yield* checkSub(inner, [...path, key, name]);
    else {
      const empty = map === null || (Array.isArray(map) && map.length === 0);
      yield {
        path: [...path, key],
        message: `${key} is ${kindOf(map)}; it has to be an object.`,
        edits: empty ? [{ path: [...path, key], value: {} }] : null,
      };
    }
  }
  for (const key of LISTS) {
    const list = schema[key];
    if (list === undefined) continue;
    if (Array.isArray(list) && list.length > 0) {
      for (const [index, inner] of list.entries()) yield* checkSub(inner, [...path, key, index]);
    } else
      yield {
        path: [...path, key],
        message: `${key} has to be a list with at least one schema.`,
        edits: path.length > 0 || key === 'prefixItems' ? [{ path: [...path, key] }] : null,
      };
  }
  for (const key of SINGLES) {
    const inner = schema[key];
    if (inner === undefined) continue;
    if (key === 'items' && Array.isArray(inner)) {
      const at = [...path, key];
      yield {
        path: at,
        message: 'A list of schemas under items is called prefixItems in draft 2020-12.',
        edits:
          inner.length > 0 && schema['prefixItems'] === undefined
            ? [{ path: at }, { path: [...path, 'prefixItems'], value: inner }]
            : [{ path: at }],
      };
    } else yield* checkSub(inner, [...path, key]);
  }
}

function* checkSub(schema: unknown, path: Path): Generator<SchemaFault> {
  if (isRecord(schema)) yield* checkSchema(schema, path);
  else if (typeof schema !== 'boolean') {
    yield {
      path,
      message: `A schema is expected here, not ${kindOf(schema)}.`,
      edits: schema === null ? [{ path, value: {} }] : null,
    };
  }
}
