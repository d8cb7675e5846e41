import { blocksOf, isText, isToolUse } from '../messages/blocks.ts';
import { profileOf } from '../messages/profiles.ts';
import type { StopReason, ToolResultBlock } from '../messages/types.ts';
import type { EventDraft, OutcomeData, PhaseName } from '../session/events.ts';
import { answersOf, reasonOf } from '../session/sendable.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { attemptById, configById, nodeById } from '../session/tree.ts';
import { nextStep } from './stop-reason.ts';

/** The answer a branch at `response` decides on: a message on the path, or an attempt that did not become one. */
export function answerOf(state: SessionState, branch: Branch): { stopReason: StopReason; node: MessageNode | null } {
  const attempt = attemptById(state, branch.lastAttempt);
  if (attempt && (attempt.outcome === 'refused' || attempt.outcome === 'empty')) {
    return { stopReason: attempt.message?.stop_reason ?? null, node: null };
  }
  const node = nodeById(state, branch.head) ?? null;
  return { stopReason: node?.stopReason ?? attempt?.message?.stop_reason ?? null, node };
}

/** The end of a run, in the phase it happened. */
export function runEnd(branch: Branch, outcome: OutcomeData, phase: PhaseName = branch.phase): EventDraft {
  return { branch: branch.id, type: 'run-end', outcome, phase };
}

/** What follows an answer: `tools`, or events that end the run or lead to the next request. */
export function leaveResponse(state: SessionState, branch: Branch): 'tools' | 'send-again' | EventDraft[] {
  const { stopReason, node } = answerOf(state, branch);
  const openCalls = node ? blocksOf(node.content).filter(isToolUse).length : 0;
  const step = nextStep(stopReason, openCalls);
  switch (step.kind) {
    case 'run-tools':
      return 'tools';
    case 'send-again':
      return 'send-again';
    case 'end':
      return [runEnd(branch, step.outcome)];
    case 'truncated': {
      const allowed = branch.counters.autoContinues < state.record.limits.autoContinue;
      return node && allowed ? autoContinue(state, branch, node) : [runEnd(branch, step.outcome)];
    }
  }
}

/**
 * Goes on after `max_tokens`: a text is followed by a request to go on; a half-written call (or thinking that came
 * to no text) is asked for again with twice the room, and the cut answer stays in the tree beside the path.
 * When the model has no more room, the cut call is answered with an error (messages-api §1 `max_tokens`).
 */
function autoContinue(state: SessionState, branch: Branch, node: MessageNode): EventDraft[] {
  const blocks = blocksOf(node.content);
  const calls = branch.calls.length > 0;
  if (!calls && blocks.some((block) => isText(block) && block.text.trim() !== '')) {
    return [append(branch, 'Your answer was cut off by max_tokens. Go on exactly where it stopped.')];
  }
  const { body } = configById(state, branch.config);
  const asked = typeof branch.nextPatch?.max_tokens === 'number' ? branch.nextPatch.max_tokens : body.max_tokens;
  const attempt = attemptById(state, node.request);
  const was = typeof attempt?.patch?.max_tokens === 'number' ? attempt.patch.max_tokens : asked;
  const larger = Math.min(was * 2, profileOf(body.model).maxOutput);
  if (larger > was) {
    const patch = { max_tokens: larger };
    return [{ branch: branch.id, type: 'head-move', to: node.parent, stop: 'request', why: 'ask-again', patch }];
  }
  if (!calls) return [runEnd(branch, { status: 'stopped', reason: 'max_tokens' })];
  const results = answersOf(branch, reasonOf({ ...branch, outcome: CUT }));
  return [{ ...append(branch, results), calls: branch.calls.map((call) => call.id) }];
}

const CUT: OutcomeData = { status: 'stopped', reason: 'max_tokens' };

function append(branch: Branch, content: string | ToolResultBlock[]): Extract<EventDraft, { type: 'message-append' }> {
  return { branch: branch.id, type: 'message-append', role: 'user', content, origin: 'continue' };
}
