import type { Edit } from '../edits.ts';
import type { LintContext, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { given } from './kit.ts';
import { defect, drop, mayGo } from './thinking-blocks.ts';
import { thinkingOff, thinkingType } from './thinking-config.ts';
import { isThinkingType, recordedAnswer, restoreThinking, type Recorded } from './thinking-restore.ts';

/** What the thinking setting of a request asks of the turn that is going on. */

/**
 * The turn that is still going on: the messages of the assistant since the user last said something of his own. Empty
 * unless the conversation ends with results or with the assistant.
 */
export function openTurn(context: LintContext): Turn[] {
  const turns = context.turns.filter(({ role }) => role !== 'system');
  const open: Turn[] = [];
  for (const turn of turns.toReversed()) {
    if (turn.role === 'assistant') open.unshift(turn);
    else if (turn.role !== 'user' || turn.blocks.some(({ type }) => type !== 'tool_result')) break;
  }
  return open;
}

const MANUAL =
  'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking';

/** deepset-ai/haystack-core-integrations#2146, anomalyco/opencode#3077. Adaptive thinking does not ask for it. */
export const thinkingMissing: Rule = {
  id: 'thinking-missing-before-tool-use',
  title: { en: 'The open turn does not begin with thinking', 'zh-CN': '进行中的一轮没有以思考块开头' },
  severity: 'error',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const { profile } = context;
    if (thinkingType(context) !== 'enabled' || (profile && !profile.thinking.includes('enabled'))) return;
    const open = openTurn(context);
    const [first, last] = [open[0]?.blocks[0], open.at(-1)?.blocks[0]];
    // Without interleaved thinking only the first step of a turn thinks.
    if (!first || !last || isThinkingType(first.type) || isThinkingType(last.type)) return;
    if (last.type === 'compaction' || last.type === 'fallback') return;
    const call = open.at(-1)!.blocks.find(({ type }) => type === 'tool_use');
    yield {
      at: last.at,
      message:
        'Thinking is enabled, so the turn that these results belong to has to begin with its thinking block; it was lost.',
      api: `messages.${last.message}.content.${last.index}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${last.type}\`. ${MANUAL}`,
      fixable: restorable(context) !== null || reordered(open) !== null || thinkingOff(context).length > 0,
      ...(typeof call?.block['id'] === 'string' ? { ids: [call.block['id']] } : {}),
    };
  },
  /** The recorded block, or the one that stands further back; nothing is made up, so else thinking goes off. */
  repair(context): Edit[] {
    const recorded = restorable(context);
    return recorded ? restoreThinking(recorded) : (reordered(openTurn(context)) ?? thinkingOff(context));
  },
};

function restorable(context: LintContext): Recorded | null {
  const recorded = recordedAnswer(context);
  return recorded && isThinkingType(recorded.original[0]?.['type']) ? recorded : null;
}

/** Moves thinking that stands behind other blocks of the newest message to its beginning. */
function reordered(open: readonly Turn[]): Edit[] | null {
  const message = open.at(-1)?.messages[0];
  const late = message?.blocks.filter(({ type }) => isThinkingType(type)) ?? [];
  if (!message || late.length === 0) return null;
  const removals = late.map((block): Edit => ({ path: block.at }));
  return [...removals, { path: ['messages', message.index, 'content', 0], insert: late.map(({ block }) => block) }];
}

/** tailcallhq/forgecode#1853. Only models that continue an assistant message get that far. */
export const thinkingInFinal: Rule = {
  id: 'thinking-in-final-message',
  title: { en: 'Thinking in the last message while thinking is off', 'zh-CN': '关闭思考时末尾消息含有思考块' },
  severity: 'error',
  stage: 'meaning',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile, body } = context;
    const turn = context.turns.at(-1);
    if (!profile || profile.prefill === 'never' || turn?.role !== 'assistant') return;
    const off =
      thinkingType(context) === 'disabled' ||
      (given(body, 'thinking') === undefined && profile.thinkingDefault === 'off');
    if (!off || turn.blocks.some(({ type }) => type === 'tool_use')) return;
    for (const view of turn.blocks) {
      if (!isThinkingType(view.type) || defect(context, view)) continue;
      yield {
        at: view.at,
        message: 'Thinking is off, and the last message, which the model is to continue, holds thinking.',
        api: `messages.${view.message}.content.${view.index}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${view.type}\`. To use thinking blocks, enable \`thinking\` in your request.`,
        fixable: mayGo(context, view),
      };
    }
  },
  repair: (_context, findings): Edit[] => drop(findings),
};

/** The API then answers without thinking, and says nothing about it. */
export const thinkingToggled: Rule = {
  id: 'thinking-toggled-mid-turn',
  title: { en: 'Thinking was switched in the middle of a turn', 'zh-CN': '在一轮中途切换了思考' },
  severity: 'warning',
  stage: 'meaning',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const open = openTurn(context);
    if (open.length === 0 || context.turns.at(-1)?.role !== 'user' || thinkingType(context) !== 'disabled') return;
    if (!open.some(({ blocks }) => blocks.some(({ type }) => isThinkingType(type)))) return;
    yield {
      at: ['thinking', 'type'],
      message:
        'The turn that is going on began with thinking, and this request switches it off. Wait until the turn is over.',
    };
  },
};
