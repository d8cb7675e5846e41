import type { BranchId } from '../../../shared/session/events.ts';
import type { EventLog } from '../../../shared/session/log.ts';
import type { SessionState } from '../../../shared/session/state.ts';
import { lineageOf, type Trace, TraceBuilder } from '../../../shared/view/timeline.ts';

/** Keeps the trace of the looked-at branch and lets it grow with the log; another branch begins a new one. */
export class TraceKeeper {
  #log: EventLog | null = null;
  #key = '';
  #builder: TraceBuilder | null = null;
  #shown: Trace | null = null;

  /** A new object whenever the trace has grown; its lists are shared by all of them. */
  of(log: EventLog, newest: SessionState, branch: BranchId): Trace {
    const key = JSON.stringify(lineageOf(newest.record, branch));
    if (this.#builder === null || this.#log !== log || this.#key !== key) {
      this.#log = log;
      this.#key = key;
      this.#builder = new TraceBuilder(newest.record, branch);
      this.#shown = null;
    }
    const builder = this.#builder;
    builder.grow(log.events);
    const { marks, turns, width, level, ended } = builder;
    if (this.#shown === null || this.#shown.width !== width) this.#shown = { marks, turns, width, level, ended };
    return this.#shown;
  }
}
