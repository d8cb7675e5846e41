import { pieceTicks, type Trace, type TraceLevel, turnSpan } from './timeline.ts';

/** The part of a trace that is drawn, in px, as a few path strings: thousands of events cost a handful of elements. */
export interface TracePicture {
  /** The square wave. */
  wave: string;
  /** The way on that nothing has happened on yet; empty once the run has ended. */
  ahead: string;
  pieces: string;
  events: string;
  stops: string;
  errors: string;
  turns: { index: number; turn: number; reason: string | null; failed: boolean; x: number; width: number }[];
  /** Names of stops, as far as they stand 60 px apart, with the place they mark. */
  names: { stop: string; x: number; index: number }[];
  /** Left edge of the dashed turn that comes next; null when the run has ended. */
  next: number | null;
}

export interface TraceFrame {
  first: number;
  last: number;
  /** Room in px, from `left` on. */
  left: number;
  width: number;
  levels: Readonly<Record<TraceLevel, number>>;
  /** Draws the turn that comes next as well. */
  ahead: boolean;
}

/** Turn of the frame's units into px. */
export function scaleOf(
  trace: Trace,
  frame: TraceFrame,
): { x: (units: number) => number; units: (x: number) => number } {
  const start = turnSpan(trace, frame.first).left;
  const end = turnSpan(trace, frame.last).right + (frame.ahead ? aheadUnits(trace, frame) : 0);
  const factor = frame.width / Math.max(1, end - start);
  return {
    x: (units) => frame.left + (units - start) * factor,
    units: (x) => start + (x - frame.left) / factor,
  };
}

/** The next turn takes about a quarter of what is drawn, and not more than twelve events' room. */
function aheadUnits(trace: Trace, frame: TraceFrame): number {
  const { left } = turnSpan(trace, frame.first);
  const { right } = turnSpan(trace, frame.last);
  return Math.min(12, Math.max(3, (right - left) * 0.3));
}

const NAME_DISTANCE = 60;

export function tracePicture(trace: Trace, frame: TraceFrame): TracePicture {
  const { x } = scaleOf(trace, frame);
  const from = trace.turns[frame.first]?.from ?? 0;
  const to = trace.turns[frame.last + 1]?.from ?? trace.marks.length;
  const picture: TracePicture = {
    wave: '',
    ahead: '',
    pieces: '',
    events: '',
    stops: '',
    errors: '',
    turns: [],
    names: [],
    next: null,
  };
  let level: TraceLevel | null = null;
  for (let index = from; index < to; index++) {
    const mark = trace.marks[index];
    if (!mark) continue;
    const at = round(x(mark.x));
    const y = frame.levels[mark.level];
    picture.wave += waveTo(level, mark.level, at, frame);
    level = mark.level;
    for (const tick of pieceTicks(mark)) picture.pieces += `M${round(x(tick))} ${frame.levels.assistant - 3.5}v7`;
    if (mark.kind === 'error') picture.errors += `M${at - 4} ${y - 4}l8 8M${at + 4} ${y - 4}l-8 8`;
    else if (mark.kind === 'stop') picture.stops += `M${at} ${y - 6}v12`;
    else picture.events += `M${at} ${y}h0`;
    if (mark.stop !== null) addName(picture, { stop: mark.stop, x: at, index });
  }
  for (let turn = frame.first; turn <= frame.last; turn++) addTurn(picture, trace, turn, x);
  if (frame.ahead && !trace.ended) addAhead(picture, trace, frame, x);
  return picture;
}

function waveTo(before: TraceLevel | null, level: TraceLevel, x: number, frame: TraceFrame): string {
  const y = frame.levels[level];
  if (before === null) return `M${x} ${y}`;
  return before === level ? `H${x}` : `H${x}V${y}`;
}

/** Of names that stand too near, the later one counts: it is nearer to now. */
function addName(picture: TracePicture, name: TracePicture['names'][number]): void {
  const last = picture.names.at(-1);
  if (last && name.x - last.x < NAME_DISTANCE) picture.names.pop();
  picture.names.push(name);
}

function addTurn(picture: TracePicture, trace: Trace, index: number, x: (units: number) => number): void {
  const turn = trace.turns[index];
  if (!turn) return;
  const { left, right } = turnSpan(trace, index);
  picture.turns.push({
    index,
    turn: turn.turn,
    reason: turn.reason,
    failed: turn.failed,
    x: round(x(left)),
    width: Math.max(1, round(x(right) - x(left)) - 1),
  });
}

/** Dashed: up to the next request, the answer, perhaps tools. Nobody knows yet how long it will be. */
function addAhead(picture: TracePicture, trace: Trace, frame: TraceFrame, x: (units: number) => number): void {
  const room = aheadUnits(trace, frame);
  const start = x(trace.width - 0.5);
  const step = (part: number): number => round(x(trace.width + room * part));
  const { user, assistant, tools } = frame.levels;
  const from = frame.levels[trace.level];
  picture.next = round(x(trace.width)) + 1;
  if (trace.level === 'user') picture.ahead = `M${round(start)} ${user}H${step(0.3)}V${assistant}H${step(0.95)}`;
  else if (trace.level === 'assistant')
    picture.ahead = `M${round(start)} ${assistant}H${step(0.4)}V${tools}H${step(0.95)}`;
  else picture.ahead = `M${round(start)} ${from}H${step(0.3)}V${user}H${step(0.6)}V${assistant}H${step(0.95)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A span of time as the scrubber says it: `+1.94 s`, `+2:07.3`, `6 h 12 min`. */
export function sinceStart(ms: number): string {
  const hundredths = Math.round(Math.max(0, ms) / 10);
  if (hundredths < 6000) return `+${(hundredths / 100).toFixed(2)} s`;
  const tenths = Math.round(Math.max(0, ms) / 100);
  const minutes = Math.floor(tenths / 600);
  if (minutes < 60) return `+${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
  return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
