import { isText, isToolUse } from '../messages/blocks.ts';
import { profileOf } from '../messages/profiles.ts';
import type { ContentBlock, StopReason } from '../messages/types.ts';
import { withoutEmptyTexts } from '../loop/result-shape.ts';
import { nextStep } from '../loop/stop-reason.ts';
import { countersAt } from '../session/counters.ts';
import type { NodeId, RequestId } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';
import { configById } from '../session/tree.ts';
import type { FaultName, WhatIf } from '../session/what-if-types.ts';
import { type GivenAnswer, givenAnswer, needsCall } from './what-if-answer.ts';
import { httpFault, RATE_LIMIT_WAIT_MS } from './what-if-facts.ts';

/** What the loop would do with a made-up answer; the page has a sentence for each. */
export type FollowsCode =
  | 'runs-calls'
  | 'no-call'
  | 'open-calls'
  | 'sent-again'
  | 'too-many-pauses'
  | 'done'
  | 'cut-ends'
  | 'cut-text-goes-on'
  | 'cut-call-asked-again'
  | 'cut-call-answered'
  | 'refused'
  | 'window-full'
  | 'unknown'
  | 'input-answered'
  | 'retried'
  | 'fails'
  | 'impossible';

export interface Follows {
  code: FollowsCode;
  /** Calls in the answer. */
  calls: number;
  /** Retries allowed, or pauses in a row, as far as the code is about one. */
  most: number;
  /** Wait before the retry, at most, in milliseconds. */
  waitMs: number;
}

/**
 * What will happen by itself if this came instead of the given answer (MACHINE §2, §4), told before anybody picks it.
 * Null when there is no such answer. The machine decides on its own; a test holds both together.
 */
export function whatFollows(state: SessionState, answer: NodeId | RequestId, what: WhatIf): Follows | null {
  const given = givenAnswer(state, answer);
  if (!given) return null;
  const calls = given.message.content.filter(isToolUse).length;
  const { maxRetries, maxPauses } = state.record.limits;
  const of = (code: FollowsCode): Follows => {
    const waitMs = what.kind === 'fault' && what.fault === 'rate_limit' ? RATE_LIMIT_WAIT_MS : 500;
    return { code, calls, most: code === 'retried' ? maxRetries : maxPauses, waitMs };
  };
  if (what.kind === 'stop_reason') return of(afterReason(state, given, what.stop_reason));
  return of(afterFault(state, given, what.fault, calls));
}

function afterFault(state: SessionState, given: GivenAnswer, fault: FaultName, calls: number): FollowsCode {
  if (needsCall(fault) && calls === 0) return 'impossible';
  switch (fault) {
    case 'refused':
      return 'refused';
    case 'truncated_input':
      return afterReason(state, given, 'max_tokens');
    case 'invalid_input':
      return 'input-answered';
    default: {
      const retryable = httpFault(fault, configById(state, given.config).body.model)?.retryable ?? true;
      return retryable && state.record.limits.maxRetries > 0 ? 'retried' : 'fails';
    }
  }
}

function afterReason(state: SessionState, given: GivenAnswer, reason: StopReason): FollowsCode {
  if (reason === 'refusal') return 'refused';
  const content = withoutEmptyTexts(given.message.content);
  const step = nextStep(reason, content.filter(isToolUse).length);
  switch (step.kind) {
    case 'run-tools':
      return 'runs-calls';
    case 'send-again':
      return pausesBefore(state, given) >= state.record.limits.maxPauses ? 'too-many-pauses' : 'sent-again';
    case 'truncated':
      return afterCut(state, given, content);
    case 'end':
      return END_CODES.get(step.outcome.reason) ?? (reason === 'tool_use' ? 'no-call' : 'open-calls');
  }
}

const END_CODES: ReadonlyMap<string, FollowsCode> = new Map([
  ['end_turn', 'done'],
  ['stop_sequence', 'done'],
  ['model_context_window_exceeded', 'window-full'],
  ['unknown_stop_reason', 'unknown'],
]);

function pausesBefore(state: SessionState, { head }: GivenAnswer): number {
  return countersAt(state, head).pausesInRow;
}

/** As `autoContinue` of the loop: text goes on, a cut call is asked for with more room, while both are allowed. */
function afterCut(state: SessionState, given: GivenAnswer, content: readonly ContentBlock[]): FollowsCode {
  const used = given.patch === null ? 0 : 1;
  if (content.length === 0 || used >= state.record.limits.autoContinue) return 'cut-ends';
  const calls = content.some(isToolUse);
  if (!calls && content.some((block) => isText(block) && block.text.trim() !== '')) return 'cut-text-goes-on';
  const { body } = configById(state, given.config);
  const was = typeof given.patch?.max_tokens === 'number' ? given.patch.max_tokens : body.max_tokens;
  if (Math.min(was * 2, profileOf(body.model).maxOutput) > was) return 'cut-call-asked-again';
  return calls ? 'cut-call-answered' : 'cut-ends';
}
