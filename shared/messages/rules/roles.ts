import type { Edit } from '../edits.ts';
import { exchangesOf } from '../exchanges.ts';
import type { LintContext, MessageView } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { quoted } from '../strings.ts';
import { apiText, given, newMessage, viewAt } from './kit.ts';

/** Names other chat formats give to the two roles. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['developer', 'system'],
]);

const KNOWN = new Set(['user', 'assistant', 'system']);

/** The answer of a tool as an OpenAI chat writes it, as a `tool_result`; null when it cannot be told whose it is. */
function asResult(context: LintContext, { raw, index }: MessageView): unknown {
  const id = raw['tool_call_id'] ?? raw['tool_use_id'];
  const calls = exchangesOf(context).flatMap(({ calls }) =>
    calls.map(({ block, message }) => ({ id: block['id'], message })),
  );
  const called = calls.some((call) => call.id === id && call.message < index);
  if (typeof id !== 'string' || !called) return null;
  const content = given(raw, 'content');
  return { type: 'tool_result', tool_use_id: id, ...(content === undefined ? {} : { content }) };
}

/** Roles beside the three that exist. */
export const roleNotAllowed: Rule = {
  id: 'role-not-allowed',
  title: { en: 'A role that does not exist', 'zh-CN': '不存在的角色' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    for (const view of context.views) {
      const { raw, index, role } = view;
      if (KNOWN.has(role)) continue;
      const at = ['messages', index, 'role'];
      if (typeof raw['role'] !== 'string') {
        const missing = raw['role'] === undefined;
        yield {
          at,
          message: missing ? 'This message has no role.' : 'role has to be "user" or "assistant".',
          api: `messages.${index}.role: ${missing ? 'Field required' : 'Input should be a valid string'}`,
          fixable: false,
        };
        continue;
      }
      const tool = role === 'tool' || role === 'function';
      yield {
        at,
        message: tool
          ? `Role ${quoted(role)} belongs to other chat formats: here a tool's answer is a tool_result block in a user message.`
          : `Role ${quoted(role)} does not exist here; allowed are user and assistant.`,
        api: `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant"`,
        fixable: OTHER_NAMES.has(role) || (tool && asResult(context, view) !== null),
      };
    }
  },
  repair(context, findings): Edit[] {
    return findings.flatMap(({ at }): Edit[] => {
      const view = viewAt(context, Number(at[1]));
      if (!view) return [];
      const other = OTHER_NAMES.get(view.role);
      if (other !== undefined) return [{ path: at, value: other }];
      const result = asResult(context, view);
      return result === null ? [] : [{ path: at.slice(0, 2), value: newMessage('user', [result]) }];
    });
  },
};

/** Text of the message that stands in for a beginning that was cut off. */
export const MISSING_BEGINNING = '(The beginning of this conversation is missing.)';

/**
 * The first message is the user's. Production errors until 2025 say so; today's documentation no longer states it,
 * so this is a prediction.
 */
export const firstMessageUser: Rule = {
  id: 'first-message-not-user',
  title: { en: 'The first message is not the user’s', 'zh-CN': '第一条消息不是用户消息' },
  severity: 'error',
  stage: 'shape',
  *check({ turns }): Iterable<Finding> {
    const first = turns.find((turn) => turn.role !== 'system');
    if (first?.role !== 'assistant') return;
    // A context that was compacted begins with the summary.
    if (first.blocks[0]?.type === 'compaction') return;
    yield {
      at: ['messages', first.messages[0]!.index, 'role'],
      message: 'The conversation begins with the assistant; something of the user has to stand before it.',
      api: 'messages: first message must use the "user" role',
      assumed: true,
    };
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at }) => ({ path: at.slice(0, 2), insert: [newMessage('user', MISSING_BEGINNING)] })),
};

/** Keys a message may have; the last three only with role `system` (directives, beta clearing). */
const MESSAGE_KEYS = new Set(['role', 'content']);
const SYSTEM_KEYS = new Set(['role', 'content', 'output_config', 'clear_at']);

/** Keys that other formats and own databases leave on messages: `id`, `usage`, `stop_reason`, `tool_calls`, `name` … */
export const messageUnknownKey: Rule = {
  id: 'message-unknown-key',
  title: { en: 'A message has a key the API does not know', 'zh-CN': '消息含有 API 不认识的键' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { raw, index, role } of context.views) {
      // Under a role of another format its other keys are no fault of their own.
      if (!KNOWN.has(role)) continue;
      const allowed = role === 'system' ? SYSTEM_KEYS : MESSAGE_KEYS;
      for (const key of Object.keys(raw)) {
        if (allowed.has(key)) continue;
        const at = ['messages', index, key];
        const calls = key === 'tool_calls' || key === 'function_call';
        yield {
          at,
          message: calls
            ? `${key} is how other chat formats write tool calls; here they are tool_use blocks in content. Importing the chat converts it.`
            : `A message has role and content only; ${quoted(key)} is refused.`,
          // Taking calls out would lose them; an empty list loses nothing.
          fixable: !calls || (Array.isArray(raw[key]) && raw[key].length === 0) || raw[key] === null,
          api: apiText(context, at, 'Extra inputs are not permitted'),
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};
