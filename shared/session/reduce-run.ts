import type { EventOf } from './events.ts';
import { countHits } from './reduce-session.ts';
import { withBranch } from './reduce-support.ts';
import type { Branch, Goal, OpenCall, PhaseName, SessionRecord, SessionState } from './state.ts';
import { nodeById } from './tree.ts';

type RunLevel =
  | EventOf<'run-start'>
  | EventOf<'stopped'>
  | EventOf<'continued'>
  | EventOf<'limit-hit'>
  | EventOf<'run-end'>;

/** Events of a run: begin, stop, go on, end. */
export function reduceRun(state: SessionState, event: RunLevel): SessionRecord {
  const record = withBranch(state.record, event.branch, (branch) => next(state, branch, event));
  if (event.type !== 'stopped') return record;
  return { ...record, hits: countHits(record.hits, event.hits ?? []) };
}

function next(state: SessionState, branch: Branch, event: RunLevel): Branch {
  switch (event.type) {
    case 'run-start':
      return {
        ...branch,
        run: { id: `r${event.seq}`, mode: event.mode },
        runs: branch.runs + 1,
        phase: event.phase,
        turn: turnAt(state, branch, event.phase),
        outcome: null,
        limit: null,
        endedIn: null,
        tries: 0,
      };
    case 'stopped':
      return stop(state, branch, event);
    case 'continued':
      return resume(branch, event);
    case 'limit-hit':
      return { ...branch, limit: limitOf(event) };
    case 'run-end':
      return end(state, branch, event);
  }
}

function stop(state: SessionState, branch: Branch, event: EventOf<'stopped'>): Branch {
  const { reason, seq, stop: phase, breakpoints = [], calls = [], text } = event;
  return {
    ...branch,
    phase,
    turn: turnAt(state, branch, phase),
    stopped: { reason, seq, breakpoints, calls, ...(text === undefined ? {} : { text }) },
    goal: null,
    passed: false,
    attempt: null,
    backoff: null,
    calls: phase === 'tools' ? branch.calls.map((call) => asksAgain(call) ?? call) : branch.calls,
  };
}

/** Whoever was asked for a result is asked anew when the branch goes on; nothing ran yet. */
function asksAgain(call: OpenCall): OpenCall | null {
  return call.state === 'asks' || call.state === 'waiting' ? { ...call, state: 'queued', effect: null } : null;
}

function end(state: SessionState, branch: Branch, event: EventOf<'run-end'>): Branch {
  return {
    ...branch,
    phase: 'ended',
    turn: turnAt(state, branch, event.phase),
    endedIn: event.phase,
    outcome: event.outcome,
    limit: event.limit ?? null,
    run: null,
    goal: null,
    stopped: null,
    passed: false,
    attempt: null,
    backoff: null,
    calls: branch.calls.map((call) => asksAgain(call) ?? (call.state === 'running' ? cutCall(call) : call)),
  };
}

/** A call that was given up while it ran: it may have done part of its work. */
function cutCall(call: OpenCall): OpenCall {
  return { ...call, state: 'cut', effect: null };
}

/** At `request` a branch works on the turn behind its newest answer, wherever it came from. */
function turnAt(state: SessionState, branch: Branch, phase: PhaseName): number {
  return phase === 'request' ? (nodeById(state, branch.head)?.turn ?? 0) + 1 : branch.turn;
}

function limitOf({ limit, value, reached = value, tool }: EventOf<'limit-hit'>): NonNullable<Branch['limit']> {
  return { limit, value, at: reached, ...(tool === undefined ? {} : { tool }) };
}

function resume(branch: Branch, event: EventOf<'continued'>): Branch {
  if (event.command === 'pause') return { ...branch, goal: { kind: 'pause' } };
  // Only where the branch stood at a stop is that stop passed; a run that begins at an end meets its first one.
  return { ...branch, goal: goalOf(branch, event), stopped: null, passed: branch.stopped !== null };
}

function goalOf(branch: Branch, event: EventOf<'continued'>): Goal {
  if (event.command !== 'next') return { kind: 'continue' };
  if (event.granularity !== 'turn') return { kind: 'stop' };
  const { phase, turn } = branch;
  const stop = phase === 'response' || phase === 'tools' || phase === 'results' ? phase : 'request';
  return { kind: 'turn', stop, turn };
}
