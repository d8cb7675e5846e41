import type { BranchId } from '../../shared/session/events.ts';
import type { EventLog } from '../../shared/session/log.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { lineageOf, markIndex, type Trace, TraceBuilder } from '../../shared/view/timeline.ts';
import { useSession } from './session-store.ts';

/** Keeps the trace of the looked-at branch and lets it grow with the log; another branch begins a new one. */
class TraceKeeper {
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

const keeper = new TraceKeeper();

/** The trace of the looked-at branch and where on it the page stands; null while it has no event. */
export interface TracePlace {
  trace: Trace;
  index: number;
}

/** For this state, branch and cursor of the open session; whoever asks gets the same trace. */
export function tracePlace(
  log: EventLog,
  newest: SessionState | null,
  branch: BranchId | null,
  cursor: number | null,
): TracePlace | null {
  if (!newest || !branch) return null;
  const trace = keeper.of(log, newest, branch);
  return trace.marks.length === 0 ? null : { trace, index: markIndex(trace, cursor) };
}

/** Where the page stands now. */
export function traceNow(): TracePlace | null {
  const { log, newest, homeBranch, cursor } = useSession.getState();
  return tracePlace(log, newest, homeBranch, cursor);
}
