import type { Edit } from '../edits.ts';
import type { BlockView, LintContext, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isSameModel, lineOf } from '../profiles.ts';
import { apiText, canDropMessage, hasContent, viewAt } from './kit.ts';
import { isThinkingType, recordedAnswer, restoreThinking } from './thinking-restore.ts';

/** Thinking blocks in the history: signed by the API, so they go back exactly as they came or not at all. */

export function* thinkingBlocks(context: LintContext): Generator<BlockView> {
  for (const view of context.views) {
    if (view.role !== 'assistant') continue;
    for (const block of view.blocks) if (isThinkingType(block.type)) yield block;
  }
}

/** The message has something besides this thinking, or can do without. */
export function mayGo(context: LintContext, block: BlockView): boolean {
  const view = viewAt(context, block.message);
  return (
    !!view &&
    (view.blocks.some(({ type }) => !isThinkingType(type)) || canDropMessage(context, view.index)) &&
    hasContent(view)
  );
}

export function drop(findings: readonly Finding[]): Edit[] {
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
export function defect(context: LintContext, view: BlockView): Omit<Finding, 'fixable'> | null {
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
  if (value.trim() === '') {
    const bare = key === 'signature' && view.block['thinking'] === '';
    return {
      at,
      message: `The ${key} of this ${view.type} block is empty; only what the API signed may be sent back.`,
      api: bare
        ? `messages.${view.message}.content.${view.index}.thinking: each thinking block must contain thinking`
        : `messages.${view.message}.content.${view.index}: Invalid \`${key}\` in \`${view.type}\` block`,
    };
  }
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

/** Reasoning at the end of a turn of the assistant, with no text or call behind it. */
function trailing(turn: Turn): BlockView[] {
  const behind = turn.blocks.findLastIndex(({ type }) => !isThinkingType(type));
  return turn.role === 'assistant' ? turn.blocks.slice(behind + 1) : [];
}

/** A turn that was cut after its thinking, or whose text got lost (tailcallhq/forgecode#2107, #3071). */
export const thinkingLast: Rule = {
  id: 'thinking-last-block',
  title: { en: 'A turn of the assistant ends with thinking', 'zh-CN': '助手的一轮以思考块结尾' },
  severity: 'error',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    for (const turn of context.turns) {
      const view = trailing(turn).at(-1);
      if (!view || defect(context, view)) continue;
      yield {
        at: view.at,
        message:
          'This message ends with thinking and says nothing; a turn of the assistant has to end with text or a call.',
        api: `messages.${view.message}: The final block in an assistant message cannot be \`${view.type}\`.`,
        fixable: trailing(turn).every((block) => mayGo(context, block)),
        data: turn,
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.flatMap(({ data }) => trailing(data as Turn).map(({ at }) => ({ path: at }))),
};
