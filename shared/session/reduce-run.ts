import type { EventOf } from './events.ts';
import { countHits } from './reduce-session.ts';
import { withBranch } from './reduce-support.ts';
import type { Branch, Goal, SessionRecord, SessionState } from './state.ts';

type RunLevel =
  | EventOf<'run-start'>
  | EventOf<'stopped'>
  | EventOf<'continued'>
  | EventOf<'limit-hit'>
  | EventOf<'run-end'>;

/** Events of a run: begin, stop, go on, end. */
export function reduceRun(state: SessionState, event: RunLevel): SessionRecord {
  const record = withBranch(state.record, event.branch, (branch) => next(branch, event));
  if (event.type !== 'stopped') return record;
  return { ...record, hits: countHits(record.hits, event.hits ?? []) };
}

function next(branch: Branch, event: RunLevel): Branch {
  switch (event.type) {
    case 'run-start':
      return {
        ...branch,
        run: { id: `r${event.seq}`, mode: event.mode },
        runs: branch.runs + 1,
        phase: event.phase,
        turn: turnAt(branch, event.phase),
        outcome: null,
        limit: null,
        endedIn: null,
        tries: 0,
      };
    case 'stopped':
      return {
        ...branch,
        phase: event.stop,
        stopped: {
          reason: event.reason,
          seq: event.seq,
          breakpoints: event.breakpoints ?? [],
          calls: event.calls ?? [],
          ...(event.text === undefined ? {} : { text: event.text }),
        },
        goal: null,
        passed: false,
        attempt: null,
        backoff: null,
      };
    case 'continued':
      return resume(branch, event);
    case 'limit-hit':
      return { ...branch, limit: limitOf(event) };
    case 'run-end':
      return {
        ...branch,
        phase: 'ended',
        endedIn: event.phase as Branch['phase'],
        outcome: event.outcome,
        limit: event.limit ?? null,
        run: null,
        goal: null,
        stopped: null,
        passed: false,
        backoff: null,
        calls: branch.calls.map((call) => ({ ...call, effect: null })),
      };
  }
}

function turnAt(branch: Branch, phase: EventOf<'run-start'>['phase']): number {
  if (branch.phase !== 'ended' || phase !== 'request') return branch.turn;
  return branch.endedIn === 'request' || branch.endedIn === 'sending' || branch.endedIn === 'backing-off'
    ? branch.turn
    : branch.turn + 1;
}

function limitOf({ limit, value, at, tool }: EventOf<'limit-hit'>): NonNullable<Branch['limit']> {
  return { limit, value, at, ...(tool === undefined ? {} : { tool }) };
}

function resume(branch: Branch, event: EventOf<'continued'>): Branch {
  if (event.command === 'pause') return { ...branch, goal: { kind: 'pause' } };
  return { ...branch, goal: goalOf(branch, event), stopped: null, passed: true };
}

function goalOf(branch: Branch, event: EventOf<'continued'>): Goal {
  if (event.command !== 'next') return { kind: 'continue' };
  if (event.granularity !== 'turn') return { kind: 'stop' };
  const { phase, turn } = branch;
  const stop = phase === 'response' || phase === 'tools' || phase === 'results' ? phase : 'request';
  return { kind: 'turn', stop, turn };
}
