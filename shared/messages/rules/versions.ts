import type { Edit } from '../edits.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import type { Finding, Rule, Severity } from '../problem.ts';
import { apiText, deepBlocks, insertBlocks, viewAt } from './kit.ts';

/**
 * What `anthropic-version: 2026-10-21` no longer takes (platform.claude.com/docs/en/api/versioning). Where the
 * version is not given, that is worth a note: SDKs since 1.0 send the new one. The exact words are not documented.
 */

export function severityOf(context: LintContext): Severity | null {
  if (context.apiVersion === '2026-10-21') return 'error';
  return context.apiVersion === undefined ? 'info' : null;
}

const NOTE = 'API version 2026-10-21, which current SDKs send, refuses it.';

export const documentInAssistant: Rule = {
  id: 'document-in-assistant',
  title: { en: 'A document in a message of the assistant', 'zh-CN': '助手消息中含有文档' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    const severity = severityOf(context);
    if (!severity) return;
    for (const view of context.views) {
      if (view.role !== 'assistant') continue;
      for (const block of view.blocks) {
        if (block.type !== 'document') continue;
        yield {
          at: block.at,
          severity,
          message: `A document stands in a message of the assistant. ${NOTE}`,
          api:
            severity === 'error'
              ? `messages.${view.index}: \`document\` blocks can only be in \`user\` messages`
              : null,
          assumed: true,
          fixable: target(context, block) !== null,
          data: block,
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    return findings.flatMap(({ data }): Edit[] => {
      const block = data as BlockView;
      const user = target(context, block);
      if (!user) return [];
      const results = user.blocks.findLast(({ type }) => type === 'tool_result');
      return [{ path: block.at }, ...insertBlocks(user, results ? results.index + 1 : 0, [block.block])];
    });
  },
};

/** The user message right behind this turn, which takes the document; not a text in short form (one edit a place). */
function target(context: LintContext, block: BlockView): LintContext['views'][number] | null {
  const next = context.views.find(({ index, role }) => index > block.message && role === 'user');
  return next && !next.broken && !next.short ? next : null;
}

export const citationsInUser: Rule = {
  id: 'citations-in-user',
  title: { en: 'Citations in a user message', 'zh-CN': '用户消息中含有引用' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    const severity = severityOf(context);
    if (!severity) return;
    for (const { block, at, outer } of deepBlocks(context)) {
      const user = viewAt(context, outer.message)?.role === 'user';
      if (!user || block['type'] !== 'text' || !Array.isArray(block['citations']) || block['citations'].length === 0)
        continue;
      if (block !== outer.block && outer.type !== 'search_result') continue;
      yield {
        at: [...at, 'citations'],
        severity,
        message: `A text of the user carries citations. ${NOTE}`,
        api: severity === 'error' ? apiText(context, [...at, 'citations'], 'Extra inputs are not permitted') : null,
        assumed: true,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};
