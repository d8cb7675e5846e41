import { isRecord } from '../messages/blocks.ts';
import { callKey } from '../messages/canonical-json.ts';
import type { ToolDefinition } from '../messages/types.ts';
import type { CallResult, EventDraft } from '../session/events.ts';
import { callsAreWhole } from '../session/open-calls.ts';
import { isFinished } from '../session/reduce-call.ts';
import type { Branch, FinishedCall, OpenCall, SessionState } from '../session/state.ts';
import { configById, nodeById } from '../session/tree.ts';
import type { Moment } from './inputs.ts';

/** Anthropic-defined client tools that share a process or files: their calls run one after another. */
const SERIAL_TYPES = ['bash_', 'text_editor_', 'memory_', 'computer_', 'browser_'];

function definitionOf(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  return tools.find((tool) => tool.name === name);
}

/** Tools whose calls must not overlap (MACHINE §5). */
export function isSerial(tools: readonly ToolDefinition[], name: string): boolean {
  const type = definitionOf(tools, name)?.type ?? '';
  return SERIAL_TYPES.some((prefix) => type.startsWith(prefix));
}

function toolsOf(state: SessionState, branch: Branch): ToolDefinition[] {
  const { tools } = configById(state, branch.config).body;
  return Array.isArray(tools) ? tools.filter(isRecord) : [];
}

/**
 * The answer to a call that is never run: its input did not parse, or nobody offered such a tool. Says what is
 * wrong and what to do, so that the model can correct itself.
 */
export function refusalOf(state: SessionState, branch: Branch, call: OpenCall): CallResult | null {
  if (!callsAreWhole(nodeById(state, call.node))) {
    return failure(`The answer was cut before this call of ${call.name} was complete, so it was not run.`);
  }
  if (call.rawInput !== undefined && !call.inputEdited) {
    const shown = call.rawInput.length > 500 ? `${call.rawInput.slice(0, 500)}…` : call.rawInput;
    return failure(
      `The input of ${call.name} is not valid JSON, so it was not run. Send the call again with a complete JSON object. Received: ${shown}`,
    );
  }
  const tools = toolsOf(state, branch);
  if (definitionOf(tools, call.name) || tools.some((tool) => tool.type?.includes('toolset'))) return null;
  const names = tools.flatMap((tool) => tool.name ?? []);
  const offered = names.length > 0 ? `The tools on offer are: ${names.join(', ')}.` : 'No tools are on offer.';
  return failure(`There is no tool named ${call.name}. ${offered}`);
}

function failure(content: string): CallResult {
  return { content, is_error: true };
}

/**
 * The result that the log holds for a call: its own from another branch, else the newest of the same tool with the
 * same input. Null when there is none.
 */
export function recordedResult(state: SessionState, call: OpenCall): { result: CallResult } | null {
  const key = callKey(call.name, call.input);
  const isSame = (old: FinishedCall | OpenCall | undefined): boolean =>
    old?.name === call.name && callKey(old.name, old.input) === key;
  const own = ownRecords(state, call).find(isSame);
  if (own?.result) return { result: own.result };
  const { calls } = state.tables;
  for (let index = state.record.lengths.calls - 1; index >= 0; index--) {
    const old = calls[index];
    if (old && old.state !== 'cut' && old.state !== 'denied' && isSame(old)) return old;
  }
  return null;
}

/** Results of the very same call, newest first: those of other branches that are in, then those that were appended. */
function ownRecords(state: SessionState, call: OpenCall): (OpenCall | FinishedCall)[] {
  const open = state.record.branches
    .flatMap((branch) => branch.calls)
    .filter((other) => other.id === call.id && isFinished(other));
  const finished = state.tables.calls.slice(0, state.record.lengths.calls).filter((other) => other.id === call.id);
  return [...open, ...finished.reverse()].filter((other) => other.state === 'ok' || other.state === 'error');
}

/** Calls that still need a result. */
export function unfinished(branch: Branch): OpenCall[] {
  return branch.calls.filter((call) => !isFinished(call));
}

/**
 * Events that begin every call that may begin now: those without a result, in array order, serial ones one at a
 * time. Calls that are never run get their error result at once.
 */
export function startCalls(state: SessionState, branch: Branch): EventDraft[] {
  const tools = toolsOf(state, branch);
  let serialBusy = branch.calls.some((call) => isBusy(call) && isSerial(tools, call.name));
  const events: EventDraft[] = [];
  for (const call of branch.calls) {
    if (isFinished(call) || isBusy(call)) continue;
    const serial = isSerial(tools, call.name);
    if (serial && serialBusy) continue;
    const begun = startCall(state, branch, call);
    events.push(...begun);
    serialBusy ||= serial && !begun.some((event) => event.type === 'tool-call-end');
  }
  return events;
}

function isBusy(call: OpenCall): boolean {
  return call.state === 'running' || call.state === 'asks' || call.state === 'waiting';
}

/** Events that begin one call, or give it at once the result that it has without running. */
export function startCall(state: SessionState, branch: Branch, call: OpenCall): EventDraft[] {
  const refused = refusalOf(state, branch, call);
  if (refused) return [ended(branch, call, refused, 'error')];
  if (call.decision === 'deny') return [ended(branch, call, denial(call), 'denied')];
  const start: EventDraft = {
    branch: branch.id,
    type: 'tool-call-start',
    call: call.id,
    name: call.name,
    input: call.input,
    source: call.source,
  };
  if (call.injection?.kind === 'error') {
    return [{ ...start, source: 'injected' }, ended(branch, call, failure(call.injection.text), 'error', 'injected')];
  }
  if (call.source === 'recorded') {
    const old = recordedResult(state, call);
    if (old) return [start, ended(branch, call, old.result, old.result.is_error ? 'error' : 'ok', 'recorded')];
  }
  if (call.source === 'typed' || call.source === 'recorded') {
    return [{ branch: branch.id, type: 'tool-call-wait', call: call.id, why: 'waiting' }];
  }
  const asks = (call.source === 'live' || call.source === 'javascript') && call.decision !== 'allow';
  if (asks) return [{ branch: branch.id, type: 'tool-call-wait', call: call.id, why: 'asks' }];
  return [start];
}

/** The result of a call that ran, or was given up while it ran; its time counts from its start. */
export function endCall(branch: Branch, call: OpenCall, result: CallResult, moment: Moment): EventDraft {
  const duration = moment.at - (call.startedAt ?? moment.at);
  const source = call.injection ? 'injected' : call.source;
  return ended(branch, call, result, result.is_error ? 'error' : 'ok', source, duration);
}

/** What the model is told when a person says no. */
export function denial(call: OpenCall): CallResult {
  return failure(`The person denied this call of ${call.name}. Do not repeat it; ask, or find another way.`);
}

/** The event that gives a call its result. `durationMs` is 0 for what was decided at once. */
export function ended(
  branch: Branch,
  call: OpenCall,
  result: CallResult,
  state: 'ok' | 'error' | 'denied' | 'cut',
  source = call.source,
  durationMs = 0,
): EventDraft {
  return { branch: branch.id, type: 'tool-call-end', call: call.id, result, state, source, durationMs };
}
