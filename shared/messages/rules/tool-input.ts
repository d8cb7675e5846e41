import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import { isServerCall } from '../exchanges.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank, kindOf, quoted, written } from '../strings.ts';
import { apiText, concernedIds } from './kit.ts';

/** What the input of a call can become: the object a text stands for, or an object that keeps what was there. */
function asObject(input: unknown): Record<string, unknown> {
  if (input === null || (Array.isArray(input) && input.length === 0)) return {};
  if (typeof input !== 'string') return { input };
  if (isBlank(input)) return {};
  try {
    const parsed: unknown = JSON.parse(input);
    if (isRecord(parsed)) return parsed;
    return parsed === null ? {} : { input: parsed };
  } catch {
    return { unparsed_input: input };
  }
}

/** Arguments that are still JSON text, or "" for a tool without any. */
export const toolInputObject: Rule = {
  id: 'tool-input-not-object',
  title: { en: 'The input of a tool call is not an object', 'zh-CN': '工具调用的 input 不是对象' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      const input = view.block['input'];
      if ((view.type !== 'tool_use' && !isServerCall(view)) || input === undefined || isRecord(input)) continue;
      const at = [...view.at, 'input'];
      yield {
        at,
        message: `The input of ${quoted(view.block['name'] ?? 'this call')} is ${kindOf(input)}; it has to be an object, {} where there are no arguments.`,
        api: apiText(context, at, 'Input should be a valid dictionary'),
        ...concernedIds(view),
        data: input,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: asObject(data) })),
};

/** Calls in the history obey the same pattern as the tools they name; longer names than a tool may have are refused. */
const NAME = /^[a-zA-Z0-9_-]{1,200}$/;

export const toolUseName: Rule = {
  id: 'tool-use-name-pattern',
  title: { en: 'A tool call names a tool that no tool can be called', 'zh-CN': '工具调用的名称不合规' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    const defined = new Set(context.tools.map(({ tool }) => tool['name']));
    for (const view of context.blocks) {
      const name = view.block['name'];
      // A name that a tool is defined under is that tool's fault, and renamed with it.
      if (view.type !== 'tool_use' || typeof name !== 'string' || NAME.test(name) || defined.has(name)) continue;
      const at = [...view.at, 'name'];
      yield {
        at,
        message: `The tool name ${quoted(name)} may hold only letters, digits, "_" and "-".`,
        api: apiText(context, at, `String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`),
        ...concernedIds(view),
        data: name,
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => ({ path: at, value: cleanName(written(data)) })),
};

/** A legal tool name that still looks like this one. */
export function cleanName(name: string): string {
  const clean = name.replaceAll(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 128);
  return /[a-zA-Z0-9]/.test(clean) ? clean : 'tool';
}
