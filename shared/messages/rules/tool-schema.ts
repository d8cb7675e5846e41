import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, quoted } from '../strings.ts';
import { apiText } from './kit.ts';
import { checkSchema, type SchemaFault } from './schema-check.ts';
import { isCustom } from './tool-table.ts';

/** The input schema of a custom tool. */

interface SchemaOf {
  index: number;
  tool: Record<string, unknown>;
  schema: unknown;
  at: Path;
}

function* schemas(context: LintContext): Generator<SchemaOf> {
  for (const { tool, index } of context.tools) {
    // Other APIs' forms are rewritten as a whole.
    if (!isCustom(tool) || 'parameters' in tool || 'inputSchema' in tool) continue;
    yield { index, tool, schema: tool['input_schema'], at: ['tools', index, 'input_schema'] };
  }
}

const EMPTY_SCHEMA = { type: 'object', properties: {} };

export const toolSchemaForm: Rule = {
  id: 'tool-schema-form',
  title: { en: 'The input schema of a tool has the wrong form', 'zh-CN': '工具的 input_schema 格式不对' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { schema, at } of schemas(context)) {
      if (schema === undefined) {
        yield {
          at,
          message: 'This tool has no input_schema; a tool without arguments has an empty object schema.',
          api: apiText(context, at, 'Field required'),
          data: EMPTY_SCHEMA,
        };
      } else if (!isRecord(schema)) {
        yield {
          at,
          message: `input_schema is ${kindOf(schema)}, not a JSON Schema.`,
          api: apiText(context, at, 'Input should be a valid dictionary'),
          fixable: schema === null,
          data: EMPTY_SCHEMA,
        };
      } else {
        const combined = ['oneOf', 'allOf', 'anyOf'].find((key) => schema[key] !== undefined);
        if (combined !== undefined) {
          yield {
            at: [...at, combined],
            message: `${combined} may not stand at the top of an input schema; describe one object.`,
            api: apiText(context, at, 'input_schema does not support oneOf, allOf, or anyOf at the top level'),
            fixable: false,
          };
        }
        if (schema['type'] !== 'object' && combined === undefined) {
          const missing = schema['type'] === undefined;
          yield {
            at: [...at, 'type'],
            message: `The input of a tool is an object: type has to be "object"${missing ? '' : `, not ${quoted(schema['type'])}`}.`,
            api: apiText(context, [...at, 'type'], missing ? 'Field required' : "Input should be 'object'"),
            fixable: missing || schema['type'] === null || isRecord(schema['properties']),
            data: 'object',
          };
        }
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

const DRAFT =
  'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.';

/** `required: true` on a property, `type: "any"`, tuples as `items: […]`, boolean `exclusiveMinimum`: older drafts. */
export const toolSchemaDraft: Rule = {
  id: 'tool-schema-draft',
  title: { en: 'The input schema is no JSON Schema 2020-12', 'zh-CN': 'input_schema 不符合 JSON Schema 2020-12' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { schema, at } of schemas(context)) {
      if (!isRecord(schema)) continue;
      for (const fault of checkSchema(schema)) {
        yield {
          at: [...at, ...fault.path],
          message: fault.message,
          api: apiText(context, at, DRAFT),
          fixable: fault.edits !== null,
          data: fault,
        };
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.flatMap(({ at, data }) => {
      const fault = data as SchemaFault;
      const base = at.slice(0, at.length - fault.path.length);
      return (fault.edits ?? []).map((edit): Edit => ({ ...edit, path: [...base, ...edit.path] }));
    }),
};

const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Only the properties at the top are held to it (beautyfree/appstore-connect-mcp#2). */
export const toolSchemaKeys: Rule = {
  id: 'tool-schema-property-key',
  title: { en: 'A property name the API does not take', 'zh-CN': 'API 不接受的属性名' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { schema, at } of schemas(context)) {
      if (!isRecord(schema) || !isRecord(schema['properties'])) continue;
      for (const key of Object.keys(schema['properties'])) {
        if (PROPERTY_KEY.test(key)) continue;
        yield {
          at: [...at, 'properties', key],
          message: `The property name ${quoted(key)} may hold only letters, digits, "_", "." and "-", at most 64. Only the tool's owner can rename it.`,
          api: `${apiText(context, at, '').slice(0, -2)}.properties: Property keys should match pattern '${PROPERTY_KEY.source}'`,
        };
      }
    }
  },
};

/** Object schemas inside a schema that do not close themselves. */
function* openObjects(schema: unknown, path: Path, depth = 0): Generator<Path> {
  if (depth > 64) return;
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) yield* openObjects(item, [...path, index], depth + 1);
    return;
  }
  if (!isRecord(schema)) return;
  if (schema['type'] === 'object' && schema['additionalProperties'] !== false) yield path;
  for (const key of ['properties', '$defs', 'definitions']) {
    const map = schema[key];
    if (!isRecord(map)) continue;
    for (const [name, item] of Object.entries(map)) yield* openObjects(item, [...path, key, name], depth + 1);
  }
  for (const key of ['items', 'anyOf', 'allOf', 'oneOf']) yield* openObjects(schema[key], [...path, key], depth + 1);
}

/** Strict tools compile their schema: every object has to say that it takes nothing else. */
export const toolStrictSchema: Rule = {
  id: 'tool-strict-schema',
  title: { en: 'A strict tool with an open schema', 'zh-CN': 'strict 工具的 schema 未封闭' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index, schema, at } of schemas(context)) {
      if (tool['strict'] !== true) continue;
      for (const path of openObjects(schema, [])) {
        yield {
          at: [...at, ...path, 'additionalProperties'],
          message: 'In a strict tool every object schema says additionalProperties: false.',
          api: `tools.${index}.custom: For 'object' type, 'additionalProperties' must be explicitly set to false`,
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at, value: false })),
};
