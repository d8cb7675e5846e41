import { requestStart } from '../loop/request-start.ts';
import type { BranchId, EventDraft, RunMode } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { configById, nodeById } from '../session/tree.ts';
import type { WhatIf } from '../session/what-if-types.ts';
import { branchCreate, freeName } from './branch-commands.ts';
import type { Command, CommandResult } from './command-types.ts';
import { type GivenAnswer, givenAnswer, madeUpMessage, needsCall } from './what-if-answer.ts';
import { madeUpFacts } from './what-if-facts.ts';

/**
 * A new branch on which another answer came than the one given: its request begins as it did, nothing is sent, and
 * the made-up answer or fault comes in as facts, the way a real one does. So everything behind it (stop reasons,
 * retries, limits, breakpoints) is decided by the machine itself. The original branch is not touched.
 * The new one goes to its next stop: `response` when an answer came; after a fault the retries go out in earnest.
 */
export function whatIf(
  state: SessionState,
  branch: Branch,
  command: Extract<Command, { type: 'what-if' }>,
  mode: RunMode,
): CommandResult {
  const { what } = command;
  const given = givenAnswer(state, command.answer);
  if (!given) return { refusal: { code: 'no-such-node', detail: command.answer } };
  const { body } = configById(state, given.config);
  const made = madeUpMessage(given, what, body.stop_sequences);
  if (!made && what.kind === 'fault' && needsCall(what.fault)) return { refusal: { code: 'no-call-to-cut' } };
  const events = beginning(state, branch, given, what, mode);
  const target = { branch: newBranch(state), request: `q${state.record.seq + events.length}` };
  return { events, facts: madeUpFacts(target, what, made, nextCursor(given, what), body.model) };
}

const newBranch = (state: SessionState): BranchId => `b${state.record.seq + 1}`;

/** The branch as it stood before the request, and the request's start. */
function beginning(
  state: SessionState,
  branch: Branch,
  { id, head, config, patch, scriptCursor: [cursor] }: GivenAnswer,
  what: WhatIf,
  mode: RunMode,
): EventDraft[] {
  const name = freeName(state, `what if ${nameOf(what)}`);
  const create = branchCreate(state, branch, { head, stop: 'request', why: 'what-if', name, config });
  const made = { branch: newBranch(state) };
  const turn = (nodeById(state, head)?.turn ?? 0) + 1;
  const asIt = { ...branch, id: made.branch, head, config, nextPatch: patch, sentHead: null, tries: 0 };
  const start = requestStart(state, { ...asIt, turn, scriptCursor: cursor });
  return [
    { ...create, scriptCursor: cursor },
    // What differed in the given request must hold for its retries, too.
    ...(patch
      ? [{ ...made, type: 'head-move' as const, to: head, stop: 'request' as const, why: 'ask-again' as const, patch }]
      : []),
    { ...made, type: 'run-start', mode, phase: 'request' },
    { ...made, type: 'continued', command: 'next', granularity: 'stop' },
    { ...start, madeUp: { of: id, what } },
  ];
}

function nameOf(what: WhatIf): string {
  return what.kind === 'fault' ? what.fault : (what.stop_reason ?? 'null');
}

/**
 * Where a script goes on behind the made-up answer. One that stays on the path stands for the scripted one; behind a
 * fault, a refusal or a cut call the scripted answer is still to come.
 */
function nextCursor({ scriptCursor: [before, after], message }: GivenAnswer, what: WhatIf): number {
  if (what.kind === 'fault') return what.fault === 'invalid_input' ? after : before;
  const asksAgain = what.stop_reason === 'max_tokens' && message.content.some((block) => block.type === 'tool_use');
  return what.stop_reason === 'refusal' || asksAgain ? before : after;
}
