import type { Edit } from '../edits.ts';
import type { BlockView, LintContext, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isSameModel, lineOf } from '../profiles.ts';
import { apiText, given, hasContent, canDropMessage, viewAt } from './kit.ts';
import { thinkingOff, thinkingType } from './thinking-config.ts';
import { isSameThinking, isThinkingType, recordedAnswer, restoreThinking, type Recorded } from './thinking-restore.ts';

/** Thinking blocks in the history: signed by the API, so they go back exactly as they came or not at all. */

function* thinkingBlocks(context: LintContext): Generator<BlockView> {
  for (const view of context.views) {
    if (view.role !== 'assistant') continue;
    for (const block of view.blocks) if (isThinkingType(block.type)) yield block;
  }
}

/** The message has something besides this thinking, or can do without. */
function mayGo(context: LintContext, block: BlockView): boolean {
  const view = viewAt(context, block.message);
  return (
    !!view &&
    (view.blocks.some(({ type }) => !isThinkingType(type)) || canDropMessage(context, view.index)) &&
    hasContent(view)
  );
}

function drop(findings: readonly Finding[]): Edit[] {
  return findings.map(({ at }) => ({ path: at.slice(0, 4) }));
}

/** The recorded thinking where the message is the newest answer and its response is known; else without it. */
function restoreOrDrop(context: LintContext, findings: readonly Finding[]): Edit[] {
  const recorded = recordedAnswer(context);
  const concerned = findings.some(({ at }) => at[1] === recorded?.view.index);
  if (!recorded || !concerned || recorded.thinking.length === 0) return drop(findings);
  return [...restoreThinking(recorded), ...drop(findings.filter(({ at }) => at[1] !== recorded.view.index))];
}

/** What is wrong with a thinking block by itself; null: nothing that can be seen. */
function defect(context: LintContext, view: BlockView): Omit<Finding, 'fixable'> | null {
  const key = view.type === 'thinking' ? 'signature' : 'data';
  const value = view.block[key];
  const at = [...view.at, key];
  if (value === undefined)
    return {
      at,
      message: `This ${view.type} block has no ${key}, so the API cannot tell that it is its own.`,
      api: apiText(context, at, 'Field required'),
    };
  if (typeof value !== 'string')
    return { at, message: `${key} has to be a string.`, api: apiText(context, at, 'Input should be a valid string') };
  if (value.trim() === '')
    return {
      at,
      message: `The ${key} of this ${view.type} block is empty; only what the API signed may be sent back.`,
      api: `messages.${view.message}.content.${view.index}: Invalid \`${key}\` in \`${view.type}\` block`,
    };
  if (view.type !== 'thinking' || typeof view.block['thinking'] === 'string') return null;
  const text = [...view.at, 'thinking'];
  return {
    at: text,
    message: 'This thinking block has no text.',
    api: apiText(
      context,
      text,
      view.block['thinking'] === undefined ? 'Field required' : 'Input should be a valid string',
    ),
  };
}

/** Other vendors' reasoning, stripped signatures. */
export const thinkingSignature: Rule = {
  id: 'thinking-signature',
  title: { en: 'A thinking block that is not signed', 'zh-CN': '思考块没有有效签名' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of thinkingBlocks(context)) {
      const finding = defect(context, view);
      if (finding) yield { ...finding, fixable: mayGo(context, view) };
    }
  },
  repair: restoreOrDrop,
};

/** Models differ in whose thinking they read: another Claude's is dropped, another vendor's refused. */
export const thinkingForeign: Rule = {
  id: 'thinking-foreign-signature',
  title: { en: 'Thinking of another model', 'zh-CN': '其他模型的思考块' },
  severity: 'warning',
  stage: 'meaning',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { model } = context;
    if (model === undefined) return;
    for (const view of thinkingBlocks(context)) {
      const writer = context.provenance.get(view.message)?.model;
      if (typeof writer !== 'string' || isSameModel(writer, model) || defect(context, view)) continue;
      const vendor = lineOf(writer) === null && !writer.toLowerCase().includes('claude');
      yield {
        at: view.at,
        severity: vendor ? 'error' : 'warning',
        message: vendor
          ? `This thinking was written by ${writer}; its signature means nothing to ${model}.`
          : `This thinking was written by ${writer}, and ${model} is asked now: it is dropped silently, or refused.`,
        api: vendor
          ? `messages.${view.message}.content.${view.index}: Invalid \`signature\` in \`thinking\` block`
          : null,
        fixable: mayGo(context, view),
      };
    }
  },
  repair: (_context, findings): Edit[] => drop(findings),
};

/**
 * The turn that is still going on: the messages of the assistant since the user last said something of his own. Empty
 * unless the conversation ends with results or with the assistant.
 */
function openTurn(context: LintContext): Turn[] {
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

/** anthropics/anthropic-sdk-python#1598: re-serialised, trimmed, reordered. */
export const thinkingModified: Rule = {
  id: 'thinking-modified',
  title: { en: 'Thinking of the newest answer was changed', 'zh-CN': '最新回答的思考块被改动' },
  severity: 'error',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    const recorded = recordedAnswer(context);
    if (!recorded) return;
    const own = recorded.view.blocks.filter(({ type }) => isThinkingType(type));
    if (own.length === 0) return;
    for (let index = 0; index < Math.max(own.length, recorded.thinking.length); index += 1) {
      const view = own[index];
      if (isSameThinking(view?.block, recorded.thinking[index]) || (view && defect(context, view))) continue;
      const place = view ?? own.at(-1)!;
      yield {
        at: place.at,
        message: view
          ? 'This thinking is not what the response held; it has to go back unchanged.'
          : 'A thinking block of the response is missing here.',
        api: `messages.${place.message}.content.${place.index}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
      };
      return;
    }
  },
  repair(context): Edit[] {
    const recorded = recordedAnswer(context);
    return recorded ? restoreThinking(recorded) : [];
  },
};

/** An answer rebuilt from its text, or from text and calls: what the model had thought is lost. */
export const thinkingDropped: Rule = {
  id: 'thinking-dropped',
  title: { en: 'The newest answer lost its thinking', 'zh-CN': '最新回答丢失了思考块' },
  severity: 'warning',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    const recorded = recordedAnswer(context);
    if (!recorded || recorded.thinking.length === 0 || recorded.view.blocks.length === 0) return;
    // Manual mode refuses it, in other words, while the turn is open.
    if (thinkingType(context) === 'enabled' && openTurn(context).length > 0) return;
    if (recorded.view.blocks.some(({ type }) => isThinkingType(type))) return;
    const bound = context.profile?.boundThinking === true && openTurn(context).length > 0;
    yield {
      at: ['messages', recorded.view.index, 'content'],
      message: `The response held ${recorded.thinking.length} thinking ${recorded.thinking.length === 1 ? 'block' : 'blocks'} that this message does not. The reasoning is lost and the prompt cache misses${bound ? '; this model may refuse the turn' : ''}.`,
    };
  },
  repair(context): Edit[] {
    const recorded = recordedAnswer(context);
    return recorded ? restoreThinking(recorded) : [];
  },
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
