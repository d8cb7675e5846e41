import { isRecord } from '../blocks.ts';
import { BLOCKS } from '../block-table.ts';
import type { Edit } from '../edits.ts';
import { exchangesOf, idOf } from '../exchanges.ts';
import type { BlockView, LintContext, MessageView } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank, quoted, written } from '../strings.ts';
import { apiText, concernedIds, plainText, textBlock, viewAt } from './kit.ts';

/** What may stand inside a tool result. */

function* results(context: LintContext): Generator<BlockView> {
  for (const { blocks } of context.views) for (const view of blocks) if (view.type === 'tool_result') yield view;
}

function parts(view: BlockView): Record<string, unknown>[] {
  const content = view.block['content'];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Blocks that a user message may hold beside results. */
function standsAlone(part: Record<string, unknown>): boolean {
  return BLOCKS.get(written(part['type']))?.where.includes('user') ?? false;
}

/** Index behind the last result of a message: where things that leave a result go. */
function behindResults(message: MessageView | undefined): number {
  return (message?.blocks.findLast(({ type }) => type === 'tool_result')?.index ?? -1) + 1;
}

/** Moves the parts that `leaves` picks out of their results, behind the results of the message. */
function moveOut(
  context: LintContext,
  findings: readonly Finding[],
  leaves: (part: Record<string, unknown>) => boolean,
): Edit[] {
  const wanted = new Set(findings.map(({ data }) => data as BlockView));
  const edits: Edit[] = [];
  for (const { block, at, message } of wanted) {
    const content = Array.isArray(block['content']) ? block['content'] : [];
    const out = content.filter((part) => isRecord(part) && leaves(part));
    content.forEach((part, index) => {
      if (out.includes(part)) edits.push({ path: [...at, 'content', index] });
    });
    const insert = out.filter((part) => isRecord(part) && standsAlone(part));
    if (insert.length > 0)
      edits.push({ path: ['messages', message, 'content', behindResults(viewAt(context, message))], insert });
  }
  return edits;
}

export const errorResultNotText: Rule = {
  id: 'error-result-not-text',
  title: { en: 'An error result holds more than text', 'zh-CN': '错误结果里有文本以外的内容' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const view of results(context)) {
      if (view.block['is_error'] !== true) continue;
      const wrong = parts(view).findIndex((part) => typeof part['type'] === 'string' && part['type'] !== 'text');
      if (wrong < 0) continue;
      yield {
        at: [...view.at, 'content', wrong],
        message: `With is_error a result holds text only; this one holds a block of type ${written(parts(view)[wrong]?.['type'])}.`,
        api:
          apiText(context, [...view.at, 'content'], '').replace('.content: ', ': ') +
          'all content must be type `text` if `is_error` is true',
        ...concernedIds(view),
        data: view,
      };
    }
  },
  repair: (context, findings): Edit[] => moveOut(context, findings, (part) => part['type'] !== 'text'),
};

const NO_TEXT = 'The tool failed and gave no message.';

/** jlevy/markform#153, bytedance/trae-agent#230. */
export const errorResultEmpty: Rule = {
  id: 'error-result-empty',
  title: { en: 'An error result says nothing', 'zh-CN': '错误结果没有任何内容' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const view of results(context)) {
      const { block } = view;
      if (
        block['is_error'] !== true ||
        !isBlank(plainText(block['content'])) ||
        parts(view).some(({ type }) => type !== 'text')
      )
        continue;
      yield {
        at: [...view.at, 'content'],
        message: 'The result is marked as an error and holds no text; say what went wrong.',
        api:
          apiText(context, [...view.at, 'content'], '').replace('.content: ', ': ') +
          'content cannot be empty if `is_error` is true',
        ...concernedIds(view),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at, value: NO_TEXT })),
};

export const resultBlockType: Rule = {
  id: 'tool-result-block-type',
  title: { en: 'A block that a tool result cannot hold', 'zh-CN': '工具结果不能包含的内容块' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of results(context)) {
      for (const [index, part] of parts(view).entries()) {
        const type = written(part['type']);
        const row = BLOCKS.get(type);
        if (!row || row.where.includes('result')) continue;
        const at = [...view.at, 'content', index];
        yield {
          at,
          message: `A tool result holds text, images, documents, search results and tool references, not blocks of type ${type}.`,
          api: apiText(
            context,
            at,
            `Input tag '${type}' found using 'type' does not match any of the expected tags: 'browser_state', 'document', 'image', 'search_result', 'text', 'tool_reference'`,
          ),
          ...concernedIds(view),
          data: part,
        };
      }
    }
  },
  /** What such a block says stays in the result, as text. */
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => {
      const part = data as Record<string, unknown>;
      const said = plainText(part['content']) || written(part['text'] ?? '');
      return { path: at, value: textBlock(isBlank(said) ? written(part) : said) };
    }),
};

/** Search results in a tool result want to be alone (docs, "Search results"). */
export const searchResultMixed: Rule = {
  id: 'search-result-mixed',
  title: { en: 'Search results mixed with other blocks', 'zh-CN': '搜索结果与其他内容块混在一起' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const view of results(context)) {
      const all = parts(view);
      const other = all.findIndex(({ type }) => type !== 'search_result');
      if (other < 0 || !all.some(({ type }) => type === 'search_result')) continue;
      const nestable = all.every(({ type }) => type === 'search_result' || type === 'text');
      yield {
        at: [...view.at, 'content', other],
        message:
          'A tool result that holds search_result blocks holds nothing else; put the text inside a search result.',
        api: null,
        assumed: true,
        fixable: nestable,
        data: view,
        ...concernedIds(view),
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ data }) => {
      const view = data as BlockView;
      return { path: [...view.at, 'content'], value: nestText(parts(view)) };
    }),
};

/** Each text joins the search result before it; one at the very beginning joins the first, in front. */
function nestText(all: readonly Record<string, unknown>[]): unknown[] {
  const nested: Record<string, unknown>[] = [];
  const waiting: unknown[] = [];
  for (const part of all) {
    const last = nested.at(-1);
    if (part['type'] === 'search_result') {
      const own = Array.isArray(part['content']) ? part['content'] : [];
      nested.push(waiting.length > 0 ? { ...part, content: [...waiting.splice(0), ...own] } : part);
    } else if (last) {
      const own = Array.isArray(last['content']) ? last['content'] : [];
      nested[nested.length - 1] = { ...last, content: [...own, textBlock(written(part['text']))] };
    } else waiting.push(textBlock(written(part['text'])));
  }
  return nested;
}

/** Members of a toolset (`computer`, `browser`): the answer names the toolset and holds text and pictures. */
export const toolsetResult: Rule = {
  id: 'toolset-result',
  title: { en: 'A toolset result does not fit its call', 'zh-CN': '工具集结果与调用不匹配' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const { calls, leading } of exchangesOf(context)) {
      const toolsets = new Map(calls.map((call) => [idOf(call), call.block['toolset_name'] ?? null]));
      for (const view of leading) {
        const toolset = toolsets.get(idOf(view));
        if (toolset === undefined) continue;
        const own = view.block['toolset_name'] ?? null;
        if (own !== toolset) {
          yield {
            at: [...view.at, 'toolset_name'],
            message:
              toolset === null
                ? 'The call names no toolset, so its result names none.'
                : `The result of a toolset's call repeats its toolset_name: ${quoted(toolset)}.`,
            api: null,
            assumed: true,
            ...concernedIds(view),
            data: toolset,
          };
        }
        if (toolset !== null) yield* toolsetContent(view);
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === null ? { path: at } : { path: at, value: data })),
};

function* toolsetContent(view: BlockView): Generator<Finding> {
  const all = parts(view);
  const wrong = all.findIndex(({ type }) => type !== 'text' && type !== 'image' && type !== 'browser_state');
  const states = all.filter(({ type }) => type === 'browser_state').length;
  const stateOnError = states > 0 && view.block['is_error'] === true;
  if (wrong < 0 && states <= 1 && !stateOnError) return;
  yield {
    at: [...view.at, 'content'],
    message:
      "A toolset's result holds text, images and at most one browser_state, and the latter only when it is no error.",
    api: null,
    assumed: true,
    fixable: false,
    ...concernedIds(view),
  };
}

/** Calls that code on the API's side made: it waits for the results, so nothing else may come. */
export const programmaticResults: Rule = {
  id: 'programmatic-result',
  title: { en: 'Results for code that is still running', 'zh-CN': '给仍在运行的代码的结果不合规' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    const exchange = exchangesOf(context).at(-1);
    const pending = exchange?.calls.filter(
      ({ block }) => isRecord(block['caller']) && written(block['caller']['type']).startsWith('code_execution_'),
    );
    if (!exchange || !pending?.length || exchange.next?.role !== 'user') return;
    const base = { api: null, assumed: true, fixable: false } as const;
    const other = exchange.next.blocks.find(({ type }) => type !== 'tool_result');
    if (other)
      yield {
        ...base,
        at: other.at,
        message: 'While code waits for tool results, the user message may hold nothing but these results.',
      };
    const ids = new Set(pending.map(idOf));
    for (const view of exchange.leading) {
      if (!ids.has(idOf(view)) || parts(view).every(({ type }) => type === 'text')) continue;
      yield {
        ...base,
        at: [...view.at, 'content'],
        message: 'A result that goes back into running code holds text only.',
        ...concernedIds(view),
      };
    }
    if (!context.bare && (context.body['container'] ?? null) === null) {
      yield {
        ...base,
        at: ['container'],
        message: 'The code waits in its container: send the container id of the answer it came with.',
      };
    }
  },
};
