import { blocksOf, isText } from '../messages/blocks.ts';
import type { EventDraft, RunMode } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { attemptById, nodeById } from '../session/tree.ts';
import type { CommandResult } from './command-types.ts';
import { resume } from './run-commands.ts';

/**
 * The text of an answer that was interrupted or cut right here; null when there is none to go on from. Thinking and
 * half-written calls cannot be taken up again.
 */
export function partialText(state: SessionState, branch: Branch): string | null {
  const attempt = attemptById(state, branch.lastAttempt);
  if (!attempt || attempt.error === null || nodeById(state, branch.head)?.role !== 'user') return null;
  const texts = (attempt.message?.content ?? []).filter(isText).map((block) => block.text);
  const text = texts.join('\n\n').trimEnd();
  return text === '' ? null : text;
}

/**
 * Goes on from what had arrived: the newest user message gets a text behind it that quotes the partial answer and asks
 * to continue. That is the documented way for models that take no prefill, and works on the others as well
 * (platform.claude.com, "Streaming messages: error recovery"). Counters go on; one undo takes the text back.
 */
export function resumePartial(state: SessionState, branch: Branch, mode: RunMode): CommandResult {
  const text = partialText(state, branch);
  const head = nodeById(state, branch.head);
  if (text === null || !head) return { refusal: { code: 'nothing-to-resume' } };
  const words = `Your previous response was interrupted and ended with:\n\n${text}\n\nContinue from where you left off.`;
  const { role, extra } = head;
  const content = [...blocksOf(head.content), { type: 'text', text: words }];
  const edit: EventDraft = {
    branch: branch.id,
    type: 'history-edit',
    base: head.parent,
    messages: [{ role, content, ...(extra ? { extra } : {}), replaces: head.id }],
    why: 'resume',
    replaces: head.id,
  };
  const resumed = resume(branch, { type: 'continue' }, mode);
  return 'events' in resumed ? { events: [edit, ...resumed.events] } : resumed;
}
