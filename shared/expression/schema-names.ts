import type { KnownName, ValueType } from './known-names.ts';

/** A schema from a stranger may be deep and wide, and may be a circle of combined parts. */
const DEEPEST = 6;
const MOST = 200;

const TYPES: ReadonlyMap<unknown, ValueType> = new Map<unknown, ValueType>([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['array', 'list'],
]);

type Schema = Record<string, unknown>;

/**
 * The members that values of these JSON schemas can have: `properties`, also through `anyOf`, `oneOf`, `allOf`, and
 * the items of lists as member `0`. A property that several schemas name is listed once, with the values of all. What
 * is no schema is skipped: the API takes tools that nobody checked.
 */
export function schemaMembers(schemas: readonly unknown[], depth = 0): KnownName[] {
  if (depth >= DEEPEST) return [];
  const parts = schemas.flatMap((schema) => partsOf(schema));
  const byName = new Map<string, unknown[]>();
  for (const part of parts) {
    if (!isSchema(part['properties'])) continue;
    for (const [name, schema] of Object.entries(part['properties'])) {
      if (byName.size < MOST || byName.has(name)) byName.set(name, [...(byName.get(name) ?? []), schema]);
    }
  }
  const members = [...byName].map(([name, those]) => memberOf(name, those, depth + 1));
  const items = parts.flatMap((part) => (isSchema(part['items']) ? [part['items']] : []));
  return items.length > 0 ? [...members, memberOf('0', items, depth + 1)] : members;
}

function memberOf(name: string, schemas: readonly unknown[], depth: number): KnownName {
  const parts = schemas.flatMap((schema) => partsOf(schema));
  const members = schemaMembers(schemas, depth);
  const values = [...new Set(parts.flatMap(textValues))].slice(0, MOST);
  return {
    name,
    type: typeOf(parts),
    ...(members.length > 0 ? { members } : {}),
    ...(values.length > 0 ? { values } : {}),
  };
}

function typeOf(parts: readonly Schema[]): ValueType {
  const found = new Set(parts.flatMap((part) => TYPES.get(part['type']) ?? []));
  const [only] = found;
  return found.size === 1 && only ? only : 'any';
}

function textValues(part: Schema): string[] {
  const listed = Array.isArray(part['enum']) ? part['enum'] : [part['const']];
  return listed.filter((value): value is string => typeof value === 'string');
}

/** A schema with the alternatives it is put together from. */
function partsOf(schema: unknown, seen = new Set<unknown>()): Schema[] {
  if (!isSchema(schema) || seen.has(schema) || seen.size >= MOST) return [];
  seen.add(schema);
  const listed = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (Array.isArray(schema[word]) ? schema[word] : []));
  return [schema, ...listed.flatMap((each) => partsOf(each, seen))];
}

function isSchema(value: unknown): value is Schema {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
