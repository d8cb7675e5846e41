import type { BranchId, SessionEvent, StoppedReason, StopName } from '../session/events.ts';
import type { SessionRecord } from '../session/state.ts';

/** Where the loop is: the three levels of the square wave. */
export type TraceLevel = 'user' | 'assistant' | 'tools';

/** One place at which the scrubber can stand: every event but the pieces of a stream. */
export interface TraceMark {
  seq: number;
  at: number;
  /** Place along the trace in units; one event is one unit, a stream a few more. */
  x: number;
  level: TraceLevel;
  kind: 'event' | 'stop' | 'error';
  /** For a stop: which one the loop came to. */
  stop: StopName | null;
  /** A breakpoint made it stop here. */
  breakpoint: boolean;
  /** Index into `turns`. */
  turn: number;
  /** Pieces of a stream that came before this event: small ticks, no places. */
  pieces: number;
}

export interface TraceTurn {
  turn: number;
  /** stop_reason of its answer, the error of its last try, or null while neither is known. */
  reason: string | null;
  failed: boolean;
  /** Index of its first mark; it ends where the next turn begins. */
  from: number;
}

/** The events of one branch as a trace: the loop as a square wave over the three levels. Grows with the log. */
export interface Trace {
  marks: readonly TraceMark[];
  turns: readonly TraceTurn[];
  /** Right end in units. */
  width: number;
  /** Level at which the loop is now. */
  level: TraceLevel;
  ended: boolean;
}

/** A stream is drawn at most this much longer than other events. */
const MOST_PIECES = 8;
/** One tick of a stream takes so many units. */
const PIECE = 0.75;

/** Whose events make up the past of a branch: those of the branch it came from, up to where it was made. */
export function lineageOf(
  record: Pick<SessionRecord, 'branches'>,
  branch: BranchId,
): { branch: BranchId; from: number }[] {
  const line: { branch: BranchId; from: number }[] = [];
  let id: BranchId | undefined = branch;
  for (let steps = record.branches.length; id !== undefined && steps >= 0; steps--) {
    const found: SessionRecord['branches'][number] | undefined = record.branches.find((each) => each.id === id);
    if (!found) break;
    // A branch is named after the event that made it: `b61`; the first one is there from the start.
    line.push({ branch: found.id, from: found.from ? Number(found.id.slice(1)) : 0 });
    id = found.from?.branch;
  }
  return line.reverse();
}

/** Builds the trace of one branch event by event; `grow` reads only what is new. */
export class TraceBuilder implements Trace {
  readonly marks: TraceMark[] = [];
  readonly turns: TraceTurn[] = [];
  width = 0;
  level: TraceLevel = 'user';
  ended = false;
  readonly #lineage: { branch: BranchId; from: number }[];
  #taken = 0;
  #seq = 0;
  #pieces = 0;
  #newTurn = true;
  #turn = 1;

  constructor(record: Pick<SessionRecord, 'branches'>, branch: BranchId) {
    this.#lineage = lineageOf(record, branch);
  }

  /** Reads the events that were added since; the list only ever grows. */
  grow(events: readonly SessionEvent[]): void {
    for (; this.#taken < events.length; this.#taken++) this.#take(events[this.#taken] as SessionEvent);
  }

  #isMine(event: SessionEvent): boolean {
    let mine: BranchId | null = null;
    for (const { branch, from } of this.#lineage) if (event.seq >= from) mine = branch;
    // The event that makes a branch names the one it came from, and belongs to the new one.
    return event.type === 'branch-create' ? `b${event.seq}` === mine : event.branch === mine;
  }

  #take(event: SessionEvent): void {
    if (event.type === 'response-chunk') {
      if (this.#isMine(event)) this.#pieces += 1;
      this.#seq = event.seq;
      return;
    }
    // Where chunks were left out of what was sent, the numbers still tell how many there were.
    if (this.#isMine(event)) this.#add(event, this.#pieces + this.#missing(event));
    this.#seq = event.seq;
  }

  #missing(event: SessionEvent): number {
    const ends = event.type === 'response-end' || event.type === 'request-error';
    return ends ? Math.max(0, event.seq - this.#seq - 1) : 0;
  }

  #add(event: SessionEvent, pieces: number): void {
    this.#pieces = 0;
    if (event.type === 'request-start') this.#turn = event.turn;
    if (event.type === 'branch-create' && event.resetCounters) this.#turn = 1;
    if (this.#newTurn) this.#beginTurn();
    const current = this.turns.at(-1) as TraceTurn;
    current.turn = this.#turn;
    judge(current, event);
    this.level = levelOf(event, this.level);
    const drawn = Math.min(MOST_PIECES, pieces);
    this.width += 1 + drawn * PIECE;
    this.marks.push({
      seq: event.seq,
      at: event.at,
      x: this.width - 0.5,
      level: this.level,
      kind: kindOf(event),
      stop: event.type === 'stopped' ? event.stop : null,
      breakpoint: event.type === 'stopped' && BREAKS.has(event.reason),
      turn: this.turns.length - 1,
      pieces: drawn,
    });
    this.ended = event.type === 'run-end' || (this.ended && !GOES_ON.has(event.type));
    if (endsTurn(event, current)) {
      this.#newTurn = true;
      this.#turn += 1;
    }
  }

  #beginTurn(): void {
    this.turns.push({ turn: this.#turn, reason: null, failed: false, from: this.marks.length });
    this.#newTurn = false;
  }
}

/** Breakpoints on stops, tools and values, and those on errors. */
const BREAKS: ReadonlySet<StoppedReason> = new Set(['breakpoint', 'exception']);

const GOES_ON: ReadonlySet<SessionEvent['type']> = new Set([
  'run-start',
  'request-start',
  'history-edit',
  'branch-create',
]);

/** A turn is over once its results (or what a person says) are appended, or its answer is to be sent again as it is. */
function endsTurn(event: SessionEvent, turn: TraceTurn): boolean {
  if (event.type !== 'message-append') return event.type === 'branch-create';
  if (event.role !== 'assistant') return turn.reason !== null;
  return turn.reason === 'pause_turn' || turn.reason === 'compaction';
}

function judge(turn: TraceTurn, event: SessionEvent): void {
  if (event.type === 'response-end') {
    turn.reason = event.message.stop_reason ?? 'null';
    turn.failed = false;
  } else if (event.type === 'request-error') {
    turn.reason = event.error.status === undefined ? event.error.type : String(event.error.status);
    turn.failed = true;
  }
}

function kindOf(event: SessionEvent): TraceMark['kind'] {
  if (event.type === 'stopped') return 'stop';
  if (event.type === 'request-error') return 'error';
  if (event.type === 'tool-call-end') return event.result.is_error ? 'error' : 'event';
  return event.type === 'run-end' && event.outcome.status === 'failed' ? 'error' : 'event';
}

const STOP_LEVELS: Record<StopName, TraceLevel> = {
  request: 'user',
  response: 'assistant',
  tools: 'tools',
  results: 'user',
};

function levelOf(event: SessionEvent, before: TraceLevel): TraceLevel {
  switch (event.type) {
    case 'stopped':
    case 'branch-create':
      return STOP_LEVELS[event.stop];
    case 'session-create':
    case 'history-edit':
      return 'user';
    case 'message-append':
      return event.role === 'assistant' ? 'assistant' : 'user';
    case 'request-start':
    case 'response-head':
    case 'response-end':
    case 'request-error':
    case 'retry-wait':
      return 'assistant';
    case 'tool-call-start':
    case 'tool-call-wait':
    case 'tool-call-end':
    case 'tool-call-doubt':
      return 'tools';
    default:
      return before;
  }
}

/** Index of the newest mark at or before `seq`; null = now. -1 for an empty trace. O(log n). */
export function markIndex(trace: Trace, seq: number | null): number {
  const { marks } = trace;
  if (seq === null) return marks.length - 1;
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Index of the mark nearest to a place along the trace. O(log n). */
export function markAt(trace: Trace, x: number): number {
  const { marks } = trace;
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.x ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const here = marks[low]?.x ?? 0;
  const before = marks[low - 1];
  return before && x - before.x < here - x ? low - 1 : Math.max(0, low);
}

export type TraceStep =
  | 'next'
  | 'previous'
  | 'nextStop'
  | 'previousStop'
  | 'nextTurn'
  | 'previousTurn'
  | 'first'
  | 'last';

/** Where a key leads from the mark at `index`. */
export function stepFrom(trace: Trace, index: number, step: TraceStep): number {
  const last = trace.marks.length - 1;
  const clamp = (at: number): number => Math.max(0, Math.min(last, at));
  switch (step) {
    case 'next':
      return clamp(index + 1);
    case 'previous':
      return clamp(index - 1);
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'nextStop':
      return seek(trace, index, 1, last);
    case 'previousStop':
      return seek(trace, index, -1, 0);
    case 'nextTurn':
      return clamp(trace.turns[(trace.marks[index]?.turn ?? 0) + 1]?.from ?? last);
    case 'previousTurn':
      return clamp(turnBefore(trace, index));
  }
}

/** The beginning of this turn, or of the one before when the place is the beginning already. */
function turnBefore(trace: Trace, index: number): number {
  const turn = trace.marks[index]?.turn ?? 0;
  const from = trace.turns[turn]?.from ?? 0;
  return from < index ? from : (trace.turns[turn - 1]?.from ?? 0);
}

function seek(trace: Trace, index: number, step: 1 | -1, end: number): number {
  for (let at = index + step; at >= 0 && at < trace.marks.length; at += step) {
    if (trace.marks[at]?.kind === 'stop') return at;
  }
  return end;
}

/** The stretch of turns that is drawn large: all of them, or seven on either side of the one looked at. */
export function windowOf(trace: Trace, index: number, all: boolean): { first: number; last: number } {
  const end = Math.max(0, trace.turns.length - 1);
  if (all) return { first: 0, last: end };
  const turn = trace.marks[index]?.turn ?? end;
  const first = Math.max(0, Math.min(turn - 7, end - 14));
  return { first, last: Math.min(end, first + 14) };
}

/** Left and right end of a turn in units. */
export function turnSpan(trace: Trace, index: number): { left: number; right: number } {
  return { left: edgeOf(trace, index), right: index + 1 < trace.turns.length ? edgeOf(trace, index + 1) : trace.width };
}

function edgeOf(trace: Trace, index: number): number {
  const mark = trace.marks[trace.turns[index]?.from ?? 0];
  return mark ? mark.x - 0.5 - mark.pieces * PIECE : 0;
}

/** Places of the small ticks that stand before a mark, in units. */
export function pieceTicks(mark: TraceMark): number[] {
  const start = mark.x - 0.5 - mark.pieces * PIECE;
  return Array.from({ length: mark.pieces }, (_, at) => start + (at + 0.5) * PIECE);
}
