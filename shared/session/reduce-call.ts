import { toolResultsOf } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { CallId, CallSettings, EventOf } from './events.ts';
import { writtenInput } from './open-calls.ts';
import { branchOf, withBranch } from './reduce-support.ts';
import type {
  Branch,
  CallState,
  FinishedCall,
  MessageNode,
  OpenCall,
  SessionRecord,
  SessionState,
  Tables,
  UndoStep,
} from './state.ts';

type CallLevel =
  | EventOf<'call-set'>
  | EventOf<'tool-call-start'>
  | EventOf<'tool-call-wait'>
  | EventOf<'tool-call-end'>
  | EventOf<'tool-call-doubt'>
  | EventOf<'result-edit'>
  | EventOf<'late'>;
type OpenCallEvent = Exclude<CallLevel, EventOf<'late'>>;

const FINISHED: readonly OpenCall['state'][] = ['ok', 'error', 'denied', 'cut'];

/** A call that has its result. */
export function isFinished(call: OpenCall): boolean {
  return FINISHED.includes(call.state) && call.result !== null;
}

/**
 * Events of the calls between an answer and the results message.
 * Throws when an event names a call that is not open.
 */
export function reduceCall(state: SessionState, event: CallLevel): SessionRecord {
  if (event.type === 'late') {
    const { seq, branch, what, call, request, result } = event;
    state.tables.late.push({ seq, branch, what, ...defined({ call, request, result }) });
    return state.record;
  }
  const branch = branchOf(state, event);
  const before = branch.calls.find((call) => call.id === event.call);
  if (!before) throw new Error(`event ${event.seq}: call ${event.call} is not open`);
  const calls = branch.calls.map((call) => (call === before ? changed(state, call, event) : call));
  const next = settle({ ...branch, calls, ...undoAfter(branch, event) }, event);
  return withBranch(state.record, branch.id, () => next);
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function changed(state: SessionState, call: OpenCall, event: OpenCallEvent): OpenCall {
  switch (event.type) {
    case 'call-set':
      return setCall(state, call, event);
    case 'tool-call-start':
      return { ...call, state: 'running', effect: event.seq, startedAt: event.at, source: event.source };
    case 'tool-call-wait':
      // Whoever is asked for a result runs nothing: it is no run, and takes no time.
      return { ...call, state: event.why, startedAt: null };
    case 'tool-call-end': {
      const { result, state: ended, source, durationMs } = event;
      return { ...call, state: ended, result, source, durationMs, endedAt: event.at, effect: null };
    }
    case 'tool-call-doubt':
      // What was allowed before is asked again: nobody allowed it twice.
      return { ...call, state: 'in-doubt', effect: null, decision: 'ask' };
    case 'result-edit':
      return editResult(call, event);
  }
}

function setCall(state: SessionState, call: OpenCall, event: EventOf<'call-set'>): OpenCall {
  const { source, injection, decision } = event;
  const set = { ...call, ...defined({ source, injection, decision }) };
  if (!('input' in event)) return set;
  const inputEdited = canonicalJson(event.input) !== canonicalJson(writtenInput(state, call));
  return { ...set, input: event.input, inputEdited };
}

function editResult(call: OpenCall, { result, before }: EventOf<'result-edit'>): OpenCall {
  const first = call.original ?? before;
  const original = canonicalJson(first) === canonicalJson(result) ? null : first;
  return { ...call, result, original, state: stateWith(call.state, result.is_error) };
}

/** A denial stays one until a result that is no error takes its place. */
function stateWith(state: CallState, isError: boolean): CallState {
  if (!isError) return 'ok';
  return state === 'denied' ? 'denied' : 'error';
}

/** What undo can take back after this event: a changed draft, and no longer what was set before the call began. */
function undoAfter(branch: Branch, event: OpenCallEvent): Partial<Pick<Branch, 'undo' | 'redo'>> {
  switch (event.type) {
    case 'call-set':
      return stacks(branch, { label: 'call', call: event.call, before: event.before }, event.why);
    case 'result-edit':
      return stacks(branch, { label: 'result', call: event.call, before: event.before }, event.why);
    case 'tool-call-start':
    case 'tool-call-end': {
      const stays = (step: UndoStep): boolean => step.label !== 'call' || step.call !== event.call;
      return { undo: branch.undo.filter(stays), redo: branch.redo.filter(stays) };
    }
    default:
      return {};
  }
}

function stacks(branch: Branch, step: UndoStep, why: 'undo' | 'redo' | undefined): Pick<Branch, 'undo' | 'redo'> {
  if (why === 'undo') return { undo: branch.undo.slice(0, -1), redo: [...branch.redo, step] };
  if (why === 'redo') return { undo: [...branch.undo, step], redo: branch.redo.slice(0, -1) };
  return { undo: [...branch.undo, step], redo: [] };
}

/** The phase that the calls are in now: the last result ends `running`, also one typed while the branch rests. */
function settle(branch: Branch, event: OpenCallEvent): Branch {
  if (event.type === 'tool-call-start' || event.type === 'tool-call-wait') {
    return { ...branch, phase: 'running', passed: false, stopped: null };
  }
  if (event.type !== 'tool-call-end') return branch;
  const ran = countRun(branch, event);
  const atCalls = branch.phase === 'tools' || branch.phase === 'running';
  return atCalls && branch.calls.every(isFinished) ? { ...ran, phase: 'results', passed: false } : ran;
}

/** A tool ran when it was begun; a denial or a call the loop refused to run was not. */
function countRun(branch: Branch, event: EventOf<'tool-call-end'>): Branch {
  const call = branch.calls.find((open) => open.id === event.call);
  if (!call || call.startedAt === null) return branch;
  return { ...branch, counters: { ...branch.counters, toolRuns: branch.counters.toolRuns + 1 } };
}

/** The settings of a call that this change would overwrite. */
export function settingsOf(call: OpenCall, change: CallSettings): CallSettings {
  return {
    ...('input' in change ? { input: call.input } : {}),
    ...(change.source === undefined ? {} : { source: call.source }),
    ...(change.injection === undefined ? {} : { injection: call.injection }),
    ...(change.decision === undefined ? {} : { decision: call.decision }),
  };
}

/**
 * Moves the calls that this user message answers to the table of finished ones, and counts consecutive errors in
 * array order; a person's denials, and calls that never ran to their end, neither count nor reset (MACHINE §4).
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
    if (!isFinished(call) || call.state === 'denied' || call.state === 'cut') continue;
    toolErrorsInRow = call.result?.is_error ? toolErrorsInRow + 1 : 0;
  }
  return { ...branch, calls: [], counters: { ...branch.counters, toolErrorsInRow } };
}

function finished(branch: Branch, call: OpenCall, node: MessageNode): FinishedCall {
  const { id, block, toolUseId, name, input, inputEdited, source, startedAt, durationMs } = call;
  const sent = toolResultsOf(node).find((each) => each.tool_use_id === toolUseId);
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
    state: isFinished(call) ? (call.state as FinishedCall['state']) : 'cut',
    result: call.result ?? { content: sent?.content ?? '', is_error: sent?.is_error === true },
    resultEdited: call.original !== null,
    startedAt,
    endedAt: call.endedAt ?? node.at,
    durationMs,
    resultNode: node.id,
  };
}
