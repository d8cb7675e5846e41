import { canonicalJson } from '../canonical-json.ts';
import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import { freshId } from '../exchanges.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, quoted, written } from '../strings.ts';
import { apiText, given } from './kit.ts';
import { cleanName } from './tool-input.ts';
import { CUSTOM_KEYS, FIXED_NAMES, isCustom, KNOWN_TOOL_TYPE, TOOL_TAGS, TOOLSETS } from './tool-table.ts';

/** Tool definitions: form, type, name. */

export const toolsList: Rule = {
  id: 'tools-list',
  title: { en: 'tools is not a list of objects', 'zh-CN': 'tools 不是对象列表' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    const tools = given(body, 'tools');
    if (tools === undefined) return;
    if (!Array.isArray(tools)) {
      yield {
        at: ['tools'],
        message: `tools is ${kindOf(tools)}, not a list.`,
        api: 'tools: Input should be a valid array',
        fixable: false,
      };
      return;
    }
    for (const [index, tool] of tools.entries()) {
      if (isRecord(tool)) continue;
      yield {
        at: ['tools', index],
        message: `This entry of tools is ${kindOf(tool)}, not a tool.`,
        api: `tools.${index}: Input should be an object`,
        fixable: tool === null,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** A tool as other formats write it, rewritten as ours; null when it is none of those. */
function asOurs(tool: Record<string, unknown>): Record<string, unknown> | null {
  const inner = tool['type'] === 'function' && isRecord(tool['function']) ? tool['function'] : tool;
  const schema = inner['parameters'] ?? inner['inputSchema'];
  const foreign =
    inner !== tool || tool['type'] === 'function' || (isRecord(schema) && inner['input_schema'] === undefined);
  if (!foreign || typeof inner['name'] !== 'string') return null;
  const { name, description, strict } = inner;
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    input_schema: isRecord(schema) ? schema : { type: 'object', properties: {} },
    ...(strict === true ? { strict } : {}),
    ...(isRecord(tool['cache_control']) ? { cache_control: tool['cache_control'] } : {}),
  };
}

/** OpenAI's `{type: "function", function: …}`, MCP's `inputSchema`. */
export const toolForeignForm: Rule = {
  id: 'tool-foreign-form',
  title: { en: 'A tool in the form of another API', 'zh-CN': '工具定义是其他 API 的格式' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      if (!asOurs(tool)) continue;
      const tagged = tool['type'] === 'function';
      yield {
        at: ['tools', index],
        message: 'This tool is written as another API has it; here it is {name, description, input_schema}.',
        api: tagged
          ? `tools.${index}: Input tag 'function' found using 'type' does not match any of the expected tags: ${TOOL_TAGS}`
          : `tools.${index}.custom.input_schema: Field required`,
        data: asOurs(tool),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

export const toolTypeUnknown: Rule = {
  id: 'tool-type-unknown',
  title: { en: 'A tool type the API does not know', 'zh-CN': 'API 不认识的工具类型' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      const { type } = tool;
      if (type === undefined || type === null || asOurs(tool)) continue;
      if (typeof type === 'string' && KNOWN_TOOL_TYPE.test(type)) continue;
      yield {
        at: ['tools', index, 'type'],
        message: `There is no tool type ${quoted(type)}.`,
        // With a schema of its own it can only be meant as a custom tool.
        fixable: isRecord(tool['input_schema']),
        api: `tools.${index}: Input tag '${written(type)}' found using 'type' does not match any of the expected tags: ${TOOL_TAGS}`,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
/** The documentation still says 64; some servers hold to it. */
const DOCUMENTED_LENGTH = 64;

/** home-assistant/core#147760. */
export const toolNamePattern: Rule = {
  id: 'tool-name-pattern',
  title: { en: 'A tool name with characters that are not allowed', 'zh-CN': '工具名不合规' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      if (!isCustom(tool) || asOurs(tool)) continue;
      const { name } = tool;
      const at = ['tools', index, 'name'];
      if (typeof name !== 'string') {
        const missing = name === undefined;
        yield {
          at,
          message: missing ? 'This tool has no name.' : `name is ${kindOf(name)}; it has to be a string.`,
          api: apiText(context, at, missing ? 'Field required' : 'Input should be a valid string'),
          fixable: false,
        };
      } else if (!NAME.test(name)) {
        yield {
          at,
          message:
            name.length > 128
              ? `The tool name ${quoted(name)} is ${name.length} characters long; 128 are allowed.`
              : `The tool name ${quoted(name)} may hold only letters, digits, "_" and "-".`,
          api: apiText(context, at, `String should match pattern '${NAME.source}'`),
        };
      } else if (name.length > DOCUMENTED_LENGTH) {
        yield {
          at,
          severity: 'warning',
          message: `The tool name is ${name.length} characters long. The API takes 128; its documentation and other servers say ${DOCUMENTED_LENGTH}.`,
          fixable: false,
        };
      }
    }
  },
  /** Calls in the history and a tool_choice that name the tool follow it. */
  repair(context, findings): Edit[] {
    const taken = new Set(
      context.tools.flatMap(({ tool }) => (typeof tool['name'] === 'string' ? [tool['name']] : [])),
    );
    const renamed = new Map<string, string>();
    return findings.flatMap(({ at }): Edit[] => {
      const { name } = context.tools.find(({ index }) => index === at[1])?.tool ?? {};
      if (typeof name !== 'string') return [];
      const next = freshName(cleanName(name), taken);
      const edits: Edit[] = [{ path: at, value: next }];
      if (renamed.has(name)) return edits;
      renamed.set(name, next);
      return [...edits, ...renameUses(context, name, next)];
    });
  },
};

/** Keeps the length: a suffix pushes the end out. */
function freshName(name: string, taken: Set<string>): string {
  if (!taken.has(name) || name.length < 120) return freshId(name, taken);
  return freshId(name.slice(0, 120), taken);
}

function renameUses(context: LintContext, name: string, next: string): Edit[] {
  const calls = context.blocks
    .filter(({ type, block }) => type === 'tool_use' && block['name'] === name)
    .map((view): Edit => ({ path: [...view.at, 'name'], value: next }));
  const choice = given(context.body, 'tool_choice');
  return isRecord(choice) && choice['name'] === name
    ? [...calls, { path: ['tool_choice', 'name'], value: next }]
    : calls;
}

/** Two servers that offer a tool of one name, or one list that was added twice. */
export const toolNameDuplicate: Rule = {
  id: 'tool-name-duplicate',
  title: { en: 'Two tools of one name', 'zh-CN': '工具名重复' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const seen = new Map<string, number>();
    for (const { tool, index } of context.tools) {
      const { name } = tool;
      if (typeof name !== 'string' || name === '') continue;
      const first = seen.get(name);
      if (first === undefined) {
        seen.set(name, index);
        continue;
      }
      yield {
        at: ['tools', index, 'name'],
        message: `A tool named ${quoted(name)} is there already (tools.${first}); names have to be unique.`,
        api: 'tools: Tool names must be unique.',
        fixable: isCustom(tool) || isCopy(context, first, tool),
        data: first,
      };
    }
  },
  repair(context, findings): Edit[] {
    const taken = new Set(
      context.tools.flatMap(({ tool }) => (typeof tool['name'] === 'string' ? [tool['name']] : [])),
    );
    return findings.map(({ at, data }): Edit => {
      const tool = context.tools.find(({ index }) => index === at[1])!.tool;
      if (isCopy(context, Number(data), tool)) return { path: at.slice(0, 2) };
      return { path: at, value: freshName(written(tool['name']), taken) };
    });
  },
};

function isCopy(context: LintContext, first: number, tool: Record<string, unknown>): boolean {
  const { cache_control: _mark, ...own } = tool;
  const { cache_control: _other, ...other } = context.tools.find(({ index }) => index === first)?.tool ?? {};
  return canonicalJson(own) === canonicalJson(other);
}

/** Tools that the model knows by heart have a fixed name (or, as toolsets, none). */
export const toolFixedName: Rule = {
  id: 'tool-fixed-name',
  title: { en: 'A built-in tool under another name', 'zh-CN': '内置工具的名称不对' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      const type = typeof tool['type'] === 'string' ? tool['type'] : '';
      const expected = FIXED_NAMES.find(([start]) => type.startsWith(start))?.[1];
      const at = ['tools', index, 'name'];
      if (expected !== undefined && tool['name'] !== expected) {
        yield {
          at,
          message: `The tool of type ${type} is called ${quoted(expected)}.`,
          api: apiText(context, at, tool['name'] === undefined ? 'Field required' : `Input should be '${expected}'`),
          data: expected,
        };
      }
      if (!TOOLSETS.test(type)) continue;
      for (const key of ['name', 'strict']) {
        if (tool[key] === undefined) continue;
        yield {
          at: ['tools', index, key],
          message: `A toolset takes no ${key}.`,
          api: apiText(context, ['tools', index, key], 'Extra inputs are not permitted'),
          assumed: true,
        };
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};

/** Keys from other formats and from SDK objects on a custom tool. */
export const toolUnknownKey: Rule = {
  id: 'tool-unknown-key',
  title: { en: 'A tool has a key the API does not know', 'zh-CN': '工具定义含有 API 不认识的键' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      if (!isCustom(tool) || asOurs(tool)) continue;
      for (const key of Object.keys(tool)) {
        if (CUSTOM_KEYS.has(key)) continue;
        const at = ['tools', index, key];
        yield {
          at,
          message: `A tool definition has no field ${quoted(key)}.`,
          api: apiText(context, at, 'Extra inputs are not permitted'),
        };
      }
      if (tool['description'] === undefined || typeof tool['description'] === 'string') continue;
      const at = ['tools', index, 'description'];
      yield {
        at,
        message: 'The description of a tool has to be text.',
        api: apiText(context, at, 'Input should be a valid string'),
        fixable: tool['description'] === null,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

export const toolRefusedByModel: Rule = {
  id: 'tool-refused-by-model',
  title: { en: 'The model does not take this tool type', 'zh-CN': '该模型不支持此工具类型' },
  severity: 'error',
  stage: 'meaning',
  needs: 'model',
  *check({ profile, tools }): Iterable<Finding> {
    if (!profile) return;
    for (const { tool, index } of tools) {
      const type = typeof tool['type'] === 'string' ? tool['type'] : '';
      if (!profile.refusedTools.some((start) => type.startsWith(start))) continue;
      yield {
        at: ['tools', index, 'type'],
        message: `${profile.model} does not take tools of type ${type}; its newer computer toolset has another form.`,
        api: `'${profile.model}' does not support tool types: ${type}.`,
        assumed: profile.assumed.has('refusedTools'),
      };
    }
  },
};
