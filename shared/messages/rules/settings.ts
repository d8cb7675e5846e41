import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { lineOf } from '../profiles.ts';
import { kindOf, quoted } from '../strings.ts';
import { given, recordAt } from './kit.ts';

/** The settings beside messages, tools and thinking. */

const DEFAULT_MAX_TOKENS = 4096;

export const modelField: Rule = {
  id: 'model-field',
  title: { en: 'model is missing or no model', 'zh-CN': 'model 缺失或不是模型' },
  severity: 'error',
  stage: 'model',
  needs: 'body',
  *check({ body, model }): Iterable<Finding> {
    const value = body['model'];
    const at = ['model'];
    if (value === undefined)
      yield {
        at,
        message: 'The request names no model.',
        api: 'model: Field required',
        fixable: model !== undefined,
        data: model,
      };
    else if (typeof value !== 'string')
      yield {
        at,
        message: `model is ${kindOf(value)}; it has to be a name.`,
        api: 'model: Input should be a valid string',
        fixable: model !== undefined,
        data: model,
      };
    else if (value === '')
      yield {
        at,
        message: 'model is empty.',
        api: 'model: String should have at least 1 character',
        fixable: model !== undefined,
        data: model,
      };
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

export const modelUnknown: Rule = {
  id: 'model-unknown',
  title: { en: 'A model nobody here knows', 'zh-CN': '未知的模型' },
  severity: 'info',
  stage: 'model',
  *check({ model, profile }): Iterable<Finding> {
    if (model === undefined) return;
    const foreign = lineOf(model) === null;
    if (!foreign && profile?.known !== false) return;
    yield {
      at: ['model'],
      severity: foreign ? 'warning' : 'info',
      message: foreign
        ? `${quoted(model)} is no Claude model name; the API answers 404, and the rules that depend on the model were skipped.`
        : `${quoted(model)} is not in the list of models; it is judged like ${profile?.id ?? 'the newest one'}.`,
      api: foreign ? { status: 404, type: 'not_found_error', message: `model: ${model}` } : null,
      assumed: true,
    };
  },
};

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}

export const maxTokensField: Rule = {
  id: 'max-tokens',
  title: { en: 'max_tokens is missing or out of range', 'zh-CN': 'max_tokens 缺失或超出范围' },
  severity: 'error',
  stage: 'max_tokens',
  needs: 'body',
  *check({ body, profile, countTokens }): Iterable<Finding> {
    const at = ['max_tokens'];
    const value = body['max_tokens'];
    const cap = profile?.maxOutput ?? Infinity;
    const budget = recordAt(body, 'thinking')?.['budget_tokens'];
    const usual = Math.min(cap, DEFAULT_MAX_TOKENS + (isWhole(budget) ? budget : 0));
    if (value === undefined || value === null) {
      if (countTokens) return;
      yield {
        at,
        message: 'max_tokens is required: how many tokens the answer may have.',
        api: `max_tokens: ${value === undefined ? 'Field required' : 'Input should be a valid integer'}`,
        data: usual,
      };
    } else if (!isWhole(value)) {
      const number = typeof value === 'string' || typeof value === 'number' ? Math.floor(Number(value)) : Number.NaN;
      yield {
        at,
        message: `max_tokens is ${typeof value === 'number' ? value : kindOf(value)}; it has to be a whole number.`,
        api: 'max_tokens: Input should be a valid integer',
        fixable: Number.isInteger(number) && number > 0,
        data: number,
      };
    } else if (value < 0) {
      yield {
        at,
        message: 'max_tokens is negative.',
        api: 'max_tokens: must be greater than or equal to 0',
        data: usual,
      };
    } else if (value > cap && profile) {
      yield {
        at,
        message: `max_tokens is ${value}; ${profile.model} writes at most ${cap}.`,
        api: `max_tokens: ${value} > ${cap}, which is the maximum allowed number of output tokens for ${profile.model}`,
        assumed: profile.assumed.has('maxOutput'),
        data: cap,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

/** `max_tokens: 0` only warms the cache: nothing that asks for an answer goes with it. */
export const maxTokensZero: Rule = {
  id: 'max-tokens-zero',
  title: { en: 'max_tokens 0 beside something that wants an answer', 'zh-CN': 'max_tokens 为 0 却要求输出' },
  severity: 'error',
  stage: 'max_tokens',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    if (body['max_tokens'] !== 0) return;
    const choice = recordAt(body, 'tool_choice')?.['type'];
    const clash =
      body['stream'] === true
        ? 'stream'
        : recordAt(body, 'thinking')?.['type'] === 'enabled'
          ? 'thinking'
          : recordAt(body, 'output_config')?.['format']
            ? 'output_config'
            : choice === 'any' || choice === 'tool'
              ? 'tool_choice'
              : null;
    if (clash)
      yield {
        at: ['max_tokens'],
        message: `max_tokens 0 fills the prompt cache and writes nothing, which does not go with ${clash}.`,
        api: null,
        assumed: true,
        fixable: false,
      };
  },
};

/** Lowest `max_tokens` for which the SDKs refuse a request without streaming: 60 min × max_tokens / 128,000 > 10 min. */
const STREAM_FROM = 21_334;

/** anthropics/anthropic-sdk-typescript#822, evalstate/fast-agent#186. Raised by the SDK, before anything is sent. */
export const longWithoutStream: Rule = {
  id: 'non-streaming-too-long',
  title: { en: 'A long answer without streaming', 'zh-CN': '长输出未使用流式' },
  severity: 'warning',
  stage: 'stream',
  needs: 'body',
  *check({ body, countTokens }): Iterable<Finding> {
    const max = body['max_tokens'];
    if (countTokens || !isWhole(max) || max < STREAM_FROM || body['stream'] === true) return;
    yield {
      at: ['max_tokens'],
      message: `Up to ${max} tokens may take longer than ten minutes: the SDKs refuse that without stream: true or a timeout of your own (from ${STREAM_FROM} on).`,
    };
  },
  repair: (): Edit[] => [{ path: ['stream'], value: true }],
};

export const stopSequences: Rule = {
  id: 'stop-sequences',
  title: { en: 'A stop sequence without text', 'zh-CN': '停止序列为空' },
  severity: 'error',
  stage: 'stop_sequences',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    const list = given(body, 'stop_sequences');
    if (list === undefined) return;
    if (!Array.isArray(list)) {
      yield {
        at: ['stop_sequences'],
        message: `stop_sequences is ${kindOf(list)}; it has to be a list.`,
        api: 'stop_sequences: Input should be a valid array',
        fixable: typeof list === 'string' && list.trim() !== '',
        data: [list],
      };
      return;
    }
    for (const [index, item] of list.entries()) {
      const at = ['stop_sequences', index];
      if (typeof item !== 'string')
        yield {
          at,
          message: 'A stop sequence has to be text.',
          api: `stop_sequences.${index}: Input should be a valid string`,
          fixable: item === null,
        };
      else if (item.trim() === '')
        yield {
          at,
          message: 'A stop sequence has to hold more than white space.',
          api: 'stop_sequences: each stop sequence must contain non-whitespace',
        };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};

const CHOICES: readonly { path: [string] | [string, string]; values: readonly string[] }[] = [
  { path: ['service_tier'], values: ['auto', 'standard_only'] },
  { path: ['speed'], values: ['standard', 'fast'] },
  { path: ['output_config', 'effort'], values: ['low', 'medium', 'high', 'xhigh', 'max'] },
];

export const settingValue: Rule = {
  id: 'setting-value',
  title: { en: 'A setting has a value it cannot have', 'zh-CN': '设置取了不允许的值' },
  severity: 'error',
  stage: 'output_config',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    for (const { path, values } of CHOICES) {
      const holder = path.length === 2 ? recordAt(body, path[0]) : body;
      const value = holder ? given(holder, path.at(-1)!) : undefined;
      if (value === undefined || (typeof value === 'string' && values.includes(value))) continue;
      const listed = values.map((item) => `'${item}'`);
      yield {
        at: path,
        message: `${path.join('.')} is ${quoted(value)}; there are ${values.join(', ')}.`,
        api: `${path.join('.')}: Input should be ${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`,
        fixable: false,
      };
    }
    if (body['stream'] !== undefined && typeof body['stream'] !== 'boolean') {
      yield {
        at: ['stream'],
        message: `stream is ${kindOf(body['stream'])}; it is true or false.`,
        api: 'stream: Input should be a valid boolean',
        fixable: body['stream'] === null || body['stream'] === 'true' || body['stream'] === 'false',
        data: body['stream'] === null ? undefined : body['stream'] === 'true',
      };
    }
    for (const key of ['metadata', 'output_config']) {
      const value = given(body, key);
      if (value !== undefined && !isRecord(value))
        yield {
          at: [key],
          message: `${key} is ${kindOf(value)}; it has to be an object.`,
          api: `${key}: Input should be an object`,
          fixable: false,
        };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};

export const metadataKeys: Rule = {
  id: 'metadata-unknown-key',
  title: { en: 'metadata has a key the API does not know', 'zh-CN': 'metadata 含有 API 不认识的键' },
  severity: 'error',
  stage: 'metadata',
  needs: 'body',
  *check({ body }): Iterable<Finding> {
    for (const key of Object.keys(recordAt(body, 'metadata') ?? {})) {
      if (key !== 'user_id')
        yield {
          at: ['metadata', key],
          message: `metadata holds user_id only; ${quoted(key)} is refused.`,
          api: `metadata.${key}: Extra inputs are not permitted`,
        };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** Keys of a body that need no header. Source: `MessageCreateParamsBase` of @anthropic-ai/sdk 1.14. */
const STANDARD_KEYS = new Set(
  'cache_control container diagnostics inference_geo max_tokens messages metadata model output_config service_tier speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p'.split(
    ' ',
  ),
);
/** Those that come with an `anthropic-beta` header. */
const BETA_KEYS = new Set(
  'billing_policy compaction context_management fallback_credit_token fallbacks mcp_servers output_format thread'.split(
    ' ',
  ),
);

/** What people put there, and where it belongs. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['betas', 'betas is an argument of the SDK; on the wire it is the anthropic-beta header.'],
  ['stop', 'It is called stop_sequences here.'],
  ['max_completion_tokens', 'It is called max_tokens here.'],
  ['anthropic_version', 'Bedrock and Vertex take it in the body; the API itself takes a header.'],
  ['user', 'It is called metadata.user_id here.'],
  ['reasoning_effort', 'It is called output_config.effort here.'],
  ['response_format', 'It is called output_config.format here.'],
  ['parallel_tool_calls', 'It is called tool_choice.disable_parallel_tool_use here.'],
]);

export const unknownKey: Rule = {
  id: 'unknown-key',
  title: { en: 'A key the API does not know', 'zh-CN': 'API 不认识的键' },
  severity: 'error',
  stage: 'unknownKeys',
  needs: 'body',
  *check(context: LintContext): Iterable<Finding> {
    for (const key of Object.keys(context.body)) {
      if (STANDARD_KEYS.has(key)) continue;
      const beta = BETA_KEYS.has(key);
      if (beta && (context.betas === undefined || context.betas.length > 0)) {
        if (context.betas === undefined)
          yield {
            at: [key],
            severity: 'info',
            message: `${key} is accepted with its anthropic-beta header only.`,
            fixable: false,
          };
        continue;
      }
      yield {
        at: [key],
        message: `A request has no field ${quoted(key)}.${HINTS.has(key) ? ` ${HINTS.get(key)}` : ''}`,
        api: `${key}: Extra inputs are not permitted`,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};
