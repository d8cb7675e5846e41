import type { Edit } from '../edits.ts';
import { isServerCall, isServerResult } from '../exchanges.ts';
import type { BlockView, LintContext, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { hasContent, newMessage } from './kit.ts';

/** A conversation that ends with the assistant: a beginning for the model to continue ("prefill"), or a paused turn. */

/** The last turn, if it is the assistant's and nothing more urgent is wrong with it. */
function finalTurn(context: LintContext): Turn | null {
  const turn = context.turns.at(-1);
  if (turn?.role !== 'assistant' || context.turns.length === 0) return null;
  // An open call asks for a result, which ends the conversation with the user.
  return turn.blocks.some(({ type }) => type === 'tool_use') ? null : turn;
}

/**
 * A turn that the API itself interrupted goes back as it is: `pause_turn` and `compaction`. Without the response it
 * came from, a server tool's block at the end tells it.
 */
function isPaused(context: LintContext, turn: Turn): boolean {
  const reason = context.originalResponse?.['stop_reason'];
  const recorded = turn.messages.some(({ index }) => index === context.answer);
  if (recorded && (reason === 'pause_turn' || reason === 'compaction')) return true;
  const last = turn.blocks.at(-1);
  return (
    !!last &&
    (isServerCall(last) || (isServerResult(last) && last.type !== 'tool_result') || last.type === 'compaction')
  );
}

const CONTINUE = 'Please continue.';

export const prefillUnsupported: Rule = {
  id: 'prefill-unsupported',
  title: { en: 'The model continues no assistant message', 'zh-CN': '该模型不支持续写助手消息' },
  severity: 'error',
  stage: 'meaning',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const turn = finalTurn(context);
    const { profile } = context;
    if (!turn || !profile || profile.prefill !== 'never' || isPaused(context, turn)) return;
    yield {
      at: ['messages', turn.messages.at(-1)!.index, 'role'],
      message: `The conversation ends with a message of the assistant, which ${profile.model} does not continue; the last message has to be the user's.`,
      api: 'This model does not support assistant message prefill. The conversation must end with a user message.',
      assumed: profile.assumed.has('prefill'),
      fixable: turn.messages.some(hasContent) || context.turns.length > 1,
    };
  },
  /** Nothing is lost: what the assistant said stays, and the user asks it to go on. An empty turn simply goes. */
  repair(context, findings): Edit[] {
    return findings.flatMap(({ at }): Edit[] => {
      const turn = context.turns.at(-1)!;
      if (!turn.messages.some(hasContent)) return turn.messages.map((view) => ({ path: ['messages', view.index] }));
      return [{ path: ['messages', Number(at[1]) + 1], insert: [newMessage('user', CONTINUE)] }];
    });
  },
};

function finalText(turn: Turn): { view: BlockView; text: string } | null {
  const view = turn.blocks.at(-1);
  const text = view?.block['text'];
  return view?.type === 'text' && typeof text === 'string' ? { view, text } : null;
}

/** tailcallhq/forgecode#1872. Models that take no prefill at all complain about that instead. */
export const prefillTrailingSpace: Rule = {
  id: 'prefill-trailing-whitespace',
  title: { en: 'The last assistant message ends with white space', 'zh-CN': '末尾的助手消息以空白结尾' },
  severity: 'error',
  stage: 'meaning',
  *check(context): Iterable<Finding> {
    const turn = finalTurn(context);
    if (!turn || context.profile?.prefill === 'never' || isPaused(context, turn)) return;
    const final = finalText(turn);
    if (!final || final.text.trimEnd() === final.text || final.text.trim() === '') return;
    yield {
      at: final.view.at,
      message: 'The text that the model is to continue must not end with white space.',
      api: 'messages: final assistant content cannot end with trailing whitespace',
      data: final.text.trimEnd(),
    };
  },
  repair(_context, findings): Edit[] {
    return findings.map(({ at, data }) => {
      const short = at.length === 3;
      return { path: short ? at : [...at, 'text'], value: data };
    });
  },
};
