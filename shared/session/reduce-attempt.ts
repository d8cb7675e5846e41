import { addAttempt, isPause } from './counters.ts';
import type { EventOf } from './events.ts';
import { branchOf, pushAttempt, withBranch } from './reduce-support.ts';
import type { Attempt, Branch, OpenAttempt, SessionRecord, SessionState } from './state.ts';

type AttemptLevel =
  | EventOf<'request-start'>
  | EventOf<'response-head'>
  | EventOf<'response-chunk'>
  | EventOf<'response-end'>
  | EventOf<'request-error'>
  | EventOf<'retry-wait'>;

/**
 * Events of one try at one request.
 * Throws when an event is about a try that is not under way.
 */
export function reduceAttempt(state: SessionState, event: AttemptLevel): SessionRecord {
  const branch = branchOf(state, event);
  const next = event.type === 'request-start' ? start(branch, event) : during(state, branch, event);
  return withBranch(state.record, branch.id, () => next);
}

function start(branch: Branch, event: EventOf<'request-start'>): Branch {
  const attempt: OpenAttempt = {
    id: `q${event.seq}`,
    effect: event.seq,
    config: event.config,
    messages: event.messages,
    ...(event.base === undefined ? {} : { base: event.base }),
    ...(event.patch ? { patch: event.patch } : {}),
    bodyHash: event.bodyHash,
    try: event.try,
    turn: event.turn,
    startedAt: event.at,
    headAt: null,
    requestId: null,
    scriptCursor: event.scriptCursor,
    nextCursor: null,
    heardAt: event.at,
    frames: [],
    ...(event.madeUp ? { madeUp: event.madeUp } : {}),
  };
  return {
    ...branch,
    phase: 'sending',
    passed: false,
    stopped: null,
    attempt,
    backoff: null,
    sentHead: branch.head,
    turn: event.turn,
    calls: [],
    counters: { ...branch.counters, requests: branch.counters.requests + 1 },
  };
}

function during(state: SessionState, branch: Branch, event: Exclude<AttemptLevel, EventOf<'request-start'>>): Branch {
  if (event.type === 'retry-wait') {
    const { request, try: attempt, of, ms, until } = event;
    return { ...branch, phase: 'backing-off', backoff: { request, try: attempt, of, ms, until, effect: event.seq } };
  }
  const open = branch.attempt;
  if (open?.id !== event.request) throw new Error(`event ${event.seq}: request ${event.request} is not open`);
  switch (event.type) {
    case 'response-head':
      return { ...branch, attempt: withHead(open, event) };
    case 'response-chunk':
      return { ...branch, attempt: { ...open, heardAt: event.at, frames: [...open.frames, ...event.frames] } };
    case 'response-end':
      return finish(state, branch, open, event);
    case 'request-error':
      return fail(state, branch, open, event);
  }
}

function withHead(open: OpenAttempt, { at, requestId, nextCursor }: EventOf<'response-head'>): OpenAttempt {
  return { ...open, headAt: at, heardAt: at, requestId, nextCursor: nextCursor ?? null };
}

function closed(
  branch: Branch,
  open: OpenAttempt,
  event: EventOf<'response-end'> | EventOf<'request-error'>,
): Omit<Attempt, 'outcome' | 'message' | 'error'> {
  return {
    id: open.id,
    seq: open.effect,
    endSeq: event.seq,
    branch: branch.id,
    config: open.config,
    messages: open.messages,
    ...(open.base === undefined ? {} : { base: open.base }),
    ...(open.patch ? { patch: open.patch } : {}),
    bodyHash: open.bodyHash,
    try: open.try,
    turn: open.turn,
    head: branch.head,
    startedAt: open.startedAt,
    headAt: open.headAt,
    endedAt: event.at,
    requestId: open.requestId,
    rawInput: event.rawInput ?? [],
    scriptCursor: [open.scriptCursor, event.scriptCursor],
    ...(open.madeUp ? { madeUp: open.madeUp } : {}),
  };
}

function finish(state: SessionState, branch: Branch, open: OpenAttempt, event: EventOf<'response-end'>): Branch {
  pushAttempt(state.tables, {
    ...closed(branch, open, event),
    outcome: event.outcome,
    message: event.message,
    error: null,
  });
  const counters = addAttempt(branch.counters, event.message);
  const paused = isPause(event.message.stop_reason);
  return {
    ...branch,
    phase: 'response',
    passed: false,
    attempt: null,
    lastAttempt: open.id,
    tries: 0,
    nextPatch: null,
    scriptCursor: event.scriptCursor,
    turn: open.turn,
    counters: { ...counters, turns: counters.turns + 1, pausesInRow: paused ? counters.pausesInRow + 1 : 0 },
  };
}

function fail(state: SessionState, branch: Branch, open: OpenAttempt, event: EventOf<'request-error'>): Branch {
  const message = event.partial ?? null;
  pushAttempt(state.tables, { ...closed(branch, open, event), outcome: event.outcome, message, error: event.error });
  return {
    ...branch,
    phase: 'request',
    passed: false,
    attempt: null,
    lastAttempt: open.id,
    tries: branch.tries + (event.outcome === 'interrupted' ? 0 : 1),
    scriptCursor: event.scriptCursor,
    counters: addAttempt(branch.counters, message),
  };
}
