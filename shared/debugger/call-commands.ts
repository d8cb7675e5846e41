import { isRecord } from '../messages/blocks.ts';
import { denial, ended, startCall } from '../loop/calls.ts';
import type { CallSettings, EventDraft } from '../session/events.ts';
import { isFinished, settingsOf } from '../session/reduce-call.ts';
import type { Branch, OpenCall, SessionState } from '../session/state.ts';
import type { Command, CommandResult } from './command-types.ts';

type SetCall = Extract<Command, { type: 'set-call' }>;

/** Changes a call that has no result yet: what is executed, where its result comes from, allow or deny. */
export function editCall(state: SessionState, branch: Branch, command: SetCall): CommandResult {
  const call = branch.calls.find((each) => each.id === command.call);
  if (!call) return { refusal: { code: 'no-such-call', detail: command.call } };
  if (call.state === 'running') return { refusal: { code: 'call-running', detail: call.name } };
  if (isFinished(call)) return { refusal: { code: 'call-finished', detail: call.name } };
  const change = changeOf(command);
  if ('input' in change && !isRecord(change.input)) return { refusal: { code: 'bad-value', detail: 'input' } };
  if (Object.keys(change).length === 0) return { events: [] };
  const set: EventDraft = {
    branch: branch.id,
    type: 'call-set',
    call: call.id,
    ...change,
    before: settingsOf(call, change),
  };
  return { events: [set, ...consequence(state, branch, call, change)] };
}

function changeOf(command: SetCall): CallSettings {
  const { input, source, injection, decision } = command;
  return {
    ...('input' in command ? { input } : {}),
    ...(source === undefined ? {} : { source }),
    ...(injection === undefined ? {} : { injection }),
    ...(decision === undefined ? {} : { decision }),
  };
}

/** A call that waits, or whose fate is unknown, acts on the decision at once; a queued one when it begins. */
function consequence(state: SessionState, branch: Branch, call: OpenCall, change: CallSettings): EventDraft[] {
  const waits = branch.phase === 'running' && (call.state === 'asks' || call.state === 'waiting');
  if (change.decision === 'deny' && (waits || call.state === 'in-doubt')) {
    return [ended(branch, call, denial(call), 'denied')];
  }
  const answersItself = change.source !== undefined || change.injection !== undefined;
  if (!waits || !(answersItself || (call.state === 'asks' && change.decision === 'allow'))) return [];
  const begun = startCall(state, branch, { ...call, ...change, injection: change.injection ?? call.injection });
  const stillWaits = begun.length === 1 && begun[0]?.type === 'tool-call-wait' && begun[0].why === call.state;
  return stillWaits ? [] : begun;
}

/** Types the result of a call that waits or rests, or changes one that is in but not yet appended. */
export function editResult(branch: Branch, command: Extract<Command, { type: 'edit-result' }>): CommandResult {
  const call = branch.calls.find((each) => each.id === command.call);
  if (!call) return { refusal: { code: 'no-such-call', detail: command.call } };
  if (call.state === 'running') return { refusal: { code: 'call-running', detail: call.name } };
  const { result } = command;
  if (call.result && isFinished(call)) {
    return { events: [{ branch: branch.id, type: 'result-edit', call: call.id, result, before: call.result }] };
  }
  return { events: [ended(branch, call, result, result.is_error ? 'error' : 'ok', 'typed')] };
}
