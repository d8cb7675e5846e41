import { blocksOf } from '../messages/blocks.ts';
import type { Message } from '../messages/types.ts';
import type { EditedMessage, EventDraft } from '../session/events.ts';
import { answersOf } from '../session/sendable.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { nodeById } from '../session/tree.ts';
import type { CommandResult } from './command-types.ts';

/**
 * What the person says next. Joins the newest user message behind its results, opens a new one behind an answer, or
 * replaces the first question before anything was sent (MACHINE §5). Open calls are answered as not run first.
 */
export function say(state: SessionState, branch: Branch, text: string): CommandResult {
  if (text.trim() === '') return { refusal: { code: 'empty-text' } };
  const head = nodeById(state, branch.head);
  if (head?.role === 'user') return { events: [join(branch, head, text)] };
  const open = head?.role === 'assistant' ? branch.calls : [];
  const content: Message['content'] = open.length > 0 ? [...answersOf(branch), { type: 'text', text }] : text;
  return {
    events: [
      {
        branch: branch.id,
        type: 'message-append',
        role: 'user',
        content,
        origin: 'say',
        ...(open.length > 0 ? { calls: open.map((call) => call.id) } : {}),
      },
    ],
  };
}

function join(branch: Branch, head: MessageNode, text: string): EventDraft {
  const first = branch.phase === 'request' && branch.counters.requests === 0 && head.turn === 0;
  const content: Message['content'] = first ? text : [...blocksOf(head.content), { type: 'text', text }];
  const message: EditedMessage = { role: 'user', content, ...(head.extra ? { extra: head.extra } : {}) };
  const place = { base: head.parent, replaces: head.id };
  return { branch: branch.id, type: 'history-edit', messages: [message], why: 'say', ...place };
}
