import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock, Message, ToolResultBlock } from '../messages/types.ts';
import type { CallResult } from './events.ts';
import type { Branch, SessionState } from './state.ts';
import { messagesOf } from './tree.ts';

/** A result block in the wire's form; `is_error` only when set, content left out when there is none. */
export function resultBlock(toolUseId: string, result: CallResult): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: result.content,
    ...(result.is_error ? { is_error: true } : {}),
  };
}

/** What an open call is answered with when it will not run. */
export function notRun(reason: string): CallResult {
  return { content: `not run: ${reason}`, is_error: true };
}

/**
 * The messages of a branch as the API would take them: results that are in but not appended are put in, calls
 * that nobody answered get an `is_error` result "not run: <reason>", results stand first in their message.
 * Answered calls, and everything a person broke on purpose elsewhere, stay as they are.
 */
export function sendable(state: SessionState, branch: Branch): Message[] {
  const messages = messagesOf(state, branch.head);
  const known = new Map(branch.calls.flatMap((call) => (call.result ? [[call.toolUseId, call.result] as const] : [])));
  return answerOpenCalls(messages, known, reasonOf(branch));
}

/** Why the open calls of a branch did not run, as the model is told. */
export function reasonOf(branch: Branch): string {
  const ended = branch.outcome?.reason ?? 'stopped';
  if (ended === 'max_tokens' || ended === 'model_context_window_exceeded' || ended === 'refusal') {
    return `the answer was cut (${ended}), so the call may be incomplete`;
  }
  if (ended === 'cancelled') return 'the run was cancelled';
  if (branch.limit) return `the run stopped at its limit (${ended})`;
  return `the run stopped (${ended})`;
}

/** Answers the calls of the last assistant message; `known` holds results by `tool_use` id. Pure; legal input is returned as it is. */
export function answerOpenCalls(
  messages: Message[],
  known: ReadonlyMap<string, CallResult>,
  reason: string,
): Message[] {
  const at = messages.findLastIndex((message) => message.role === 'assistant');
  const answer = messages[at];
  if (!answer) return messages;
  const after = messages[at + 1];
  const given = new Set(
    blocksOf(after?.content)
      .filter(isToolResult)
      .map((block) => block.tool_use_id),
  );
  const missing = blocksOf(answer.content)
    .filter(isToolUse)
    .filter((call) => !given.has(call.id))
    .map((call) => resultBlock(call.id, known.get(call.id) ?? notRun(reason)));
  if (missing.length === 0) return messages;
  if (after?.role !== 'user')
    return [...messages.slice(0, at + 1), { role: 'user', content: missing }, ...messages.slice(at + 1)];
  const merged = { ...after, content: resultsFirst([...missing, ...blocksOf(after.content)]) };
  return [...messages.slice(0, at + 1), merged, ...messages.slice(at + 2)];
}

function resultsFirst(blocks: ContentBlock[]): ContentBlock[] {
  return [...blocks.filter(isToolResult), ...blocks.filter((block) => !isToolResult(block))];
}
