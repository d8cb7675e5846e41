import type { EventDraft, StopName } from '../session/events.ts';
import { isFinished } from '../session/reduce-call.ts';
import { resultBlock } from '../session/sendable.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { startCalls, unfinished } from './calls.ts';
import { limitAtRequest, limitAtTools } from './check-limits.ts';
import type { LimitHit } from './check-limits.ts';
import type { Gate } from './inputs.ts';
import { leaveResponse } from './leave-response.ts';
import { requestStart } from './request-start.ts';
import { outcome } from './stop-reason.ts';

/**
 * One microstep of a branch: the events that follow by themselves from where it stands, or none when it rests,
 * waits for the outside, or has ended. Pure. Repeating it until it returns nothing brings the branch to its next
 * stop; commands and facts are handled elsewhere and only change where the branch stands.
 */
export function proceed(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  if (branch.deleted || branch.goal === null || branch.stopped !== null) return [];
  switch (branch.phase) {
    case 'request':
      return atRequest(state, branch, gate);
    case 'response':
      return atResponse(state, branch, gate);
    case 'tools':
      return branch.passed ? startOrGather(state, branch, gate) : enterTools(state, branch, gate);
    case 'running':
      return whileRunning(state, branch);
    case 'results':
      return atResults(state, branch, gate);
    case 'sending':
    case 'backing-off':
    case 'ended':
      return [];
  }
}

/** Asks the gate at a stop that was not passed yet. `null`: go on; log points go along with what follows. */
function ask(
  state: SessionState,
  branch: Branch,
  gate: Gate,
  stop: StopName,
): { halt: EventDraft[] } | { before: EventDraft[] } {
  if (branch.passed) return { before: [] };
  const events = gate(state, branch, stop);
  return events.some((event) => event.type === 'stopped') ? { halt: events } : { before: events };
}

function limitEvents(branch: Branch, hit: LimitHit, phase: StopName): EventDraft[] {
  const { limit, value, at, tool, reason } = hit;
  const where = tool === undefined ? {} : { tool };
  return [
    { branch: branch.id, type: 'limit-hit', limit, value, reached: at, ...where },
    { branch: branch.id, type: 'run-end', outcome: outcome(reason), limit: { limit, value, at, ...where }, phase },
  ];
}

function atRequest(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  const hit = branch.tries === 0 ? limitAtRequest(state, branch) : null;
  if (hit) return limitEvents(branch, hit, 'request');
  const asked = ask(state, branch, gate, 'request');
  return 'halt' in asked ? asked.halt : [...asked.before, requestStart(state, branch)];
}

function atResponse(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  const asked = ask(state, branch, gate, 'response');
  if ('halt' in asked) return asked.halt;
  const next = leaveResponse(state, branch);
  if (next === 'tools') return [...asked.before, ...enterTools(state, branch, gate)];
  if (next !== 'send-again') return [...asked.before, ...next];
  const again: Branch = { ...branch, phase: 'request', passed: false, turn: branch.turn + 1 };
  return [...asked.before, ...atRequest(state, again, gate)];
}

function enterTools(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  const hit = limitAtTools(state, branch);
  if (hit) return limitEvents(branch, hit, 'tools');
  const asked = ask(state, { ...branch, phase: 'tools', passed: false }, gate, 'tools');
  return 'halt' in asked ? asked.halt : [...asked.before, ...startOrGather(state, branch, gate)];
}

/** Starts what has no result; with all results in, the next stop is `results`. */
function startOrGather(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  if (unfinished(branch).length > 0) return startCalls(state, branch);
  return atResults(state, { ...branch, phase: 'results', passed: false }, gate);
}

/** On the way to a pause nothing new begins: held calls leave the branch at `tools`, else it comes to `results`. */
function whileRunning(state: SessionState, branch: Branch): EventDraft[] {
  if (branch.goal?.kind !== 'pause') return startCalls(state, branch);
  const busy = branch.calls.some(
    (call) => call.state === 'running' || call.state === 'asks' || call.state === 'waiting',
  );
  if (busy || unfinished(branch).length === 0) return [];
  return [{ branch: branch.id, type: 'stopped', reason: 'pause', stop: 'tools' }];
}

function atResults(state: SessionState, branch: Branch, gate: Gate): EventDraft[] {
  const asked = ask(state, branch, gate, 'results');
  return 'halt' in asked ? asked.halt : [...asked.before, appendResults(branch)];
}

/** All results of one answer in ONE user message, in the order of the calls, and nothing before them. */
export function appendResults(branch: Branch): EventDraft {
  const calls = branch.calls.filter(isFinished);
  return {
    branch: branch.id,
    type: 'message-append',
    role: 'user',
    content: calls.map((call) => resultBlock(call.toolUseId, call.result ?? { content: '', is_error: false })),
    origin: 'results',
    calls: calls.map((call) => call.id),
  };
}
