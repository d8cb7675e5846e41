import { BLOCKS } from '../block-table.ts';
import type { Edit } from '../edits.ts';
import type { BlockView, LintContext, MessageView } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { concernedIds, newMessage } from './kit.ts';

/** Blocks in a message of the wrong role. */

/** The role that a block of this type needs; null where both may hold it or nothing is known. */
function neededRole({ type }: BlockView): 'user' | 'assistant' | null {
  const where = BLOCKS.get(type)?.where ?? [];
  const user = where.includes('user');
  const assistant = where.includes('assistant');
  return user === assistant ? null : user ? 'user' : 'assistant';
}

function misplaced(view: MessageView): BlockView[] {
  if (view.broken || view.role === 'system') return [];
  return view.blocks.filter((block) => neededRole(block) !== null && neededRole(block) !== view.role);
}

/** Tool results in messages of the assistant, calls and thinking in messages of the user. */
export const blockWrongRole: Rule = {
  id: 'block-wrong-role',
  title: { en: 'A block in a message of the wrong role', 'zh-CN': '内容块放在了错误角色的消息里' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const view of context.views) {
      for (const block of misplaced(view)) {
        const role = neededRole(block)!;
        // The API's words are known for the two halves of a tool call.
        const sure = block.type === 'tool_result' || block.type === 'tool_use';
        yield {
          at: block.at,
          message: `A ${block.type} block belongs into a message of the ${role}, not of the ${view.role}.`,
          api: `messages.${view.index}: \`${block.type}\` blocks can only be in \`${role}\` messages`,
          assumed: !sure,
          ...concernedIds(block),
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const indexes = new Set(findings.map(({ at }) => at[1]));
    return context.views.filter((view) => indexes.has(view.index)).flatMap((view) => repairMessage(context, view));
  },
};

function repairMessage(context: LintContext, view: MessageView): Edit[] {
  const other = view.role === 'user' ? 'assistant' : 'user';
  const wholeMessage = isMislabelled(context, view);
  if (wholeMessage) return [{ path: ['messages', view.index, 'role'], value: other }];
  const segments = split(view);
  // Thinking that somehow got into a user message is no one's: it goes.
  const [first, ...rest] = segments.filter(({ blocks }) => blocks.length > 0);
  if (!first) return [{ path: ['messages', view.index] }];
  const edits: Edit[] = [
    { path: ['messages', view.index], value: { ...view.raw, role: first.role, content: first.blocks } },
  ];
  const behind = rest.map(({ role, blocks }) => newMessage(role, blocks));
  return behind.length > 0 ? [...edits, { path: ['messages', view.index + 1], insert: behind }] : edits;
}

/** Every block fits the other role, and taking that role leaves the turns in order. */
function isMislabelled(context: LintContext, view: MessageView): boolean {
  const needs = view.blocks.map(neededRole);
  if (needs.includes(view.role as 'user')) return false;
  if (needs.every((role) => role !== null)) return true;
  const before = context.views.findLast((other) => other.index < view.index && other.role !== 'system');
  return view.role === 'user' && before?.role === 'user' && view.blocks.some(({ type }) => type === 'tool_use');
}

interface Segment {
  role: 'user' | 'assistant';
  blocks: unknown[];
}

/** The blocks in order, cut wherever the needed role changes. */
function split(view: MessageView): Segment[] {
  const segments: Segment[] = [];
  for (const block of view.blocks) {
    if (view.role === 'user' && (block.type === 'thinking' || block.type === 'redacted_thinking')) continue;
    const role: Segment['role'] = neededRole(block) ?? ownRole(view, segments);
    const last = segments.at(-1);
    if (last?.role === role) last.blocks.push(block.block);
    else segments.push({ role, blocks: [block.block] });
  }
  return segments;
}

/** Text stays with the message it was in, but not between a call and its result. */
function ownRole(view: MessageView, segments: readonly Segment[]): Segment['role'] {
  const last = segments.at(-1);
  return view.role === 'assistant' || !last ? (view.role as Segment['role']) : last.role;
}

const misplacedIdsOf = new WeakMap<LintContext, ReadonlySet<string>>();

/** Ids of the results that stand in messages of the assistant, and of the calls in messages of the user. */
export function misplacedIds(context: LintContext): ReadonlySet<string> {
  const known = misplacedIdsOf.get(context);
  if (known) return known;
  const ids = new Set<string>();
  for (const view of context.views) {
    for (const { block } of misplaced(view)) {
      const id = block['tool_use_id'] ?? block['id'];
      if (typeof id === 'string') ids.add(id);
    }
  }
  misplacedIdsOf.set(context, ids);
  return ids;
}
