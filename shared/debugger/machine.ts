import { foldFact } from '../loop/facts.ts';
import type { Effect, Fact, Moment } from '../loop/inputs.ts';
import { proceed } from '../loop/transition.ts';
import { EVENT_VERSION } from '../session/events.ts';
import type { BranchId, EventDraft, RunMode, SessionEvent } from '../session/events.ts';
import { reduce } from '../session/reduce.ts';
import type { SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import type { Command, Refusal } from './command-types.ts';
import { decideCommand } from './commands.ts';
import { gate } from './gate.ts';

export type Input =
  | { type: 'command'; branch: BranchId; command: Command; cause?: string; mode: RunMode }
  | { type: 'fact'; fact: Fact };

export interface Advance {
  state: SessionState;
  events: SessionEvent[];
  effects: Effect[];
  /** Set when a command could not act; then there are no events. */
  refusal: Refusal | null;
}

/** Puts one event into the state. */
export type Fold = (state: SessionState, event: SessionEvent) => SessionState;

/** More microsteps than any real input makes: a rule that never comes to rest must fail, not hang. */
const MOST_STEPS = 1000;

/**
 * One input to its end: decide, fold, and go on by itself until every branch rests or waits for the outside. All
 * events belong together and are stored as one batch; the effects may be carried out only after that.
 * Folds onto the given state, which must be the newest of its tables.
 * @param fold how an event is put in; a log that keeps events as well brings its own
 */
export function advance(state: SessionState, input: Input, moment: Moment, fold: Fold = reduce): Advance {
  const batch = new Batch(state, moment, input.type === 'command' ? input.cause : undefined, fold);
  if (input.type === 'fact') batch.fold(foldFact(state, input.fact, moment));
  else {
    const decided = decideCommand(state, input.branch, input.command, input.mode);
    if ('refusal' in decided) return { state, events: [], effects: [], refusal: decided.refusal };
    batch.fold(decided.events);
    for (const fact of decided.facts ?? []) batch.fold(foldFact(batch.state, fact, moment));
  }
  batch.settle();
  return {
    state: batch.state,
    events: batch.events,
    effects: batch.events.flatMap((event) => effectsOf(batch.state, event)),
    refusal: null,
  };
}

class Batch {
  readonly events: SessionEvent[] = [];
  state: SessionState;
  readonly #moment: Moment;
  readonly #cause: string | undefined;
  readonly #fold: Fold;

  constructor(state: SessionState, moment: Moment, cause: string | undefined, fold: Fold) {
    this.state = state;
    this.#moment = moment;
    this.#cause = cause;
    this.#fold = fold;
  }

  fold(drafts: readonly EventDraft[]): void {
    for (const draft of drafts) {
      const run = branchById(this.state, draft.branch)?.run?.id;
      const event = {
        v: EVENT_VERSION,
        seq: this.state.record.seq + 1,
        at: this.#moment.at,
        ...(run === undefined ? {} : { run }),
        ...(this.#cause === undefined ? {} : { cause: this.#cause }),
        ...draft,
      } as SessionEvent;
      this.state = this.#fold(this.state, event);
      this.events.push(event);
    }
  }

  /** Microsteps until nothing follows by itself any more. */
  settle(): void {
    for (let step = 0; step < MOST_STEPS; step++) {
      const drafts = this.#next();
      if (drafts.length === 0) return;
      this.fold(drafts);
    }
    throw new Error(`the machine did not come to rest after ${MOST_STEPS} steps (event ${this.state.record.seq})`);
  }

  #next(): EventDraft[] {
    for (const branch of this.state.record.branches) {
      const drafts = proceed(this.state, branch, gate);
      if (drafts.length > 0) return drafts;
    }
    return [];
  }
}

/** What an event asks the outside to do, if its effect is still open at the end of the batch. */
function effectsOf(state: SessionState, event: SessionEvent): Effect[] {
  const branch = branchById(state, event.branch);
  if (event.type === 'request-start') {
    if (branch?.attempt?.effect !== event.seq) return [];
    return [{ type: 'send', branch: event.branch, request: `q${event.seq}`, effect: event.seq }];
  }
  if (event.type !== 'tool-call-start') return [];
  const call = branch?.calls.find((each) => each.effect === event.seq);
  if (!call || call.injection?.kind === 'timeout') return [];
  const delayMs = call.injection?.kind === 'delay' ? call.injection.ms : 0;
  return [{ type: 'run-tool', branch: event.branch, call: call.id, effect: event.seq, source: call.source, delayMs }];
}

/** Whether an effect that is under way still matters; if not, the runner aborts it. */
export function isOpenEffect(state: SessionState, effect: Effect): boolean {
  const branch = branchById(state, effect.branch);
  if (!branch) return false;
  if (effect.type === 'send') return branch.attempt?.effect === effect.effect;
  return branch.calls.some((call) => call.effect === effect.effect);
}
