import type { CallId, EventOf } from './events.ts';
import { branchOf, withBranch } from './reduce-support.ts';
import type { Branch, FinishedCall, MessageNode, OpenCall, SessionRecord, SessionState, Tables } from './state.ts';

type CallLevel =
  | EventOf<'call-set'>
  | EventOf<'tool-call-start'>
  | EventOf<'tool-call-wait'>
  | EventOf<'tool-call-end'>
  | EventOf<'tool-call-doubt'>
  | EventOf<'result-edit'>
  | EventOf<'late'>;

const FINISHED: readonly OpenCall['state'][] = ['ok', 'error', 'denied', 'cut'];

/** A call that has its result. */
export function isFinished(call: OpenCall): boolean {
  return FINISHED.includes(call.state) && call.result !== null;
}

/** Events of the calls between an answer and the results message. */
export function reduceCall(state: SessionState, event: CallLevel): SessionRecord {
  if (event.type === 'late') {
    const { seq, branch, what, call, request, result } = event;
    state.tables.late.push({ seq, branch, what, ...defined({ call, request, result }) });
    return state.record;
  }
  const branch = branchOf(state, event);
  const next = settle({ ...branch, calls: changeCall(branch, event) }, event);
  return withBranch(state.record, branch.id, () => next);
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function changeCall(branch: Branch, event: Exclude<CallLevel, EventOf<'late'>>): OpenCall[] {
  const at = branch.calls.findIndex((call) => call.id === event.call);
  const call = branch.calls[at];
  if (!call) throw new Error(`event ${event.seq}: call ${event.call} is not open`);
  const calls = branch.calls.slice();
  calls[at] = changed(call, event);
  return calls;
}

function changed(call: OpenCall, event: Exclude<CallLevel, EventOf<'late'>>): OpenCall {
  switch (event.type) {
    case 'call-set':
      return {
        ...call,
        ...defined({ source: event.source, injection: event.injection, decision: event.decision }),
        ...('input' in event ? { input: event.input, inputEdited: true } : {}),
      };
    case 'tool-call-start':
      return { ...call, state: 'running', effect: event.seq, startedAt: event.at, source: event.source };
    case 'tool-call-wait':
      return { ...call, state: event.why };
    case 'tool-call-end': {
      const { result, state, source, durationMs } = event;
      return { ...call, state, result, source, durationMs, endedAt: event.at, effect: null };
    }
    case 'tool-call-doubt':
      return { ...call, state: 'in-doubt', effect: null };
    case 'result-edit':
      return { ...call, result: event.result, original: call.original ?? event.before };
  }
}

/** The phase that the calls are in now: the last result ends `running`, also one typed while the branch rests. */
function settle(branch: Branch, event: CallLevel): Branch {
  if (event.type === 'tool-call-start' || event.type === 'tool-call-wait') {
    return { ...branch, phase: 'running', passed: false, stopped: null };
  }
  if (event.type !== 'tool-call-end') return branch;
  const ran = countRun(branch, event);
  const ready = branch.phase !== 'ended' && branch.calls.every(isFinished);
  return ready ? { ...ran, phase: 'results', passed: false } : ran;
}

/** A tool ran when its result came from somewhere; a denial or a call the loop refused to run did not. */
function countRun(branch: Branch, event: EventOf<'tool-call-end'>): Branch {
  const call = branch.calls.find((open) => open.id === event.call);
  if (!call || call.startedAt === null) return branch;
  return { ...branch, counters: { ...branch.counters, toolRuns: branch.counters.toolRuns + 1 } };
}

/**
 * Moves the calls that this user message answers to the table of finished ones, and counts consecutive errors
 * in array order; a person's denials neither count nor reset (MACHINE §4).
 */
export function finishCalls(
  tables: Tables,
  branch: Branch,
  node: MessageNode,
  event: EventOf<'message-append'>,
): Branch {
  const answered = new Set<CallId>(event.calls ?? []);
  let { toolErrorsInRow } = branch.counters;
  for (const call of branch.calls) {
    if (!answered.has(call.id)) continue;
    tables.calls.push(finished(branch, call, node));
    if (call.state === 'denied' || call.state === 'cut') continue;
    toolErrorsInRow = call.result?.is_error ? toolErrorsInRow + 1 : 0;
  }
  return { ...branch, calls: [], counters: { ...branch.counters, toolErrorsInRow } };
}

function finished(branch: Branch, call: OpenCall, node: MessageNode): FinishedCall {
  const { id, block, toolUseId, name, input, inputEdited, source, startedAt, durationMs } = call;
  const done = isFinished(call) ? (call.state as FinishedCall['state']) : 'cut';
  return {
    id,
    branch: branch.id,
    node: call.node,
    block,
    toolUseId,
    name,
    input,
    inputEdited,
    source,
    state: done,
    result: call.result ?? { content: '', is_error: true },
    resultEdited: call.original !== null,
    startedAt,
    endedAt: call.endedAt ?? node.at,
    durationMs,
    resultNode: node.id,
  };
}
