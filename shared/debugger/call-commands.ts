import { isRecord } from '../messages/blocks.ts';
import { denial, ended } from '../loop/calls.ts';
import type { EventDraft } from '../session/events.ts';
import { isFinished } from '../session/reduce-call.ts';
import type { Branch, OpenCall } from '../session/state.ts';
import type { Command, CommandResult } from './command-types.ts';

type SetCall = Extract<Command, { type: 'set-call' }>;
type Before = Extract<EventDraft, { type: 'call-set' }>['before'];

/** Changes a call that has no result yet: what is executed, where its result comes from, allow or deny. */
export function editCall(branch: Branch, command: SetCall): CommandResult {
  const call = branch.calls.find((each) => each.id === command.call);
  if (!call) return { refusal: { code: 'no-such-call', detail: command.call } };
  if (call.state === 'running') return { refusal: { code: 'call-running', detail: call.name } };
  if (isFinished(call)) return { refusal: { code: 'call-finished', detail: call.name } };
  if ('input' in command && !isRecord(command.input)) return { refusal: { code: 'bad-value', detail: 'input' } };
  const set: EventDraft = {
    branch: branch.id,
    type: 'call-set',
    call: call.id,
    before: before(call, command),
    ...changes(command),
  };
  return { events: [set, ...consequence(branch, call, command)] };
}

function changes(command: SetCall): Omit<SetCall, 'type' | 'call'> {
  const { type: _type, call: _call, ...rest } = command;
  return Object.fromEntries(
    Object.entries(rest).filter(([key]) => ['input', 'source', 'injection', 'decision'].includes(key)),
  );
}

function before(call: OpenCall, command: SetCall): Before {
  return {
    ...('input' in command ? { input: call.input } : {}),
    ...(command.source === undefined ? {} : { source: call.source }),
    ...(command.injection === undefined ? {} : { injection: call.injection }),
    ...(command.decision === undefined ? {} : { decision: call.decision }),
  };
}

/** A call that waits, or whose fate is unknown, acts on the decision at once; a queued one when it begins. */
function consequence(branch: Branch, call: OpenCall, command: SetCall): EventDraft[] {
  const waits = call.state === 'asks' || call.state === 'waiting';
  if (command.decision === 'deny' && (waits || call.state === 'in-doubt')) {
    return [ended(branch, call, denial(call), 'denied')];
  }
  const source = command.source ?? call.source;
  const allowed = call.state === 'asks' && command.decision === 'allow';
  const answersItself = call.state === 'waiting' && (command.source !== undefined || command.injection !== undefined);
  if (!allowed && !(answersItself && source !== 'typed')) return [];
  const input = 'input' in command ? command.input : call.input;
  return [{ branch: branch.id, type: 'tool-call-start', call: call.id, name: call.name, input, source }];
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
