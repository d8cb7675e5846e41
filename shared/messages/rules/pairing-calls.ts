import type { Edit } from '../edits.ts';
import { exchangesOf, idOf } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { misplacedIds } from './block-role.ts';
import { concernedIds, insertBlocks, newMessage } from './kit.ts';
import { unpairedResults } from './unpaired.ts';

/**
 * Every tool call is answered in the very next message, and the answers come first in it
 * (platform.claude.com/docs, "Handle tool calls"; anthropics/claude-code#6575, QwenLM/qwen-code#8161).
 */

/** The API's error for all ways in which a call can be left without its answer. `ids` in the order of the calls. */
function unansweredText(exchange: Exchange, ids: readonly string[]): string {
  return `messages.${exchange.turn.messages.at(-1)?.index ?? 0}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

/** More open calls than this in one turn are no longer listed with each of them. */
const MANY = 50;

function resultIds(views: readonly BlockView[]): Set<string> {
  return new Set(views.map(idOf));
}

/** Calls of one turn that nothing in the next turn answers. */
function unanswered(exchange: Exchange, misplaced: ReadonlySet<string>): BlockView[] {
  if (exchange.next?.role === 'unknown') return [];
  const answered = resultIds([...exchange.leading, ...exchange.late]);
  const open = exchange.calls.filter((call) => !answered.has(idOf(call)) && !misplaced.has(idOf(call)));
  if (open.length === 0) return open;
  // A result that lost its id is that fault, not a missing answer.
  const nameless = exchange.next?.blocks.filter((view) => view.type === 'tool_result' && idOf(view) === '').length ?? 0;
  return open.slice(0, Math.max(0, open.length - nameless));
}

export const toolUseUnanswered: Rule = {
  id: 'tool-use-unanswered',
  title: { en: 'A tool call has no result', 'zh-CN': '工具调用没有结果' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    const misplaced = misplacedIds(context);
    for (const exchange of exchangesOf(context)) {
      const open = unanswered(exchange, misplaced);
      const ids = [...new Set(open.map(idOf))];
      const api = unansweredText(exchange, ids);
      for (const call of open) {
        const own = idOf(call);
        yield {
          at: call.at,
          message: exchange.next
            ? `The call ${own} has no tool_result in the message that follows it.`
            : `The call ${own} has no tool_result yet: the conversation ends with it.`,
          api,
          // The API names all calls of the turn in one error.
          ids: ids.length > MANY ? [own] : [own, ...ids.filter((id) => id !== own)],
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    const misplaced = misplacedIds(context);
    const spare = unpairedResults(context);
    return exchangesOf(context).flatMap((exchange) => {
      const open = unanswered(exchange, misplaced).filter((call) => wanted.has(call.at.join('.')));
      return open.length > 0 ? answer(context, exchange, open, spare) : [];
    });
  },
};

/** Puts a result for each open call in front of what the user says next. */
function answer(
  context: LintContext,
  exchange: Exchange,
  open: readonly BlockView[],
  spare: Map<string, BlockView[]>,
): Edit[] {
  const edits: Edit[] = [];
  const results = new Map<string, unknown>();
  for (const call of open) {
    const id = idOf(call);
    if (results.has(id)) continue;
    const strayed = spare.get(id)?.shift();
    if (strayed) edits.push({ path: strayed.at });
    results.set(id, strayed?.block ?? notRun(context, call));
  }
  const blocks = [...results.values()];
  const last = exchange.leading.at(-1);
  const slot = exchange.next?.messages.find(({ index }) => index === last?.message) ?? exchange.next?.messages[0];
  if (exchange.next?.role === 'user' && slot) {
    return [...edits, ...insertBlocks(slot, last ? last.index + 1 : 0, blocks)];
  }
  const behind = exchange.turn.messages.at(-1)!.index + 1;
  return [...edits, { path: ['messages', behind], insert: [newMessage('user', blocks)] }];
}

/** The result of a call that was never run; says so in words the model understands. */
function notRun(context: LintContext, call: BlockView): Record<string, unknown> {
  const cut = context.originalResponse?.['stop_reason'] === 'max_tokens' && call.message === context.answer;
  const content = cut
    ? 'Not run: the call was cut off by max_tokens before its input was complete.'
    : 'Not run: the conversation was interrupted before this call had a result.';
  const { toolset_name: toolset } = call.block;
  return {
    type: 'tool_result',
    tool_use_id: call.block['id'],
    content,
    is_error: true,
    ...(typeof toolset === 'string' ? { toolset_name: toolset } : {}),
  };
}

/** Results of the right calls, but behind something else. */
function behindOthers(exchange: Exchange): BlockView[] {
  const called = resultIds(exchange.calls);
  const leading = resultIds(exchange.leading);
  return exchange.late.filter((view) => called.has(idOf(view)) && !leading.has(idOf(view)));
}

/** Puts results directly behind those that already come first, or in front of everything. */
function moveToFront(exchange: Exchange, results: readonly BlockView[], last: BlockView | undefined): Edit[] {
  const slot = exchange.next!.messages.find(({ index }) => index === last?.message) ?? exchange.next!.messages[0]!;
  const removals = results.map((view): Edit => ({ path: view.at }));
  return [
    ...removals,
    ...insertBlocks(
      slot,
      last ? last.index + 1 : 0,
      results.map((view) => view.block),
    ),
  ];
}

export const toolResultNotFirst: Rule = {
  id: 'tool-result-not-first',
  title: { en: 'Something stands before a tool result', 'zh-CN': '工具结果前面有其他内容' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const exchange of exchangesOf(context)) {
      const late = behindOthers(exchange);
      const api = unansweredText(exchange, [...new Set(late.map(idOf))]);
      for (const view of late) {
        yield {
          at: view.at,
          message: `The result of ${idOf(view)} stands behind other content; results come first in the message that answers the calls.`,
          api,
          ids: [idOf(view)],
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    return exchangesOf(context).flatMap((exchange) => {
      const late = behindOthers(exchange).filter((view) => wanted.has(view.at.join('.')));
      return late.length > 0 ? moveToFront(exchange, late, exchange.leading.at(-1)) : [];
    });
  },
};

/** Results of one turn's calls that stand in a second, third … user message. */
function splitOff(exchange: Exchange): BlockView[] {
  const first = exchange.leading[0]?.message;
  const called = resultIds(exchange.calls);
  return exchange.leading.filter((view) => view.message !== first && called.has(idOf(view)));
}

/**
 * The API joins neighbouring user messages, so this is accepted; models learn from it to call one tool at a time,
 * and many compatible servers answer 400 (MoonshotAI/kosong#45).
 */
export const parallelResultsSplit: Rule = {
  id: 'parallel-results-split',
  title: { en: 'Results of one turn are split over several messages', 'zh-CN': '同一轮的结果分散在多条消息里' },
  severity: 'warning',
  stage: 'pairing',
  along: true,
  *check(context): Iterable<Finding> {
    for (const exchange of exchangesOf(context)) {
      for (const view of splitOff(exchange)) {
        yield {
          at: view.at,
          message: `The result of ${idOf(view)} belongs into the same user message as the other results of that turn: apart, they teach the model to stop calling tools in parallel.`,
          ...concernedIds(view),
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    return exchangesOf(context).flatMap((exchange) => {
      const apart = splitOff(exchange).filter((view) => wanted.has(view.at.join('.')));
      const first = exchange.leading[0]?.message;
      const last = exchange.leading.findLast((view) => view.message === first);
      return apart.length > 0 ? moveToFront(exchange, apart, last) : [];
    });
  },
};
