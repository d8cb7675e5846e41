import { blocksOf } from '../messages/blocks.ts';
import { totalInput } from '../messages/usage.ts';
import type { MessageNode, SessionState } from '../session/state.ts';
import { attemptById } from '../session/tree.ts';
import { messagesIn, type TurnInput } from './graph-turns.ts';

/** One turn of a long session as a line of the core sample. */
export interface SampleTurn {
  stop: string | null;
  /** Input in tokens, 0 when nobody reported it. */
  input: number;
  error: boolean;
  /** Its messages, for finding hits. */
  messages: readonly MessageNode[];
}

const KEPT = new WeakMap<TurnInput, SampleTurn>();

/** The turns of a model (`model.memo.turns`), oldest first. A turn that is over is looked at once. */
export function sampleOf(state: SessionState, turns: readonly TurnInput[]): SampleTurn[] {
  return turns.map((turn) => {
    const kept = KEPT.get(turn);
    if (kept) return kept;
    const attempt = attemptById(state, turn.answer?.request);
    const sample = {
      stop: turn.answer?.stopReason ?? null,
      input: attempt?.message ? totalInput(attempt.message.usage) : 0,
      error: turn.results.some(hasError),
      messages: messagesIn(turn),
    };
    KEPT.set(turn, sample);
    return sample;
  });
}

function hasError(node: MessageNode): boolean {
  return blocksOf(node.content).some((block) => block.type === 'tool_result' && block.is_error === true);
}

/** What one line of px shows when many turns share it. */
export interface SampleLine {
  /** The rarest kind of stop in it: a single `refusal` must not drown in `tool_use`. */
  stop: string | null;
  input: number;
  error: boolean;
  hit: boolean;
}

/** The sample drawn in at most `lines` lines, each for the turns that fall on it. */
export function sampleLines(turns: readonly SampleTurn[], lines: number, hits: ReadonlySet<string>): SampleLine[] {
  const count = Math.min(lines, turns.length);
  const drawn: SampleLine[] = [];
  for (let line = 0; line < count; line++) {
    const from = Math.floor((line * turns.length) / count);
    const to = Math.max(from + 1, Math.floor(((line + 1) * turns.length) / count));
    const here = turns.slice(from, to);
    drawn.push({
      stop: (here.find((turn) => turn.stop !== 'tool_use') ?? here[0])?.stop ?? null,
      input: here.reduce((most, turn) => Math.max(most, turn.input), 0),
      error: here.some((turn) => turn.error),
      hit: hits.size > 0 && here.some((turn) => turn.messages.some((node) => hits.has(node.id))),
    });
  }
  return drawn;
}
