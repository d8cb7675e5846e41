import { isRecord } from '../blocks.ts';
import { BLOCKS, STANDARD_TYPES } from '../block-table.ts';
import type { Edit, Path } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isForeignImage } from '../image-forms.ts';
import { kindOf, quoted, written } from '../strings.ts';
import { apiText, concernedIds, deepBlocks, type DeepBlock } from './kit.ts';

/** Type, required keys and unknown keys of single blocks, those inside tool results too. */

/** What a block without a type can only be; null when that is open. */
function guessType(block: Record<string, unknown>): string | null {
  if (typeof block['tool_use_id'] === 'string') return 'tool_result';
  if (typeof block['id'] === 'string' && typeof block['name'] === 'string' && isRecord(block['input']))
    return 'tool_use';
  if (typeof block['thinking'] === 'string' && typeof block['signature'] === 'string') return 'thinking';
  if (typeof block['text'] === 'string' && Object.keys(block).length === 1) return 'text';
  return null;
}

/** The inside of a server tool's own result is checked elsewhere. */
function ownBlocks(context: LintContext): readonly DeepBlock[] {
  return deepBlocks(context).filter(({ block, outer }) => block === outer.block || outer.type === 'tool_result');
}

export const blockTypeMissing: Rule = {
  id: 'block-type-missing',
  title: { en: 'A block without a type', 'zh-CN': '内容块缺少 type' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at } of ownBlocks(context)) {
      if (typeof block['type'] === 'string') continue;
      yield {
        at: [...at, 'type'],
        message: 'This block has no type, so nothing can be made of it.',
        api: apiText(
          context,
          [...at, 'type'],
          block['type'] === undefined ? 'Field required' : 'Input should be a valid string',
        ),
        fixable: guessType(block) !== null,
        data: guessType(block),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

/** A block of another format that says the same as one of ours; undefined where there is none. */
function translated(block: Record<string, unknown>): Record<string, unknown> | undefined {
  const { type, text } = block;
  if (typeof text === 'string' && text !== '') {
    return type === 'input_text' || type === 'output_text' || type === 'summary_text'
      ? { type: 'text', text }
      : undefined;
  }
  if (type === 'refusal' && typeof block['refusal'] === 'string') return { type: 'text', text: block['refusal'] };
  if (type !== 'image_url' && type !== 'input_image') return undefined;
  const link = isRecord(block['image_url']) ? block['image_url']['url'] : block['image_url'];
  if (typeof link !== 'string') return undefined;
  const inline = /^data:(image\/[a-z]+);base64,/.exec(link);
  if (inline) {
    return { type: 'image', source: { type: 'base64', media_type: inline[1], data: link.slice(inline[0].length) } };
  }
  return link.startsWith('https://') ? { type: 'image', source: { type: 'url', url: link } } : undefined;
}

function unknownTag(context: LintContext, at: Path, type: string): string {
  const tags = STANDARD_TYPES.map((tag) => `'${tag}'`).join(', ');
  return apiText(
    context,
    at,
    `Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`,
  );
}

/** MCP's `resource` and others: their text if they have one, else their JSON. */
function asJsonText(block: Record<string, unknown>): Record<string, unknown> {
  const inner = isRecord(block['resource']) ? block['resource'] : block;
  const text = typeof inner['text'] === 'string' && inner['text'].trim() !== '' ? inner['text'] : written(block);
  return { type: 'text', text };
}

/** Types of other formats that carry reasoning: nothing to send back. */
const REASONING = new Set(['reasoning', 'reasoning_text', 'redacted_reasoning']);

export const blockTypeUnknown: Rule = {
  id: 'block-type-unknown',
  title: { en: 'A block type the API does not know', 'zh-CN': 'API 不认识的内容块类型' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at, outer } of ownBlocks(context)) {
      const { type } = block;
      if (typeof type !== 'string' || BLOCKS.has(type)) continue;
      const nested = block !== outer.block;
      // Inside a result nothing needs to be lost: what cannot be sent as it is goes as text.
      const better = translated(block) ?? (nested ? asJsonText(block) : undefined);
      yield {
        at,
        message: `There is no block of type ${quoted(type)}.`,
        fixable: REASONING.has(type) || better !== undefined,
        api: unknownTag(context, at, type),
        data: better,
        ...(nested ? concernedIds(outer) : {}),
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};

/** Types that need a beta header: which ones go along with the body is not known here. */
export const blockTypeBeta: Rule = {
  id: 'block-type-beta',
  title: { en: 'A block that needs a beta header', 'zh-CN': '需要 beta 头的内容块' },
  severity: 'warning',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at } of ownBlocks(context)) {
      const { type } = block;
      if (typeof type !== 'string' || !BLOCKS.get(type)?.beta || context.betas?.length) continue;
      yield {
        at,
        message: `Blocks of type ${type} are accepted with their anthropic-beta header only.`,
        // With a known and empty list of headers it is no guess any more.
        ...(context.betas ? { severity: 'error' as const, api: unknownTag(context, at, type) } : {}),
      };
    }
  },
};

/** Missing keys that can be filled in without making anything up. */
const EMPTY_VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['tool_use.input', {}],
  ['server_tool_use.input', {}],
  ['mcp_tool_use.input', {}],
]);

/** Blocks with a missing key that say nothing without it and can be left out. */
const DISPENSABLE = new Set(['text.text']);

/** Left to the rules about ids and about thinking, which know a better repair. */
const ELSEWHERE = new Set([
  'tool_use.id',
  'tool_result.tool_use_id',
  'thinking.signature',
  'thinking.thinking',
  'redacted_thinking.data',
]);

export const blockFieldMissing: Rule = {
  id: 'block-field-missing',
  title: { en: 'A block lacks a required field', 'zh-CN': '内容块缺少必填字段' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at, outer } of ownBlocks(context)) {
      const type = typeof block['type'] === 'string' ? block['type'] : '';
      if (isForeignImage(block)) continue;
      for (const key of BLOCKS.get(type)?.required ?? []) {
        if (block[key] !== undefined) continue;
        const name = `${type}.${key}`;
        if (ELSEWHERE.has(name)) continue;
        yield {
          at: [...at, key],
          message: `This ${type} block has no ${key}.`,
          api: apiText(context, [...at, key], 'Field required'),
          fixable: EMPTY_VALUES.has(name) || DISPENSABLE.has(name),
          data: name,
          ...concernedIds(outer),
        };
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => {
      const name = written(data);
      return EMPTY_VALUES.has(name) ? { path: at, value: EMPTY_VALUES.get(name) } : { path: at.slice(0, -1) };
    }),
};

/** Fields whose kind the API checks; the repair of a text that is none. */
const KINDS: ReadonlyMap<string, 'string' | 'boolean'> = new Map([
  ['text.text', 'string'],
  ['tool_use.name', 'string'],
  ['server_tool_use.name', 'string'],
  ['tool_result.is_error', 'boolean'],
]);
const ARTICLE = { string: 'a valid string', boolean: 'a valid boolean' } as const;

/** A better value, or the whole block to leave out; null where neither is safe. */
type Better = { value: unknown; block?: false } | { block: true; value?: undefined };

function repaired(name: string, value: unknown): Better | null {
  if (name === 'text.text' && value === null) return { block: true };
  if (name === 'text.text') return { value: written(value) };
  if (name === 'tool_result.is_error') return { value: value === 1 || value === 'true' };
  return null;
}

export const blockFieldType: Rule = {
  id: 'block-field-type',
  title: { en: 'A field of a block has the wrong type', 'zh-CN': '内容块的字段类型不对' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at, outer } of ownBlocks(context)) {
      for (const [name, kind] of KINDS) {
        const [type, key] = name.split('.') as [string, string];
        const value = block[key];
        if (block['type'] !== type || value === undefined || typeof value === kind) continue;
        if (value === null && kind === 'boolean') continue;
        yield {
          at: [...at, key],
          message: `${key} is ${kindOf(value)}; it has to be a ${kind}.`,
          api: apiText(context, [...at, key], `Input should be ${ARTICLE[kind]}`),
          fixable: repaired(name, value) !== null,
          data: repaired(name, value),
          ...concernedIds(outer),
        };
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) =>
      (data as Better).block ? { path: at.slice(0, -1) } : { path: at, value: (data as Better).value },
    ),
};

/** Keys that stay behind from streams and SDK objects: `index`, `partial_json`, `parsed`, `cacheControl` … */
export const blockUnknownKey: Rule = {
  id: 'block-unknown-key',
  title: { en: 'A block has a key the API does not know', 'zh-CN': '内容块含有 API 不认识的键' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at, outer } of ownBlocks(context)) {
      const row = typeof block['type'] === 'string' ? BLOCKS.get(block['type']) : undefined;
      if (!row || row.beta || isForeignImage(block)) continue;
      for (const key of Object.keys(block)) {
        if (key === 'type' || row.required.includes(key) || row.optional.includes(key)) continue;
        const thinkingMark = key === 'cache_control';
        yield {
          at: [...at, key],
          message: thinkingMark
            ? `A ${written(block['type'])} block takes no cache_control; put the mark on a block behind it.`
            : `A ${written(block['type'])} block has no field ${quoted(key)}.`,
          api: apiText(context, [...at, key], 'Extra inputs are not permitted'),
          ...concernedIds(outer),
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};
