import type { EventOf, SessionEvent } from './events.ts';
import { emptyState, reduce } from './reduce.ts';
import type { SessionRecord, SessionState } from './state.ts';

/** More stream chunks than any session has in a row: a larger gap is a broken file, and would only cost memory. */
const LONGEST_GAP = 1_000_000;

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
   * Throws when the event is older than the newest one, lies too far behind it, or does not fit the state (see
   * `reduce`); the log is then as it was before.
   */
  push(event: SessionEvent): SessionState {
    const gap = event.seq - this.seq - 1;
    if (gap > LONGEST_GAP) throw new Error(`event ${event.seq} does not follow event ${this.seq}`);
    const before = gap > 0 ? skipTo(this.#newest, event.seq - 1) : this.#newest;
    const next = reduce(before, event);
    for (let seq = this.seq + 1; seq < event.seq; seq++) this.#records.push(skipTo(this.#newest, seq).record);
    this.#newest = next;
    this.events.push(event);
    this.#records.push(next.record);
    if (event.type === 'response-chunk') this.#noteChunk(event);
    else if (event.type === 'response-end' || event.type === 'request-error') this.#forgetChunks(event);
    return next;
  }

  /**
   * The state right after event `seq` (clamped to what is there). O(1).
   * A partial answer is known at the newest event only; chunks are no places to stand at.
   */
  stateAt(seq: number): SessionState {
    const record = this.#records[Math.max(0, Math.min(Math.trunc(seq), this.seq))] ?? this.#newest.record;
    return { tables: this.#newest.tables, record };
  }

  /** The frame list of a stream grows with each chunk: only the newest one is kept. */
  #noteChunk({ branch, seq }: EventOf<'response-chunk'>): void {
    if (this.#chunksFrom.has(branch)) this.#stripFrames(seq - 1, branch);
    else this.#chunksFrom.set(branch, seq);
  }

  /** Once an attempt has ended, its frames serve nobody. */
  #forgetChunks({ branch, seq }: SessionEvent): void {
    const from = this.#chunksFrom.get(branch);
    if (from === undefined) return;
    this.#chunksFrom.delete(branch);
    for (let each = from; each < seq; each++) this.#stripFrames(each, branch);
  }

  #stripFrames(seq: number, branch: string): void {
    const record = this.#records[seq];
    if (record) this.#records[seq] = withoutFrames(record, branch);
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
