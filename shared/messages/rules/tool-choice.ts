import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, quoted, written } from '../strings.ts';
import { given, listAt } from './kit.ts';
import { cleanName } from './tool-input.ts';

/** `tool_choice`: form, and whether what it asks for can be had. */

const TYPES = ['auto', 'any', 'tool', 'none'];

/** The choice that text or another API's object stands for; undefined where that is open. */
function meant(choice: unknown): Record<string, unknown> | undefined {
  const word = isRecord(choice) ? choice['type'] : choice;
  if (word === 'required') return { type: 'any' };
  if (typeof choice === 'string' && TYPES.includes(choice) && choice !== 'tool') return { type: choice };
  if (!isRecord(choice)) return undefined;
  const inner = isRecord(choice['function']) ? choice['function'] : choice;
  if ((word === 'function' || word === undefined) && typeof inner['name'] === 'string')
    return { type: 'tool', name: inner['name'] };
  return undefined;
}

export const toolChoiceForm: Rule = {
  id: 'tool-choice-form',
  title: { en: 'tool_choice has the wrong form', 'zh-CN': 'tool_choice 格式不对' },
  severity: 'error',
  stage: 'tool_choice',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    const choice = given(body, 'tool_choice');
    if (choice === undefined) return;
    const data = meant(choice);
    if (!isRecord(choice)) {
      yield {
        at: ['tool_choice'],
        message: `tool_choice is ${kindOf(choice)}; it has to be an object like {"type": "auto"}.`,
        api: 'tool_choice: Input should be an object',
        fixable: data !== undefined,
        data,
      };
      return;
    }
    const { type, name } = choice;
    if (type === undefined) {
      yield {
        at: ['tool_choice', 'type'],
        message: 'tool_choice has no type.',
        api: 'tool_choice.type: Field required',
        fixable: data !== undefined,
        data,
      };
    } else if (typeof type !== 'string' || !TYPES.includes(type)) {
      yield {
        at: ['tool_choice', 'type'],
        message: `tool_choice ${quoted(type)} does not exist; there are auto, any, tool and none.`,
        api: `tool_choice: Input tag '${written(type)}' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`,
        fixable: data !== undefined,
        data,
      };
    } else if (type === 'tool' && typeof name !== 'string') {
      yield {
        at: ['tool_choice', 'name'],
        message: 'tool_choice names no tool.',
        api: 'tool_choice.tool.name: Field required',
        data: { type: 'auto' },
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ data }) => ({ path: ['tool_choice'], value: data })),
};

function choiceOf(context: LintContext): { type: string; choice: Record<string, unknown> } | null {
  const choice = given(context.body, 'tool_choice');
  return isRecord(choice) && typeof choice['type'] === 'string' ? { type: choice['type'], choice } : null;
}

export const toolChoiceWithoutTools: Rule = {
  id: 'tool-choice-without-tools',
  title: { en: 'tool_choice without tools', 'zh-CN': '有 tool_choice 但没有 tools' },
  severity: 'error',
  stage: 'tool_choice',
  needs: 'body',
  *check(context): Iterable<Finding> {
    if (
      !choiceOf(context) ||
      listAt(context.body, 'tools').length > 0 ||
      listAt(context.body, 'mcp_servers').length > 0
    )
      return;
    yield {
      at: ['tool_choice'],
      message: 'tool_choice is set, but the request offers no tools.',
      api: 'tool_choice may only be specified while providing tools.',
    };
  },
  repair: (): Edit[] => [{ path: ['tool_choice'] }],
};

function namedTool(context: LintContext): { name: string; tool: Record<string, unknown> | undefined } | null {
  const current = choiceOf(context);
  if (current?.type !== 'tool' || typeof current.choice['name'] !== 'string' || context.tools.length === 0) return null;
  const { name } = current.choice;
  return { name, tool: context.tools.find(({ tool }) => tool['name'] === name)?.tool };
}

export const toolChoiceUnknownTool: Rule = {
  id: 'tool-choice-unknown-tool',
  title: { en: 'tool_choice names a tool that is not offered', 'zh-CN': 'tool_choice 指定了未提供的工具' },
  severity: 'error',
  stage: 'tool_choice',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const named = namedTool(context);
    if (!named || named.tool) return;
    yield {
      at: ['tool_choice', 'name'],
      message: `tool_choice asks for ${quoted(named.name)}, which is not among the tools.`,
      api: `tool_choice: Tool '${named.name}' not found in provided tools`,
      assumed: true,
      data: named.name,
    };
  },
  /** The tool that was meant, where the name differs only in what a name may not hold; else the model decides. */
  repair(context, findings): Edit[] {
    return findings.map(({ data }): Edit => {
      const near = context.tools.find(({ tool }) => tool['name'] === cleanName(written(data)));
      return near ? { path: ['tool_choice', 'name'], value: near.tool['name'] } : unforced(context);
    });
  },
};

/** The same choice, left to the model; `disable_parallel_tool_use` stays. */
function unforced(context: LintContext): Edit {
  const { type: _type, name: _name, ...rest } = choiceOf(context)?.choice ?? {};
  return { path: ['tool_choice'], value: { type: 'auto', ...rest } };
}

export const toolChoiceNotDirect: Rule = {
  id: 'tool-choice-not-direct',
  title: { en: 'tool_choice names a tool that only code may call', 'zh-CN': 'tool_choice 指定了只能由代码调用的工具' },
  severity: 'error',
  stage: 'tool_choice',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const callers = namedTool(context)?.tool?.['allowed_callers'];
    if (!Array.isArray(callers) || callers.includes('direct')) return;
    yield {
      at: ['tool_choice', 'name'],
      message:
        'This tool may be called from code only (allowed_callers), so the model cannot be made to call it directly.',
      api: null,
      assumed: true,
    };
  },
  repair: (context): Edit[] => [unforced(context)],
};

function isForced(context: LintContext): boolean {
  const type = choiceOf(context)?.type;
  return (type === 'any' || type === 'tool') && listAt(context.body, 'tools').length > 0;
}

export const forcedChoiceUnsupported: Rule = {
  id: 'forced-tool-choice-unsupported',
  title: { en: 'The model cannot be forced to use a tool', 'zh-CN': '该模型不支持强制使用工具' },
  severity: 'error',
  stage: 'meaning',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile } = context;
    if (!profile || profile.forcedToolChoice || !isForced(context)) return;
    yield {
      at: ['tool_choice', 'type'],
      message: `${profile.model} takes tool_choice auto and none only.`,
      api: 'tool_choice: type "tool" and "any" are not supported for this model.',
      assumed: profile.assumed.has('forcedToolChoice'),
    };
  },
  repair: (context): Edit[] => [unforced(context)],
};

/** can1357/oh-my-pi#341, BerriAI/litellm#17129. Adaptive thinking and a forced tool go together where both exist. */
export const forcedChoiceWithThinking: Rule = {
  id: 'forced-tool-choice-with-thinking',
  title: { en: 'A forced tool while thinking is enabled', 'zh-CN': '启用思考时强制使用工具' },
  severity: 'error',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const thinking = given(context.body, 'thinking');
    if (!isForced(context) || !isRecord(thinking) || thinking['type'] !== 'enabled') return;
    // On models without manual thinking, or without forcing, that is what the API complains about.
    if (context.profile && (!context.profile.forcedToolChoice || !context.profile.thinking.includes('enabled'))) return;
    yield {
      at: ['tool_choice', 'type'],
      message:
        'With thinking enabled the model cannot be made to use a tool; leave the choice to it, or switch thinking off.',
      api: 'Thinking may not be enabled when tool_choice forces tool use.',
    };
  },
  repair: (context): Edit[] => [unforced(context)],
};
