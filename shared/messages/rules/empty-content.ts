import type { Edit } from '../edits.ts';
import type { LintContext, MessageView } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { canDropMessage } from './kit.ts';

/** Messages without any content. */

function isEmpty(view: MessageView): boolean {
  return !view.broken && view.role !== 'system' && view.blocks.length === 0 && isEmptyValue(view.raw['content']);
}

function isEmptyValue(content: unknown): boolean {
  return content === '' || (Array.isArray(content) && content.length === 0);
}

interface Empty {
  view: MessageView;
  /** Something of the same role stands next to it: the API joins them and never sees the gap. */
  inRun: boolean;
}

function emptyMessages(context: LintContext): Empty[] {
  const last = context.views.at(-1);
  return context.turns.flatMap((turn) => {
    const inRun = turn.blocks.length > 0;
    return turn.messages
      .filter((view) => isEmpty(view) && (inRun || view.role !== 'assistant' || view !== last))
      .map((view) => ({ view, inRun }));
  });
}

/** Text and blocks are missing: an empty answer of the model that was kept, a user turn that was emptied. */
export const emptyContent: Rule = {
  id: 'empty-content',
  title: { en: 'A message without content', 'zh-CN': '消息没有内容' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    for (const { view, inRun } of emptyMessages(context)) {
      if (inRun) continue;
      yield {
        at: ['messages', view.index, 'content'],
        message: 'This message is empty. Only the last one may be, if it is the assistant’s.',
        api:
          view.role === 'user'
            ? `messages.${view.index}: user messages must have non-empty content`
            : `messages.${view.index}: all messages must have non-empty content except for the optional final assistant message`,
        fixable: canDropMessage(context, view.index),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at.slice(0, 2) })),
};

/** Accepted, because a neighbour of the same role has content; other servers are less forgiving. */
export const emptyMessageInRun: Rule = {
  id: 'empty-message-in-run',
  title: { en: 'An empty message next to one of the same role', 'zh-CN': '同角色相邻消息中有空消息' },
  severity: 'warning',
  stage: 'shape',
  along: true,
  *check(context): Iterable<Finding> {
    for (const { view, inRun } of emptyMessages(context)) {
      if (!inRun) continue;
      yield {
        at: ['messages', view.index, 'content'],
        message: 'This message is empty; it passes only because its neighbour of the same role is not.',
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at.slice(0, 2) })),
};
