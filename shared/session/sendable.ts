import { blocksOf, isToolResult, toolUsesOf } from '../messages/blocks.ts';
import type { Message, ToolResultBlock } from '../messages/types.ts';
import type { CallResult } from './events.ts';
import type { Branch, OpenCall, SessionState } from './state.ts';
import { messagesOf } from './tree.ts';

/** A result block in the wire's form; `is_error` only when set. */
export function resultBlock(toolUseId: string, result: CallResult): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: result.content,
    ...(result.is_error ? { is_error: true } : {}),
  };
}

/**
 * What an open call is answered with when it will not run any more. One that was begun may have done something: the
 * model must not take it for untouched.
 */
export function notRun(call: Pick<OpenCall, 'startedAt' | 'state'> | null, reason: string): CallResult {
  if (call?.state === 'in-doubt') {
    return { content: 'not known whether it ran: the program that ran it was stopped meanwhile', is_error: true };
  }
  if (call?.startedAt != null) {
    return { content: `not run to its end: ${reason}; it may have done part of its work`, is_error: true };
  }
  return { content: `not run: ${reason}`, is_error: true };
}

/** The results of a branch's open calls, in array order: those that are in, and for the others that they did not run. */
export function answersOf(branch: Branch, reason = reasonOf(branch)): ToolResultBlock[] {
  return branch.calls.map((call) => resultBlock(call.toolUseId, call.result ?? notRun(call, reason)));
}

/**
 * The messages of a branch as the API would take them: results that are in but not appended are put in, calls
 * that nobody answered get an `is_error` result "not run: <reason>", results stand first in their message.
 * Answered calls, and everything a person broke on purpose elsewhere, stay as they are.
 */
export function sendable(state: SessionState, branch: Branch): Message[] {
  const answers = new Map(answersOf(branch).map((block) => [block.tool_use_id, block]));
  return answerOpenCalls(messagesOf(state, branch.head), answers, reasonOf(branch));
}

/** Why the open calls of a branch did not run, as the model is told. */
export function reasonOf(branch: Branch): string {
  if (!branch.outcome) return 'the run has not come to it';
  const ended = branch.outcome.reason;
  if (ended === 'max_tokens' || ended === 'model_context_window_exceeded' || ended === 'refusal') {
    return `the answer was cut (${ended}), so the call may be incomplete`;
  }
  if (ended === 'cancelled') return 'the run was cancelled';
  if (branch.limit) return `the run stopped at its limit (${ended})`;
  return `the run stopped (${ended})`;
}

/**
 * Answers the calls of the last assistant message: by `known` (blocks by `tool_use` id), else as not run. Pure; a
 * list that leaves no call open is returned as it is.
 */
export function answerOpenCalls(
  messages: Message[],
  known: ReadonlyMap<string, ToolResultBlock>,
  reason: string,
): Message[] {
  const at = messages.findLastIndex((message) => message.role === 'assistant');
  const answer = messages[at];
  if (!answer) return messages;
  const calls = toolUsesOf(answer);
  const after = messages[at + 1];
  const behind = after?.role === 'user' ? blocksOf(after.content) : [];
  const given = new Map(behind.filter(isToolResult).map((block) => [block.tool_use_id, block]));
  if (calls.every((call) => given.has(call.id))) return messages;
  const answers = calls.map(
    (call) => given.get(call.id) ?? known.get(call.id) ?? resultBlock(call.id, notRun(null, reason)),
  );
  const own = new Set(calls.map((call) => call.id));
  const rest = behind.filter((block) => !isToolResult(block) || !own.has(block.tool_use_id));
  const results: Message = { ...(after?.role === 'user' ? after : {}), role: 'user', content: [...answers, ...rest] };
  return [...messages.slice(0, at + 1), results, ...messages.slice(after?.role === 'user' ? at + 2 : at + 1)];
}
