import { isRecord } from '../blocks.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { listAt } from './kit.ts';

/** What strict tools and tools for code may not be: too many, too loose, endless (docs, "Strict tool use"). */

const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;
const MAX_DEPTH = 64;

/** Every schema inside a schema, itself first. */
function* schemasIn(value: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return;
  if (isRecord(value)) yield value;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) yield* schemasIn(inner, depth + 1);
}

/** Parameters that may be left out, and parameters of several types. */
function looseness(schema: unknown): { optional: number; unions: number } {
  let optional = 0;
  let unions = 0;
  for (const inner of schemasIn(schema)) {
    const required = new Set(listAt(inner, 'required'));
    if (isRecord(inner['properties'])) {
      optional += Object.keys(inner['properties']).filter((key) => !required.has(key)).length;
    }
    if (Array.isArray(inner['anyOf']) || Array.isArray(inner['type'])) unions += 1;
  }
  return { optional, unions };
}

export const strictTools: Rule = {
  id: 'strict-tools-limit',
  title: { en: 'Strict tools beyond their limits', 'zh-CN': 'strict 工具超出限制' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }: LintContext): Iterable<Finding> {
    const strict = tools.filter(({ tool }) => tool['strict'] === true);
    const base = { api: 'Schema is too complex for compilation.', assumed: true, fixable: false } as const;
    const surplus = strict[MAX_STRICT_TOOLS];
    if (surplus) {
      yield {
        ...base,
        at: ['tools', surplus.index, 'strict'],
        message: `${strict.length} tools are strict; at most ${MAX_STRICT_TOOLS} may be.`,
      };
    }
    const total = { optional: 0, unions: 0 };
    for (const { tool, index } of strict) {
      const before = { ...total };
      const { optional, unions } = looseness(tool['input_schema']);
      total.optional += optional;
      total.unions += unions;
      const at = ['tools', index, 'input_schema'];
      if (before.optional <= MAX_OPTIONAL && total.optional > MAX_OPTIONAL) {
        yield {
          ...base,
          at,
          message: `With this tool strict tools have ${total.optional} optional parameters; ${MAX_OPTIONAL} are allowed in all.`,
        };
      }
      if (before.unions <= MAX_UNIONS && total.unions > MAX_UNIONS) {
        yield {
          ...base,
          at,
          message: `With this tool strict tools have ${total.unions} parameters of several types; ${MAX_UNIONS} are allowed in all.`,
        };
      }
    }
  },
};

/** References from each named part of a schema ('' is the schema itself) to others. */
function referencesOf(schema: Record<string, unknown>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const collect = (name: string, part: unknown): void => {
    const targets = new Set<string>();
    for (const inner of schemasIn(part)) {
      const target = inner['$ref'];
      if (target === '#') targets.add('');
      else if (typeof target === 'string') targets.add(target.replace(/^#\/(?:\$defs|definitions)\//, ''));
    }
    found.set(name, targets);
  };
  const { $defs, definitions, ...own } = schema;
  collect('', own);
  for (const named of [$defs, definitions]) {
    if (isRecord(named)) for (const [name, part] of Object.entries(named)) collect(name, part);
  }
  return found;
}

/** Some part leads back to itself. */
function isCircular(schema: Record<string, unknown>): boolean {
  const references = referencesOf(schema);
  return [...references.keys()].some((start) => {
    const seen = new Set<string>();
    const waiting = [...(references.get(start) ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === start) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(...(references.get(name) ?? []));
    }
    return false;
  });
}

export const toolCircularSchema: Rule = {
  id: 'tool-schema-circular',
  title: { en: 'A tool for code with a schema that contains itself', 'zh-CN': '供代码调用的工具 schema 循环引用' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }: LintContext): Iterable<Finding> {
    for (const { tool, index } of tools) {
      const { input_schema: schema, allowed_callers: callers } = tool;
      const byCode =
        Array.isArray(callers) && callers.some((caller) => typeof caller === 'string' && caller !== 'direct');
      if (!byCode || !isRecord(schema) || !isCircular(schema)) continue;
      yield {
        at: ['tools', index, 'input_schema'],
        message: 'Code may call this tool, and its schema refers to itself; that cannot be turned into a function.',
        api: 'Circular $ref detected',
        assumed: true,
        fixable: false,
      };
    }
  },
};
