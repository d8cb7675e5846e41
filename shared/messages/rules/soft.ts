import { isRecord } from '../blocks.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Edit } from '../edits.ts';
import { exchangesOf, isServerCall } from '../exchanges.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank, kindOf, quoted } from '../strings.ts';
import { concernedIds, isBlankText, listAt, plainText, viewAt } from './kit.ts';
import { firstDifference, recordedAnswer } from './thinking-restore.ts';

/** Accepted by the API, and harmful or at least odd (platform.claude.com/docs, tool use and stop reasons). */

export const textAfterResult: Rule = {
  id: 'text-after-tool-result',
  title: { en: 'Text behind tool results', 'zh-CN': '工具结果后面有文本' },
  severity: 'warning',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    for (const { next, leading, calls } of exchangesOf(context)) {
      if (calls.length === 0 || leading.length === 0) continue;
      const text = next?.blocks.find((view) => view.type === 'text' && !isBlankText(view));
      if (!text) continue;
      yield {
        at: text.at,
        message:
          'Text behind tool results in one message: legal, but models learn from it to end their turn with an empty answer.',
        fixable: false,
      };
    }
  },
};

export const toolNotOffered: Rule = {
  id: 'tool-use-unknown-tool',
  title: { en: 'A call of a tool that is not offered', 'zh-CN': '调用了未提供的工具' },
  severity: 'warning',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    // Without any tools there is a finding of its own.
    if (context.tools.length === 0 || listAt(context.body, 'mcp_servers').length > 0) return;
    const names = new Set(context.tools.map(({ tool }) => tool['name']));
    const toolsets = context.tools.some(({ tool }) => typeof tool['name'] !== 'string');
    for (const view of context.blocks) {
      if (view.type !== 'tool_use' || names.has(view.block['name']) || toolsets) continue;
      yield {
        at: [...view.at, 'name'],
        message: `${quoted(view.block['name'] ?? '')} is not among the tools of this request.`,
        ...concernedIds(view),
      };
    }
  },
};

export const toolsMissing: Rule = {
  id: 'tools-missing',
  title: { en: 'The history uses tools, the request offers none', 'zh-CN': '历史中使用了工具，但请求未提供工具' },
  severity: 'warning',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    if (context.tools.length > 0 || Array.isArray(context.body['mcp_servers'])) return;
    const used = context.views.some(({ blocks }) =>
      blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'),
    );
    if (used)
      yield {
        at: ['tools'],
        message:
          'The conversation holds tool calls, and the request offers no tools. Some servers refuse that; the model can call nothing more.',
      };
  },
};

/** Names of JSON Schema types that a value can have. */
function fitsType(value: unknown, type: unknown): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.some((name) => {
    if (name === 'array') return Array.isArray(value);
    if (name === 'object') return isRecord(value);
    if (name === 'null') return value === null;
    if (name === 'integer') return typeof value === 'number' && Number.isInteger(value);
    return typeof name !== 'string' || !['string', 'number', 'boolean'].includes(name) || typeof value === name;
  });
}

/** The first thing about an input that its schema does not allow, at its top level. */
function mismatch(input: Record<string, unknown>, schema: Record<string, unknown>): string | null {
  for (const key of listAt(schema, 'required')) {
    if (typeof key === 'string' && !Object.hasOwn(input, key)) return `${quoted(key)} is required and missing`;
  }
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  for (const [key, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isRecord(property) && property['type'] !== undefined && !fitsType(value, property['type']))
      return `${quoted(key)} is ${kindOf(value)}`;
    if (property === undefined && schema['additionalProperties'] === false) return `there is no ${quoted(key)}`;
  }
  return null;
}

export const inputMismatch: Rule = {
  id: 'tool-input-mismatch',
  title: { en: 'The input of a call does not fit its schema', 'zh-CN': '调用输入不符合 schema' },
  severity: 'warning',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const schemas = new Map(context.tools.map(({ tool }) => [tool['name'], tool['input_schema']]));
    for (const view of context.blocks) {
      const schema = view.type === 'tool_use' ? schemas.get(view.block['name']) : undefined;
      const { input } = view.block;
      const why = isRecord(schema) && isRecord(input) ? mismatch(input, schema) : null;
      if (why !== null)
        yield {
          at: [...view.at, 'input'],
          message: `The input of ${quoted(view.block['name'])} does not fit its schema: ${why}.`,
          ...concernedIds(view),
        };
    }
  },
};

const FAILURE = /^(?:error\b|exception\b|traceback \(most recent call last\)|fatal:|failed\b|panic:)/i;

export const errorNotMarked: Rule = {
  id: 'error-not-marked',
  title: { en: 'A failure without is_error', 'zh-CN': '失败结果未标记 is_error' },
  severity: 'info',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      if (view.type !== 'tool_result' || view.block['is_error'] === true) continue;
      const text = plainText(view.block['content']).slice(0, 100).trimStart();
      if (FAILURE.test(text))
        yield {
          at: view.at,
          message: 'This result reads like a failure; with is_error: true the model knows that it is one.',
          ...concernedIds(view),
        };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: [...at, 'is_error'], value: true })),
};

export const resultEmpty: Rule = {
  id: 'tool-result-empty',
  title: { en: 'A tool result without content', 'zh-CN': '工具结果没有内容' },
  severity: 'info',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      const content = view.block['content'] ?? '';
      if (view.type !== 'tool_result' || view.block['is_error'] === true) continue;
      const empty = typeof content === 'string' ? isBlank(content) : Array.isArray(content) && content.length === 0;
      if (empty)
        yield {
          at: view.at,
          message: 'This result holds nothing. That is legal, and fine for a tool that only does something.',
          ...concernedIds(view),
        };
    }
  },
};

/** What the response says about the newest answer that the history does not show. */
export const answerOutcome: Rule = {
  id: 'answer-outcome',
  title: { en: 'The newest answer is not a finished one', 'zh-CN': '最新回答并未正常完成' },
  severity: 'warning',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    const recorded = recordedAnswer(context);
    const reason = context.originalResponse?.['stop_reason'];
    if (!recorded) return;
    const { view } = recorded;
    const at = view.blocks[0]?.at ?? ['messages', view.index, 'content'];
    const call = view.blocks.findLast(({ type }) => type === 'tool_use');
    if (reason === 'max_tokens' && call) {
      yield {
        at: call.at,
        message:
          'The answer ended at max_tokens: its last tool call may be cut, and its input incomplete. Discard it and ask again with more tokens.',
        ...concernedIds(call),
        fixable: false,
      };
    } else if (reason === 'refusal') {
      yield {
        at,
        message: 'The model refused (stop_reason refusal). A refused turn does not go back into the conversation.',
        fixable: context.views.length > 1,
      };
    } else if (reason === 'pause_turn' && behind(context, view.index) && !view.blocks.some(isServerCall)) {
      yield {
        at: ['messages', view.index + 1],
        message: 'The turn was paused (pause_turn): send it again as it is, without a user message behind it.',
        fixable: false,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at.slice(0, 2) })),
};

function behind(context: LintContext, index: number): boolean {
  return viewAt(context, index + 1)?.role === 'user';
}

/** Blocks of the newest answer that were dropped, added or put in another order since it came. */
export const answerRebuilt: Rule = {
  id: 'answer-rebuilt',
  title: { en: 'The newest answer was rebuilt', 'zh-CN': '最新回答被重新拼装' },
  severity: 'warning',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    const recorded = recordedAnswer(context);
    if (!recorded) return;
    const essence = (blocks: readonly Record<string, unknown>[]): string =>
      canonicalJson(
        blocks
          .filter(
            ({ type, text }) =>
              type !== 'thinking' && type !== 'redacted_thinking' && !(type === 'text' && text === ''),
          )
          .map(({ type, id, tool_use_id: result }) => [type, id ?? result ?? null]),
      );
    if (essence(recorded.original) === essence(recorded.view.blocks.map(({ block }) => block))) return;
    yield {
      at: firstDifference(recorded),
      message:
        'This message does not hold the blocks of the response it came from, in their order. Sent back changed, an answer loses its reasoning and its place in the prompt cache.',
      fixable: false,
    };
  },
};
