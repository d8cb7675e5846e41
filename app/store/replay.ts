import type { BranchId, SessionEvent } from '../../shared/session/events.ts';
import type { EventLog } from '../../shared/session/log.ts';
import type { Branch, PhaseName } from '../../shared/session/state.ts';
import { branchById } from '../../shared/session/tree.ts';
import { ancestorIn } from './lineage.ts';

/** How the toolbar moves over a recorded run: nothing is executed, only the cursor moves. */
export type ReplayMove = 'step' | 'stepBack' | 'stepTurn' | 'stepOut' | 'continue' | 'restart';

/** A place where the recorded run stood: the state after event `seq` is what a person would have seen there. */
export interface RecordedStop {
  seq: number;
  phase: PhaseName;
  turn: number;
  /** Somebody or something really halted here, other than a step. */
  halted: boolean;
}

const RESTS: ReadonlySet<PhaseName> = new Set(['request', 'response', 'tools', 'results', 'ended']);

/**
 * The recorded stops of a branch in order, those the run passed without halting included: each time its phase
 * came to rest. Edits made at a stop belong to it, so the place is the last event before the loop went on.
 */
export function recordedStops(log: EventLog, branch: BranchId): RecordedStop[] {
  const stops: RecordedStop[] = [];
  let last: Branch | null = null;
  for (const event of log.events) {
    if (event.type === 'response-chunk') continue;
    const now = branchAt(log, event.seq, branch);
    if (!now || now === last) continue;
    const moved = !last || last.phase !== now.phase || last.turn !== now.turn || last.id !== now.id;
    last = now;
    if (!RESTS.has(now.phase) || GOES_ON.has(event.type)) continue;
    note(stops, { seq: event.seq, phase: now.phase, turn: now.turn, halted: halts(event) }, moved);
  }
  return stops;
}

/** After these the loop is on its way, though the phase may still say where it stood. */
const GOES_ON: ReadonlySet<SessionEvent['type']> = new Set(['run-start', 'continued']);

function note(stops: RecordedStop[], stop: RecordedStop, moved: boolean): void {
  const last = stops.at(-1);
  const same = last && !moved && last.phase === stop.phase && last.turn === stop.turn;
  if (same) stops[stops.length - 1] = { ...stop, halted: last.halted || stop.halted };
  else stops.push(stop);
}

function halts(event: SessionEvent): boolean {
  return event.type === 'run-end' || (event.type === 'stopped' && event.reason !== 'step');
}

function branchAt(log: EventLog, seq: number, branch: BranchId): Branch | null {
  const state = log.stateAt(seq);
  const id = ancestorIn(state, log.newest, branch);
  return id ? (branchById(state, id) ?? null) : null;
}

/**
 * Where the cursor goes: a seq, or null for "now". `undefined` = there is nothing further in that direction.
 * `cursor` null means now.
 */
export function replayStep(
  stops: readonly RecordedStop[],
  cursor: number | null,
  move: ReplayMove,
): number | null | undefined {
  const at = cursor ?? Number.POSITIVE_INFINITY;
  if (move === 'restart') return stops[0]?.seq;
  if (move === 'stepBack') return stops[countUpTo(stops, place(stops, at) - 1) - 1]?.seq;
  if (cursor === null) return undefined;
  return pick(stops, countUpTo(stops, at), move)?.seq ?? null;
}

/** Now is the same place as the last stop, when nothing moves: a step back must leave it. */
function place(stops: readonly RecordedStop[], at: number): number {
  return Number.isFinite(at) ? at : (stops.at(-1)?.seq ?? 0);
}

/** How many stops come at or before `seq`. O(log n): every button asks at each move of the needle. */
function countUpTo(stops: readonly RecordedStop[], seq: number): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of the later stops, from index `next` on, that the move leads to. */
function pick(stops: readonly RecordedStop[], next: number, move: ReplayMove): RecordedStop | undefined {
  const here = stops[next - 1];
  for (let index = next; index < stops.length; index++) {
    const stop = stops[index];
    if (stop && leadsTo(stop, here, move)) return stop;
  }
  return undefined;
}

function leadsTo(stop: RecordedStop, here: RecordedStop | undefined, move: ReplayMove): boolean {
  switch (move) {
    case 'continue':
      return stop.halted;
    case 'stepOut':
      return stop.phase === 'ended';
    case 'stepTurn':
      return stop.phase === 'ended' || (stop.phase === here?.phase && stop.turn > here.turn);
    default:
      return true;
  }
}
