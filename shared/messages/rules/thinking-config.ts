import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import type { ThinkingType } from '../profiles.ts';
import { kindOf, quoted, written } from '../strings.ts';
import { given, listAt, recordAt } from './kit.ts';

/** The `thinking` setting: its form, and what the model makes of it. */

const TYPES: readonly string[] = ['adaptive', 'enabled', 'disabled', 'between_tools'];
const MIN_BUDGET = 1024;

export function thinkingType(context: LintContext): ThinkingType | null {
  const type = recordAt(context.body, 'thinking')?.['type'];
  return typeof type === 'string' && TYPES.includes(type) ? (type as ThinkingType) : null;
}

export const thinkingForm: Rule = {
  id: 'thinking-form',
  title: { en: 'thinking has the wrong form', 'zh-CN': 'thinking 格式不对' },
  severity: 'error',
  stage: 'thinking',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    const thinking = given(body, 'thinking');
    if (thinking === undefined) return;
    if (!isRecord(thinking)) {
      yield {
        at: ['thinking'],
        message: `thinking is ${kindOf(thinking)}; it has to be an object with a type.`,
        api: 'thinking: Input should be an object',
        fixable: thinking === false,
      };
    } else if (thinking['type'] === undefined) {
      yield {
        at: ['thinking', 'type'],
        message: 'thinking has no type.',
        api: 'thinking.type: Field required',
        fixable: false,
      };
    } else if (!TYPES.includes(written(thinking['type']))) {
      yield {
        at: ['thinking', 'type'],
        message: `There is no thinking type ${quoted(thinking['type'])}.`,
        api: `thinking: Input tag '${written(thinking['type'])}' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'`,
        fixable: false,
      };
    }
  },
  repair: (): Edit[] => [{ path: ['thinking'] }],
};

const INSTEAD = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

function refusal(context: LintContext, type: ThinkingType): { message: string; api: string } | null {
  const { profile } = context;
  if (!profile || profile.thinking.includes(type)) return null;
  const { model } = profile;
  if (type === 'adaptive')
    return {
      message: `${model} does not know adaptive thinking.`,
      api: 'adaptive thinking is not supported on this model',
    };
  if (type === 'between_tools')
    return {
      message: `${model} does not know thinking between tools.`,
      api: `"thinking.type.between_tools" is not supported for this model. ${INSTEAD}`,
    };
  if (type === 'enabled')
    return {
      message: `${model} takes no thinking budget; it thinks adaptively.`,
      api: `"thinking.type.enabled" is not supported for this model. ${INSTEAD}`,
    };
  const other = profile.thinking.includes('between_tools')
    ? 'Use "thinking.type.between_tools" to limit thinking.'
    : INSTEAD;
  return {
    message: `Thinking cannot be switched off on ${model}.`,
    api: `"thinking.type.disabled" is not supported for this model. ${other}`,
  };
}

export const thinkingTypeUnsupported: Rule = {
  id: 'thinking-type-unsupported',
  title: { en: 'The model does not take this thinking type', 'zh-CN': '该模型不支持这种 thinking 类型' },
  severity: 'error',
  stage: 'meaning',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const type = thinkingType(context);
    const refused = type && refusal(context, type);
    if (!refused) return;
    yield { at: ['thinking', 'type'], ...refused, assumed: context.profile!.assumed.has('thinking') };
  },
  repair(context): Edit[] {
    const thinking = recordAt(context.body, 'thinking') ?? {};
    const { type: _type, budget_tokens: _budget, ...rest } = thinking;
    const { profile } = context;
    if (thinkingType(context) === 'adaptive' || thinkingType(context) === 'between_tools') {
      if (profile?.thinking.includes('adaptive')) return [{ path: ['thinking'], value: { type: 'adaptive' } }];
      const budget = manualBudget(context);
      return [
        budget === null
          ? { path: ['thinking'] }
          : { path: ['thinking'], value: { type: 'enabled', budget_tokens: budget, ...rest } },
      ];
    }
    if (thinkingType(context) === 'disabled') {
      const type = profile?.thinking.includes('between_tools') ? 'between_tools' : 'adaptive';
      return [{ path: ['thinking'], value: { type } }];
    }
    return [
      profile?.thinking.includes('adaptive')
        ? { path: ['thinking'], value: { type: 'adaptive', ...rest } }
        : { path: ['thinking'] },
    ];
  },
};

/** Half of `max_tokens`, if manual thinking would not break another rule; null: leave thinking off. */
function manualBudget(context: LintContext): number | null {
  const max = context.body['max_tokens'];
  const type = recordAt(context.body, 'tool_choice')?.['type'];
  const forced = (type === 'any' || type === 'tool') && listAt(context.body, 'tools').length > 0;
  // Manual mode wants the open tool turn to begin with thinking.
  const inTools = context.turns.at(-1)?.blocks.some((view) => view.type === 'tool_result') ?? false;
  if (typeof max !== 'number' || max <= MIN_BUDGET || forced || inTools) return null;
  return Math.max(MIN_BUDGET, Math.floor(max / 2));
}

/** Thinking off, in the words this model takes. */
export function thinkingOff(context: LintContext): Edit[] {
  const { profile } = context;
  if (profile && !profile.thinking.includes('disabled') && profile.thinkingDefault !== 'off') return [];
  return [{ path: ['thinking'], value: { type: 'disabled' } }];
}

export const thinkingBudget: Rule = {
  id: 'thinking-budget',
  title: { en: 'The thinking budget does not fit', 'zh-CN': '思考预算不合适' },
  severity: 'error',
  stage: 'nested',
  needs: 'body',
  *check(context): Iterable<Finding> {
    if (thinkingType(context) !== 'enabled' || (context.profile && !context.profile.thinking.includes('enabled')))
      return;
    const budget = recordAt(context.body, 'thinking')?.['budget_tokens'];
    const max = context.body['max_tokens'];
    const at = ['thinking', 'budget_tokens'];
    if (typeof budget !== 'number' || !Number.isInteger(budget)) {
      yield {
        at,
        message: 'Enabled thinking needs budget_tokens, a whole number.',
        api: `thinking.enabled.budget_tokens: ${budget === undefined ? 'Field required' : 'Input should be a valid integer'}`,
      };
    } else if (budget < MIN_BUDGET) {
      yield {
        at,
        message: `The thinking budget is ${budget} tokens; ${MIN_BUDGET} is the least.`,
        api: `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_BUDGET}`,
      };
    } else if (typeof max === 'number' && budget >= max) {
      yield {
        at,
        message: `The thinking budget (${budget}) has to be smaller than max_tokens (${max}), which counts thinking too.`,
        api: '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
      };
    }
  },
  /** Only the budget changes; where no budget fits, thinking is switched off. */
  repair(context): Edit[] {
    const max = context.body['max_tokens'];
    const budget = recordAt(context.body, 'thinking')?.['budget_tokens'];
    const room = typeof max === 'number' ? max - 1 : Infinity;
    if (room < MIN_BUDGET) return thinkingOff(context);
    const wanted =
      typeof budget === 'number' && budget < MIN_BUDGET ? MIN_BUDGET : Math.floor(Math.min(room, 20_000) / 2);
    return [{ path: ['thinking', 'budget_tokens'], value: Math.max(MIN_BUDGET, wanted) }];
  },
};

const HIGHEST = new Set<unknown>(['xhigh', 'max']);

/** Thinking switched off or limited does not go with the highest effort, and some fields not with each other. */
export const thinkingCombination: Rule = {
  id: 'thinking-combination',
  title: { en: 'thinking settings that exclude each other', 'zh-CN': '互相冲突的 thinking 设置' },
  severity: 'error',
  stage: 'nested',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const type = thinkingType(context);
    const thinking = recordAt(context.body, 'thinking');
    if (!thinking || (type !== 'disabled' && type !== 'between_tools')) return;
    const effort = recordAt(context.body, 'output_config')?.['effort'];
    const bound = type === 'between_tools' || context.profile?.id === 'claude-opus-5';
    if (HIGHEST.has(effort) && bound) {
      yield {
        at: ['output_config', 'effort'],
        message: `Effort ${quoted(effort)} does not go with thinking ${type}; high is the most.`,
        api: null,
        assumed: true,
        data: 'high',
      };
    }
    for (const key of Object.keys(thinking)) {
      if (key === 'type' || (type === 'disabled' && key !== 'display' && key !== 'budget_tokens')) continue;
      yield {
        at: ['thinking', key],
        message: `With thinking ${type} there is no ${key}.`,
        api: `thinking.${type}.${key}: Extra inputs are not permitted`,
        assumed: true,
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};
