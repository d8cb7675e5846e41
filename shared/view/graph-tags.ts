import type { AttemptError } from '../session/events.ts';
import type { Attempt } from '../session/state.ts';
import { fontOf, type GraphMetrics, SIDE_LEFT, TIP } from './graph-metrics.ts';
import { textWidth } from './graph-text.ts';
import type { StopTag } from './graph-types.ts';
import { duration, type GraphWords, say } from './graph-words.ts';

/** What follows an answer, told by its stop_reason alone. `final` ones end in a double rule instead of a tag. */
export interface StopMeaning {
  final: boolean;
  action: string;
}

/** Curriculum §2: two values go on, one is done, everything else (unknown values too) stops. */
export function meaningOf(
  reason: string | null,
  words: GraphWords,
  goesOn: 'continue' | 'ask-again' | null,
): StopMeaning {
  if (reason === 'tool_use') return { final: false, action: say(words, 'runTools') };
  if (reason === 'pause_turn' || reason === 'compaction') return { final: false, action: say(words, 'sendAgain') };
  if (goesOn === 'continue') return { final: false, action: say(words, 'goOn') };
  if (goesOn === 'ask-again') return { final: false, action: say(words, 'askAgain') };
  const done = reason === 'end_turn' || reason === 'stop_sequence';
  return { final: true, action: say(words, done ? 'done' : 'stopped') };
}

const GLYPH = 16;
const PART_GAP = 7;
const ARROW = 11;

/** Width of a tag: silhouette, word, arrow, action and tip. `tool_use` needs no silhouette: the tag has its shape. */
export function tagWidth(tag: Pick<StopTag, 'reason' | 'word' | 'action'>, metrics: GraphMetrics): number {
  const word = textWidth(tag.word, fontOf('mono-strong', metrics));
  const action = textWidth(tag.action, { face: 'strong', size: metrics.textSize - 0.5 });
  const glyph = tag.reason === 'tool_use' ? 0 : GLYPH + PART_GAP;
  return Math.ceil(SIDE_LEFT + glyph + word + PART_GAP + ARROW + PART_GAP + action + 4 + TIP);
}

/** A tag that leaves a node of this size at its footer. */
export function placeTag(
  node: { width: number; height: number },
  content: Pick<StopTag, 'reason' | 'word' | 'action' | 'tone'>,
  metrics: GraphMetrics,
): StopTag {
  const height = metrics.tag;
  return { ...content, x: node.width, y: node.height - height, width: tagWidth(content, metrics), height };
}

/** The word on the edge of a try that did not become a message: its status, or the stop_reason it ended with. */
export function attemptWord(attempt: Attempt): string {
  const { error, message, outcome } = attempt;
  if (error?.status !== undefined) return `${error.status}`;
  if (error) return error.type;
  return message?.stop_reason ?? outcome;
}

/** What the loop does after such a try, as far as the log tells. `waitMs` = the back-off before the next one. */
export function afterAttempt(
  attempt: Attempt,
  next: { retried: boolean; waitMs: number | null },
  words: GraphWords,
): StopMeaning {
  const waited = attempt.error?.kind !== 'interrupted' && attempt.error?.kind !== 'cancelled';
  if (next.retried && waited && next.waitMs !== null && next.waitMs > 0) {
    return { final: false, action: say(words, 'retryIn', { time: duration(next.waitMs) }) };
  }
  if (next.retried) return { final: false, action: say(words, 'retry') };
  const failed: boolean = attempt.error !== null && attempt.error.kind !== 'cancelled';
  return { final: true, action: say(words, failed ? 'failed' : 'stopped') };
}

/** Outcome of a try in words. */
export function outcomeWord(
  attempt: { outcome: Attempt['outcome']; error: AttemptError | null },
  words: GraphWords,
): string {
  if (attempt.error?.kind === 'cancelled') return say(words, 'outcomeCancelled');
  switch (attempt.outcome) {
    case 'refused':
      return say(words, 'outcomeRefused');
    case 'empty':
      return say(words, 'outcomeEmpty');
    case 'abandoned':
      return say(words, 'outcomeAbandoned');
    case 'cut':
      return say(words, 'outcomeCut');
    case 'interrupted':
      return say(words, 'outcomeInterrupted');
    case 'complete':
      return say(words, 'outcomeAside');
    case 'failed':
      return say(words, 'outcomeFailed');
  }
}
