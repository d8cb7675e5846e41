import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import type { Finding, Rule } from '../problem.ts';
import { given } from './kit.ts';
import { severityOf } from './versions.ts';

/** `temperature`, `top_p`, `top_k`: gone with API version 2026-10-21, restricted by model and by thinking before. */

const SAMPLING = ['temperature', 'top_p', 'top_k'] as const;

export const samplingRemoved: Rule = {
  id: 'sampling-removed',
  title: { en: 'Sampling parameters are gone', 'zh-CN': '采样参数已被移除' },
  severity: 'error',
  stage: 'sampling',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const severity = severityOf(context);
    if (!severity) return;
    for (const key of SAMPLING) {
      if (given(context.body, key) === undefined) continue;
      yield {
        at: [key],
        severity,
        message: `${key} is set. API version 2026-10-21, which current SDKs send, takes no sampling parameters, not even at their defaults.`,
        api: severity === 'error' ? `${key}: Extra inputs are not permitted` : null,
        assumed: true,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** What each sampling parameter is when it is left out. */
const DEFAULTS: Record<(typeof SAMPLING)[number], unknown> = { temperature: 1, top_p: undefined, top_k: undefined };

export const samplingUnsupported: Rule = {
  id: 'sampling-unsupported',
  title: { en: 'The model takes no such sampling', 'zh-CN': '该模型不支持这样的采样参数' },
  severity: 'error',
  stage: 'sampling',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile, body } = context;
    if (!profile || context.apiVersion === '2026-10-21') return;
    if (profile.sampling === 'default') {
      for (const key of SAMPLING) {
        const value = given(body, key);
        if (value === undefined || value === DEFAULTS[key]) continue;
        yield {
          at: [key],
          message: `${profile.model} takes ${key} at its default only.`,
          api: `\`${key}\` is deprecated for this model.`,
          assumed: profile.assumed.has('sampling'),
        };
      }
    } else if (
      profile.sampling === 'exclusive' &&
      given(body, 'temperature') !== undefined &&
      given(body, 'top_p') !== undefined
    ) {
      yield {
        at: ['top_p'],
        message: `${profile.model} takes temperature or top_p, not both.`,
        api: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
        assumed: profile.assumed.has('sampling'),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

const RANGES: readonly { key: (typeof SAMPLING)[number]; low: number; high: number }[] = [
  { key: 'temperature', low: 0, high: 1 },
  { key: 'top_p', low: 0, high: 1 },
  { key: 'top_k', low: 0, high: Infinity },
];

export const samplingRange: Rule = {
  id: 'sampling-range',
  title: { en: 'A sampling parameter out of range', 'zh-CN': '采样参数超出范围' },
  severity: 'error',
  stage: 'sampling',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    for (const { key, low, high } of RANGES) {
      const value = given(body, key);
      if (value === undefined) continue;
      const number = typeof value === 'number';
      if (number && value >= low && value <= high) continue;
      yield {
        at: [key],
        message: number ? `${key} has to lie between ${low} and ${high}.` : `${key} has to be a number.`,
        api: `${key}: Input should be ${number ? (value < low ? `greater than or equal to ${low}` : `less than or equal to ${high}`) : 'a valid number'}`,
        fixable: number,
        data: number ? Math.min(Math.max(value, low), high) : undefined,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

/** Whether this request thinks, as far as the sampling rules care. */
export function thinks(body: Record<string, unknown>): boolean {
  const thinking = given(body, 'thinking');
  return isRecord(thinking) && (thinking['type'] === 'enabled' || thinking['type'] === 'adaptive');
}

export const samplingWithThinking: Rule = {
  id: 'sampling-with-thinking',
  title: { en: 'Sampling parameters beside thinking', 'zh-CN': '开启思考时的采样参数' },
  severity: 'error',
  stage: 'sampling',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const { body, apiVersion, profile } = context;
    if (!thinks(body) || apiVersion === '2026-10-21' || profile?.sampling === 'default') return;
    const temperature = given(body, 'temperature');
    const topP = given(body, 'top_p');
    if (typeof temperature === 'number' && temperature !== 1) {
      yield {
        at: ['temperature'],
        message: 'While thinking is on, temperature can only be 1.',
        api: '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking',
      };
    }
    if (typeof topP === 'number' && topP < 0.95) {
      yield {
        at: ['top_p'],
        message: 'While thinking is on, top_p is at least 0.95 or left out.',
        api: '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.',
        assumed: true,
      };
    }
    if (given(body, 'top_k') !== undefined) {
      yield {
        at: ['top_k'],
        message: 'While thinking is on, top_k has to be left out.',
        api: '`top_k` must be unset when thinking is enabled.',
        assumed: true,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};
