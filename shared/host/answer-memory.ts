import type { SessionEvent } from '../session/events.ts';
import type { SubmitResult } from '../runner/session-runner.ts';

const MOST_ANSWERS = 1000;

/**
 * The first answer to each command id, so that a repeat after a lost reply does nothing twice. After a restart the
 * log still tells the accepted ones, by their events' `cause`.
 */
export class AnswerMemory {
  readonly #answers = new Map<string, Promise<SubmitResult>>();

  static of(events: Iterable<SessionEvent>): AnswerMemory {
    const memory = new AnswerMemory();
    for (const [id, answer] of acceptedIn(events)) memory.#keep(id, Promise.resolve(answer));
    return memory;
  }

  /** The kept answer to this id, else the one that `act` gives. A failure is not kept: it may be tried again. */
  once(id: string, act: () => Promise<SubmitResult>): Promise<SubmitResult> {
    const kept = this.#answers.get(id);
    if (kept !== undefined) return kept;
    const answer = act();
    this.#keep(id, answer);
    answer.catch(() => this.#answers.delete(id));
    return answer;
  }

  #keep(id: string, answer: Promise<SubmitResult>): void {
    this.#answers.set(id, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > MOST_ANSWERS && !oldest.done) this.#answers.delete(oldest.value);
  }
}

type Accepted = Extract<SubmitResult, { ok: true }>;

function acceptedIn(events: Iterable<SessionEvent>): Map<string, Accepted> {
  const accepted = new Map<string, Accepted>();
  for (const { cause, seq, type } of events) {
    if (cause === undefined) continue;
    const branch = type === 'branch-create' ? `b${seq}` : accepted.get(cause)?.branch;
    accepted.delete(cause);
    accepted.set(cause, { ok: true, seq, ...(branch === undefined ? {} : { branch }) });
  }
  return accepted;
}
