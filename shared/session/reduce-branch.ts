import { wayOn } from './after-end.ts';
import { copiedCalls } from './copied-calls.ts';
import { addCounters, countersAt } from './counters.ts';
import type { EventOf } from './events.ts';
import { branchOf, pushConfig, stopAt, withBranch, zeroCounters } from './reduce-support.ts';
import { placeStep, remember, restAt } from './rest-at.ts';
import type { Branch, PlaceStep, SessionRecord, SessionState } from './state.ts';
import { nodeById } from './tree.ts';

type BranchLevel = EventOf<'config-set'> | EventOf<'branch-create'> | EventOf<'branch-change'> | EventOf<'head-move'>;

/** Events that make a branch, or move it without a new message. */
export function reduceBranch(state: SessionState, event: BranchLevel): SessionRecord {
  switch (event.type) {
    case 'config-set':
      return setConfig(state, event);
    case 'branch-create':
      return createBranch(state, event);
    case 'branch-change':
      return withBranch(state.record, event.branch, (branch) => ({
        ...branch,
        name: event.name ?? branch.name,
        deleted: event.deleted ?? branch.deleted,
      }));
    case 'head-move':
      return moveHead(state, event);
  }
}

/**
 * Settings for the next request. An end stays an end, except one that only an edit can undo and whose question can be
 * asked again as it stands: the new settings are that edit.
 */
function setConfig(state: SessionState, event: EventOf<'config-set'>): SessionRecord {
  const id = `c${event.seq}`;
  pushConfig(state.tables, { ...event.config, id, seq: event.seq, branch: event.branch });
  return withBranch(state.record, event.branch, (branch) => {
    const set = { ...branch, config: id, ...(event.joins ? {} : remember(branch, 'config')) };
    const head = nodeById(state, branch.head);
    if (branch.phase !== 'ended' || stopAt(head) !== 'request') return set;
    return wayOn(branch, state.record.limits) === 'edit' ? restAt(state, set, head, 'request', event.seq) : set;
  });
}

function createBranch(state: SessionState, event: EventOf<'branch-create'>): SessionRecord {
  const source = branchOf(state, event);
  const head = nodeById(state, event.head);
  const blank: Branch = {
    ...source,
    id: `b${event.seq}`,
    name: event.name,
    deleted: false,
    from: { branch: event.from, head: event.head, why: event.why },
    config: event.config,
    scriptCursor: event.scriptCursor,
    edited: false,
    stopped: { reason: event.why === 'restart' ? 'entry' : 'fork', seq: event.seq, breakpoints: [], calls: [] },
    goal: null,
    run: null,
    runs: 0,
    counters: event.resetCounters ? zeroCounters(0) : countersAt(state, event.head),
    attempt: null,
    backoff: null,
    sentHead: null,
    calls: event.copyCalls ? copiedCalls(state, source, head, event.stop) : [],
    movingSince: null,
    undo: [],
    redo: [],
  };
  const branches = [...state.record.branches, restAt(state, blank, head, event.stop, event.seq)];
  // A restarted run meets the first call of a tool for the first time.
  return { ...state.record, branches, hits: event.why === 'restart' ? [] : state.record.hits };
}

function moveHead(state: SessionState, event: EventOf<'head-move'>): SessionRecord {
  const to = nodeById(state, event.to);
  return withBranch(state.record, event.branch, (branch) => {
    if (event.why === 'ask-again') {
      const counters = { ...branch.counters, autoContinues: branch.counters.autoContinues + 1 };
      const moved = restAt(state, branch, to, 'request', event.seq);
      return { ...moved, stopped: null, counters, nextPatch: event.patch ?? null };
    }
    return takeStep(state, branch, event, event.why);
  });
}

/** Undo and redo: the branch stands again as it stood, with the calls and settings of that place. */
function takeStep(state: SessionState, branch: Branch, event: EventOf<'head-move'>, why: 'undo' | 'redo'): Branch {
  const [from, onto] = why === 'undo' ? (['undo', 'redo'] as const) : (['redo', 'undo'] as const);
  const step = branch[from].at(-1);
  if (!step || step.label === 'call' || step.label === 'result') {
    throw new Error(`event ${event.seq}: there is nothing to ${why}`);
  }
  const back = placeStep(branch, step.label);
  const stacks = { [from]: branch[from].slice(0, -1), [onto]: [...branch[onto], back] };
  const moved = { ...branch, ...stacks, config: step.config, edited: step.edited };
  if (step.label === 'config' && event.to === branch.head && branch.phase === 'ended') return moved;
  const placed = restAt(state, { ...moved, calls: step.calls }, nodeById(state, event.to), event.stop, event.seq);
  return step.label === 'say' ? { ...placed, counters: countersAfter(branch, step, why) } : placed;
}

/** `say` begins the counters anew, so its undo takes the old ones up again, with what was spent in between. */
function countersAfter(branch: Branch, step: PlaceStep, why: 'undo' | 'redo'): Branch['counters'] {
  return why === 'undo' ? addCounters(step.counters, branch.counters) : step.counters;
}
