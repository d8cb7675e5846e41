import { plainPath } from '../api-path.ts';
import type { Edit } from '../edits.ts';
import type { Finding, Rule } from '../problem.ts';
import { defect } from './thinking-blocks.ts';
import { thinkingType } from './thinking-config.ts';
import {
  firstDifference,
  isSameThinking,
  isThinkingType,
  recordedAnswer,
  restoreThinking,
} from './thinking-restore.ts';
import { openTurn } from './thinking-turn.ts';

/** The newest answer held against the response it came from. */

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
    // A block without a signature is that fault already.
    if (own.some((view) => defect(context, view))) return;
    const { thinking } = recorded;
    if (own.length === thinking.length && own.every((view, index) => isSameThinking(view.block, thinking[index])))
      return;
    const at = firstDifference(recorded);
    yield {
      at,
      message:
        own.length < thinking.length
          ? 'Thinking of the response is missing here; it has to go back as it came.'
          : 'This thinking is not what the response held; it has to go back unchanged.',
      api: `${plainPath(at)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
    };
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
      at: firstDifference(recorded),
      message: `The response held ${recorded.thinking.length} thinking ${recorded.thinking.length === 1 ? 'block' : 'blocks'} that this message does not. The reasoning is lost and the prompt cache misses${bound ? '; this model may refuse the turn' : ''}.`,
    };
  },
  repair(context): Edit[] {
    const recorded = recordedAnswer(context);
    return recorded ? restoreThinking(recorded) : [];
  },
};
