import { isRecord } from '../blocks.ts';
import type { Edit } from '../edits.ts';
import { isServerResult } from '../exchanges.ts';
import type { LintContext, MessageView, Turn } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank } from '../strings.ts';
import { given, isBlankText, plainText, textBlock, viewAt } from './kit.ts';

/**
 * Messages of role `system` inside the conversation: instructions that come later than the system prompt.
 * Placement and content: platform.claude.com/docs, "Mid-conversation system messages".
 */

/** Only settings, no text: legal at any position. */
function isDirective(view: MessageView): boolean {
  return view.blocks.length === 0 && isRecord(view.raw['output_config']);
}

/** System messages before the first message of another role. */
function leading(context: LintContext): MessageView[] {
  const first = context.turns[0];
  return first?.role === 'system' ? first.messages.filter((view) => !isDirective(view)) : [];
}

function* laterTurns(context: LintContext): Generator<{ turn: Turn; before: Turn; after: Turn | undefined }> {
  for (const [index, turn] of context.turns.entries()) {
    const before = context.turns[index - 1];
    if (turn.role === 'system' && before && !turn.messages.every(isDirective)) {
      yield { turn, before, after: context.turns[index + 1] };
    }
  }
}

/** The system prompt with the text of these messages behind it. */
function joinedSystem(context: LintContext, views: readonly MessageView[]): unknown {
  const current = given(context.body, 'system');
  const parts = views.map((view) => view.raw['content']).filter((content) => hasText(content));
  const old = typeof current === 'string' && isBlank(current) ? undefined : current;
  const all = old === undefined ? parts : [old, ...parts];
  if (all.every((part) => typeof part === 'string')) return all.length > 0 ? all.join('\n\n') : undefined;
  return all.flatMap((part) => (typeof part === 'string' ? [textBlock(part)] : part));
}

function hasText(content: unknown): boolean {
  return !isBlank(plainText(content));
}

function movedToPrompt(context: LintContext, findings: readonly Finding[]): Edit[] {
  const indexes = new Set(findings.map(({ at }) => at[1]));
  const views = context.views.filter((view) => indexes.has(view.index));
  const system = joinedSystem(context, views);
  const edits: Edit[] = views.map((view) => ({ path: ['messages', view.index] }));
  return system === undefined ? edits : [...edits, { path: ['system'], value: system }];
}

/** A bare list of messages has no place for a system prompt; a list of nothing else would end up empty. */
function canMove(context: LintContext): boolean {
  return !context.bare && context.views.some((view) => view.role !== 'system');
}

export const systemRoleFirst: Rule = {
  id: 'system-role-first',
  title: { en: 'The system prompt is sent as a message', 'zh-CN': '系统提示被当作消息发送' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    for (const view of leading(context)) {
      yield {
        at: ['messages', view.index, 'role'],
        message: 'The system prompt is not a message: it belongs into the field system beside messages.',
        api: `messages.${view.index}: use the top-level 'system' parameter for the initial system prompt; the directive-only form (content: [] with output_config) is accepted at any position`,
        fixable: canMove(context) && view.blocks.every((block) => block.type === 'text'),
      };
    }
  },
  repair: movedToPrompt,
};

export const systemRoleUnsupported: Rule = {
  id: 'system-role-unsupported',
  title: { en: 'The model takes no system messages', 'zh-CN': '该模型不接受 system 消息' },
  severity: 'error',
  stage: 'shape',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile } = context;
    if (!profile || profile.systemRole) return;
    for (const { turn } of laterTurns(context)) {
      for (const view of turn.messages.filter((message) => !isDirective(message))) {
        yield {
          at: ['messages', view.index, 'role'],
          message: `${profile.model} takes no messages of role system; such text belongs into the field system.`,
          api: `messages.${view.index}: role 'system' is not supported on this model`,
          assumed: true,
          fixable: canMove(context) && view.blocks.every((block) => block.type === 'text'),
        };
      }
    }
  },
  repair: movedToPrompt,
};

function followsWell(before: Turn): boolean {
  const last = before.blocks.at(-1);
  return (
    before.role === 'user' ||
    before.role === 'unknown' ||
    (before.role === 'assistant' && !!last && isServerResult(last))
  );
}

/** Where the system message may stand instead: behind the user turn that follows. Null: nowhere near. */
function betterIndex(context: LintContext, turn: Turn): number | null {
  const position = context.turns.indexOf(turn);
  const user = context.turns[position + 1];
  if (user?.role !== 'user') return null;
  const behind = context.turns[position + 2];
  return behind === undefined || behind.role === 'assistant' ? user.messages.at(-1)!.index + 1 : null;
}

export const systemRoleMisplaced: Rule = {
  id: 'system-role-misplaced',
  title: { en: 'A system message stands in the wrong place', 'zh-CN': 'system 消息的位置不对' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    if (context.profile && !context.profile.systemRole) return;
    for (const { turn, before, after } of laterTurns(context)) {
      const follows = followsWell(before);
      if (follows && (after === undefined || after.role === 'assistant' || after.role === 'unknown')) continue;
      const { index } = turn.messages[0]!;
      yield {
        at: ['messages', index, 'role'],
        message: follows
          ? 'A system message has to stand before a message of the assistant or at the end.'
          : 'A system message has to follow a user message; between a tool call and its result nothing may stand.',
        api: follows
          ? `messages.${index}: role 'system' must precede an 'assistant' message or end the array; the directive-only form (content: [] with output_config) is accepted at any position`
          : `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`,
        fixable:
          betterIndex(context, turn) !== null ||
          (canMove(context) && turn.blocks.every((block) => block.type === 'text')),
        data: turn,
      };
    }
  },
  repair(context, findings): Edit[] {
    // One at a time where the prompt is concerned: two values for `system` cannot both be set.
    const edits: Edit[] = [];
    for (const finding of findings) {
      const turn = finding.data as Turn;
      const index = betterIndex(context, turn);
      if (index === null) {
        const moved = turn.messages.map((view): Finding => ({ at: ['messages', view.index], message: '' }));
        return edits.length > 0 ? edits : movedToPrompt(context, moved);
      }
      for (const view of turn.messages) edits.push({ path: ['messages', view.index] });
      edits.push({ path: ['messages', index], insert: turn.messages.map((view) => view.raw) });
    }
    return edits;
  },
};

const SYSTEM_BLOCKS = new Set(['text', 'tool_addition', 'tool_removal']);

export const systemRoleContent: Rule = {
  id: 'system-role-content',
  title: { en: 'A system message without usable content', 'zh-CN': 'system 消息没有可用的内容' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    for (const view of context.views) {
      if (view.role !== 'system' || view.broken || isDirective(view)) continue;
      const at = ['messages', view.index];
      if (view.blocks.length === 0) {
        yield {
          at,
          message: 'This system message holds nothing.',
          api: `messages.${view.index}: system content must contain at least one block`,
        };
      }
      for (const block of view.blocks) {
        if (isBlankText(block)) {
          yield {
            at: block.at,
            message: 'A text block of a system message holds nothing but white space.',
            api: `messages.${view.index}: system text blocks must contain non-whitespace text`,
          };
        } else if (!SYSTEM_BLOCKS.has(block.type)) {
          yield {
            at: block.at,
            message: 'A system message holds text (and changes of the tools) only.',
            api: `messages.${view.index}: role 'system' supports text, tool_addition and tool_removal blocks only`,
            fixable: false,
          };
        }
      }
    }
  },
  repair(context, findings): Edit[] {
    return findings.map(({ at }): Edit => {
      const view = viewAt(context, Number(at[1]));
      const emptied = !view || view.short || view.blocks.every(isBlankText);
      return { path: emptied ? at.slice(0, 2) : at };
    });
  },
};
