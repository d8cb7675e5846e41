import type { SessionEvent } from './events.ts';
import { emptyState, reduce } from './reduce.ts';
import type { SessionRecord, SessionState } from './state.ts';

/** The same state with a later number: stands in for events that were left out (stream chunks). */
function skipTo(state: SessionState, seq: number): SessionState {
  return { tables: state.tables, record: { ...state.record, seq } };
}

/**
 * A session's events and every state between them. Keeps the small record of each event, so that `stateAt` is an
 * index: a record shares all its unchanged parts with its neighbours.
 */
export class EventLog {
  readonly events: SessionEvent[] = [];
  #newest: SessionState = emptyState();
  /** By seq; `[0]` is the empty state. Chunks that were left out repeat the record before them. */
  readonly #records: SessionRecord[] = [this.#newest.record];
  /** seq at which the open attempt of a branch began to receive chunks. */
  readonly #chunksFrom = new Map<string, number>();

  /** A log that holds these events; chunk events may be missing from the list. */
  static of(events: Iterable<SessionEvent>): EventLog {
    const log = new EventLog();
    for (const event of events) log.push(event);
    return log;
  }

  /** The state after the newest event. */
  get newest(): SessionState {
    return this.#newest;
  }

  /** Number of the newest event; 0 for an empty log. */
  get seq(): number {
    return this.#newest.record.seq;
  }

  /**
   * Folds one event. A gap before it is allowed: stream chunks may be left out of what is sent.
   * Throws when the event is older than the newest one or does not fit the state (see `reduce`).
   */
  push(event: SessionEvent): SessionState {
    while (this.seq < event.seq - 1) {
      this.#newest = skipTo(this.#newest, this.seq + 1);
      this.#records.push(this.#newest.record);
    }
    this.#newest = reduce(this.#newest, event);
    this.events.push(event);
    this.#records.push(this.#newest.record);
    this.#forgetChunks(event);
    return this.#newest;
  }

  /**
   * The state right after event `seq` (clamped to what is there). O(1).
   * Inside a stream whose end is known the partial answer is left out: chunks are no places to stand at.
   */
  stateAt(seq: number): SessionState {
    const record = this.#records[Math.max(0, Math.min(Math.trunc(seq), this.seq))] ?? this.#newest.record;
    return { tables: this.#newest.tables, record };
  }

  /** Once an attempt has ended, the growing frame lists in the records of its chunks serve nobody. */
  #forgetChunks(event: SessionEvent): void {
    if (event.type === 'response-chunk') {
      if (!this.#chunksFrom.has(event.branch)) this.#chunksFrom.set(event.branch, event.seq);
      return;
    }
    if (event.type !== 'response-end' && event.type !== 'request-error') return;
    const from = this.#chunksFrom.get(event.branch);
    if (from === undefined) return;
    this.#chunksFrom.delete(event.branch);
    for (let seq = from; seq < event.seq; seq++) {
      const record = this.#records[seq];
      if (record) this.#records[seq] = withoutFrames(record, event.branch);
    }
  }
}

function withoutFrames(record: SessionRecord, branch: string): SessionRecord {
  const branches = record.branches.map((each) =>
    each.id === branch && each.attempt && each.attempt.frames.length > 0
      ? { ...each, attempt: { ...each.attempt, frames: [] } }
      : each,
  );
  return { ...record, branches };
}
