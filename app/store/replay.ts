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
  if (move === 'stepBack') return stops.findLast((stop) => stop.seq < place(stops, at))?.seq;
  if (cursor === null) return undefined;
  const later = stops.filter((stop) => stop.seq > at);
  return pick(stops, later, at, move)?.seq ?? null;
}

/** Now is the same place as the last stop, when nothing moves: a step back must leave it. */
function place(stops: readonly RecordedStop[], at: number): number {
  return Number.isFinite(at) ? at : (stops.at(-1)?.seq ?? 0);
}

function pick(
  stops: readonly RecordedStop[],
  later: readonly RecordedStop[],
  at: number,
  move: ReplayMove,
): RecordedStop | undefined {
  const here = stops.findLast((stop) => stop.seq <= at);
  switch (move) {
    case 'continue':
      return later.find((stop) => stop.halted);
    case 'stepOut':
      return later.find((stop) => stop.phase === 'ended');
    case 'stepTurn':
      return later.find((stop) => stop.phase === 'ended' || (stop.phase === here?.phase && stop.turn > here.turn));
    default:
      return later[0];
  }
}
