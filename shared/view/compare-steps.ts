import type { Attempt, Branch, Config, MessageNode, SessionState } from '../session/state.ts';
import { attemptById, configById, path } from '../session/tree.ts';
import type { Alignable } from './compare-align.ts';
import { type Figures, figuresOf } from './compare-figures.ts';
import { type CallNames, messageKey, namesOf } from './compare-keys.ts';
import { type CallView, pairsOf } from './graph-pairs.ts';
import { atRequest, type TurnInput, turnsOf } from './graph-turns.ts';

/** One of the two things compared: a branch as it stands in a state. The states may be of different sessions. */
export interface CompareSide {
  state: SessionState;
  branch: Branch;
}

/** A message with its index on the path. */
export interface PathMessage {
  node: MessageNode;
  index: number;
  /** Names of the calls that its results answer. */
  before: CallNames;
}

/**
 * One request of a path with what came of it: the messages that it was the first to carry, the answer, and the calls
 * that the answer asked for. Their results are what the next step sends.
 */
export interface Step extends Alignable {
  /** 1-based place among the requests of the path. */
  number: number;
  /** As the session counts it: the answer's, or the one that the next answer would end. */
  turn: number;
  sent: PathMessage[];
  answer: PathMessage | null;
  /** The try that became the answer; missing for typed and imported messages. */
  accepted: Attempt | null;
  /** Tries before it that did not become a message. */
  lost: Attempt[];
  calls: CallView[];
  config: Config;
  figures: Figures;
}

/** The steps of a branch, oldest first. The last one may have no answer yet. O(length of the path). */
export function stepsOf({ state, branch }: CompareSide): Step[] {
  const turns = turnsOf(state, branch.id, path(state, branch.head), atRequest(branch.phase, branch.endedIn));
  const steps: Step[] = [];
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1];
    const isLast = index === turns.length - 1;
    const step = stepOf(state, turn, before, { number: steps.length + 1, branch: isLast ? branch : null });
    // A request that will send nothing new and was not tried yet is no step.
    if (step.sent.length > 0 || step.answer || step.lost.length > 0) steps.push(step);
  }
  return steps;
}

function stepOf(
  state: SessionState,
  turn: TurnInput,
  before: TurnInput | undefined,
  at: { number: number; /** For the newest step. */ branch: Branch | null },
): Step {
  const names = namesOf(before?.answer ?? null);
  const place = (node: MessageNode, index: number): PathMessage => ({ node, index, before: names });
  const first = before ? before.start + before.leads.length + 1 : 0;
  const sent = [
    ...(before?.results ?? []).map((node, offset) => place(node, first + offset)),
    ...turn.leads.map((node, offset) => place(node, turn.start + offset)),
  ];
  const answer = turn.answer ? place(turn.answer, turn.start + turn.leads.length) : null;
  const accepted = attemptById(state, turn.answer?.request) ?? null;
  const calls = pairsOf(state, turn, at.branch?.calls ?? []).calls;
  const tries = accepted ? [...turn.attempts, accepted] : turn.attempts;
  const keys = sent.map((message) => messageKey(message.node, names));
  const answered = answer ? messageKey(answer.node, names) : '';
  return {
    number: at.number,
    turn: turn.turn,
    sent,
    answer,
    accepted,
    lost: turn.attempts,
    calls,
    config: configById(state, accepted?.config ?? turn.answer?.config ?? at.branch?.config ?? ''),
    figures: figuresOf(state, tries, calls),
    whole: [...keys, answered].join(' '),
    mark: answered || keys.join(' '),
  };
}
