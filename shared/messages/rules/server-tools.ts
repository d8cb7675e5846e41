import { isRecord } from '../blocks.ts';
import { SERVER_RESULT_PARTS } from '../block-table.ts';
import type { Edit } from '../edits.ts';
import { idOf, isServerCall, isServerResult } from '../exchanges.ts';
import type { BlockView, LintContext, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { apiText, blockPath } from './kit.ts';
import { written } from '../strings.ts';

/**
 * Tools that the API runs itself (`web_search`, `code_execution`, MCP …). A call and its result are paired by id,
 * usually in one message; the result may also open the next answer of the model.
 */

const isResult = (view: BlockView): boolean => view.type !== 'tool_result' && isServerResult(view);

/** A call that the model's next answer may still resolve: the user said nothing but results of client tools. */
function mayGoOn(next: Turn | undefined): boolean {
  return (
    !next ||
    next.role === 'unknown' ||
    (next.role === 'user' && next.blocks.every(({ type }) => type === 'tool_result'))
  );
}

interface OpenCall {
  call: BlockView;
  resultType: string;
}

/**
 * Calls without a result although the user has gone on. Results of client tools alone leave a call waiting: code that
 * the API runs may ask for several rounds of them before its own result comes.
 */
function openCalls(context: LintContext): OpenCall[] {
  const turns = context.turns.filter(({ role }) => role !== 'system');
  const found: OpenCall[] = [];
  let waiting: BlockView[] = [];
  turns.forEach((turn, index) => {
    if (turn.role !== 'assistant') return;
    const results = new Set(turn.blocks.filter(isResult).map(idOf));
    waiting = [...waiting, ...turn.blocks.filter(isServerCall)].filter((call) => !results.has(idOf(call)));
    if (mayGoOn(turns[index + 1])) return;
    for (const call of waiting) found.push({ call, resultType: resultTypeOf(call) });
    waiting = [];
  });
  return found.filter(({ call }) => idOf(call) !== '');
}

function resultTypeOf(call: BlockView): string {
  if (call.type === 'mcp_tool_use') return 'mcp_tool_result';
  const name = written(call.block['name']);
  return name.startsWith('tool_search') ? 'tool_search_tool_result' : `${name}_tool_result`;
}

/** Some client call was made from inside this one, so it cannot simply go. */
function hasChildren(context: LintContext, id: string): boolean {
  return context.views.some(({ blocks }) =>
    blocks.some(({ block }) => isRecord(block['caller']) && block['caller']['tool_id'] === id),
  );
}

function isOffered(context: LintContext, call: BlockView): boolean {
  if (call.type === 'mcp_tool_use' || context.bare) return true;
  const name = written(call.block['name']);
  const sub = name === 'bash_code_execution' || name === 'text_editor_code_execution';
  return context.tools.some(({ tool }) => tool['name'] === name || (sub && tool['name'] === 'code_execution'));
}

/** A paused turn that the user talked into, or a history that lost the result (anthropics/anthropic-sdk-typescript#906). */
export const serverCallUnresolved: Rule = {
  id: 'server-call-unresolved',
  title: { en: 'A server tool call without its result', 'zh-CN': '服务端工具调用没有结果' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const { call, resultType } of openCalls(context)) {
      const id = idOf(call);
      const name = written(call.block['name']);
      const without = `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${resultType}\` block`;
      yield {
        at: call.at,
        message: `${name} was called (${id}) and has no result, yet the conversation went on. A paused turn is sent again as it is, without a user message.`,
        api: isOffered(context, call) ? without : `${without}, but no \`${name}\` tool was provided`,
        ids: [id],
        fixable: !hasChildren(context, id),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** Server results with no call before them. */
function strayResults(context: LintContext): BlockView[] {
  const called = new Set<string>();
  const stray: BlockView[] = [];
  for (const view of context.views) {
    if (view.role !== 'assistant') continue;
    for (const block of view.blocks) {
      if (isServerCall(block)) called.add(idOf(block));
      else if (isResult(block) && idOf(block) !== '' && !called.has(idOf(block))) stray.push(block);
    }
  }
  return stray;
}

/** anthropics/claude-code#64383. */
export const serverResultOrphan: Rule = {
  id: 'server-result-orphan',
  title: { en: 'A server tool result without its call', 'zh-CN': '服务端工具结果没有对应的调用' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const view of strayResults(context)) {
      const id = idOf(view);
      const call = view.type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use';
      yield {
        at: view.at,
        message: `No ${call} block with the id ${id} stands before this result.`,
        api: `${blockPath(view)}: unexpected \`tool_use_id\` found in \`${view.type}\` blocks: ${id}. Each \`${view.type}\` block must have a corresponding \`${call}\` block before it.`,
        ids: [id],
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** Paths below a server result at which something is missing that only the API can write. */
function* missingParts(view: BlockView): Generator<(string | number)[]> {
  const content = view.block['content'];
  const list = Array.isArray(content);
  const parts: unknown[] = list ? content : [content];
  for (const [index, part] of parts.entries()) {
    if (!isRecord(part)) continue;
    const at = list ? ['content', index] : ['content'];
    for (const key of SERVER_RESULT_PARTS.get(written(part['type'])) ?? []) {
      if (part[key] === undefined || part[key] === null || (key.startsWith('encrypted_') && part[key] === ''))
        yield [...at, key];
    }
  }
}

/** History that kept titles and addresses and dropped the encrypted part (code-yeongyu/senpi#208). */
export const serverResultFieldMissing: Rule = {
  id: 'server-result-field-missing',
  title: { en: 'A server tool result lost a field', 'zh-CN': '服务端工具结果缺少字段' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      if (!isResult(view)) continue;
      for (const tail of missingParts(view)) {
        const at = [...view.at, ...tail];
        yield {
          at,
          message: `${written(tail.at(-1))} is gone from this ${view.type}. It cannot be made up: the call and its result have to go together.`,
          api: apiText(context, at, 'Field required'),
          ids: [idOf(view)],
          fixable: !hasChildren(context, idOf(view)),
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const ids = new Set(findings.flatMap(({ ids }) => ids ?? []));
    const pairs = context.blocks.filter((view) => isServerCall(view) || isResult(view));
    return pairs.filter((view) => ids.has(idOf(view))).map((view): Edit => ({ path: view.at }));
  },
};
