import { readStream } from '../messages/accumulate-finish.ts';
import { isToolUse, textOf } from '../messages/blocks.ts';
import { canonicalJson, hashHex } from '../messages/canonical-json.ts';
import type { Message, MessageContent, RequestBody } from '../messages/types.ts';
import { sseBytes } from './sse-bytes.ts';
import { safeBlocks, safeMessages } from './odd-bodies.ts';
import type { ApiStep, Scenario } from './scenario-types.ts';
import { isApiStep, stepsOf } from './steps.ts';

/** Indexes of the steps that a conversation without cursor was served and that its requests need not show. */
export type ServedSteps = readonly number[];

/** Key of a conversation without cursor: its first user message. The host adds the address it was sent to. */
export function conversationKey(body: Pick<RequestBody, 'messages'>): string {
  const first = safeMessages(body).find((message) => message.role === 'user');
  return hashHex(canonicalJson(safeBlocks(first?.content)));
}

/**
 * The step that answers a client which sends no cursor: the first response behind those that its request shows as
 * assistant turns. Faults, refusals and empty answers leave no turn behind, so each is served once (`served`). A cut
 * answer may have been appended or thrown away: it counts as shown if a turn looks like it, and is not served twice.
 */
export function stepWithoutCursor(scenario: Scenario, body: RequestBody, served: ServedSteps): number | null {
  const shown = safeMessages(body).filter((message) => message.role === 'assistant');
  let seen = 0;
  for (const [index, step] of stepsOf(scenario).entries()) {
    if (!isApiStep(step)) continue;
    if (step.type === 'response_each_turn') return index;
    const answer = answerOf(step);
    const behind = seen >= shown.length;
    const alike = !behind && answer !== null && looksLike(answer.content, shown[seen]!);
    if (leavesTurn(answer)) {
      const thrownAway = served.includes(index) && !alike;
      if (behind && !thrownAway) return index;
      if (!behind && !thrownAway) seen += 1;
    } else if (alike) seen += 1;
    else if (behind && !served.includes(index)) return index;
  }
  return null;
}

/** Whether serving this step must be remembered for `stepWithoutCursor`. */
export function mustRemember(step: ApiStep): boolean {
  if (step.type === 'response_each_turn') return false;
  const answer = answerOf(step);
  return !leavesTurn(answer) || answer?.stopReason === 'max_tokens';
}

interface StepAnswer {
  content: MessageContent;
  stopReason: string | null;
}

/** The message a step gives; null for a fault. */
function answerOf(step: ApiStep): StepAnswer | null {
  if (step.type === 'http_error') return null;
  if (step.type !== 'sse') return { content: step.message.content, stopReason: step.message.stop_reason };
  const { message } = readStream(sseBytes(step));
  return message && { content: message.content, stopReason: message.stop_reason };
}

function leavesTurn(answer: StepAnswer | null): boolean {
  return answer !== null && answer.stopReason !== 'refusal' && safeBlocks(answer.content).length > 0;
}

/** A tool call in common, or the same text. */
function looksLike(content: MessageContent, message: Message): boolean {
  const [scripted, shown] = [safeBlocks(content), safeBlocks(message.content)];
  const ids = new Set(shown.filter(isToolUse).map((call) => call.id));
  if (scripted.some((block) => isToolUse(block) && ids.has(block.id))) return true;
  const text = textOf(scripted).trim();
  return text !== '' && text === textOf(shown).trim();
}
