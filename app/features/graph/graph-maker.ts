import type { BranchId, RawFrame } from '../../../shared/session/events.ts';
import type { OpenAttempt, SessionState } from '../../../shared/session/state.ts';
import { type GraphView, graphOf } from '../../../shared/view/graph.ts';
import type { LiveAnswer } from '../../../shared/view/graph-growing.ts';
import { LiveReader } from '../../../shared/view/graph-live.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';

/** Makes one model after the other; each takes over what did not change. */
export class GraphMaker {
  #last: GraphModel | undefined;

  make(state: SessionState, branch: BranchId, view: GraphView): GraphModel {
    this.#last = graphOf(state, branch, view, this.#last);
    return this.#last;
  }
}

/** Reads the answers under way, one request after the other. */
export class LiveReading {
  #reader: LiveReader | null = null;

  of(attempt: OpenAttempt | null, live: readonly RawFrame[]): LiveAnswer | null {
    if (attempt === null) {
      this.#reader = null;
      return null;
    }
    if (this.#reader?.request !== attempt.id) this.#reader = new LiveReader(attempt.id);
    this.#reader.read(attempt.frames, live);
    return this.#reader.answer;
  }
}
