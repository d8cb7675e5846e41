import { isFinished, settingsOf } from '../session/reduce-call.ts';
import type { Branch } from '../session/state.ts';
import type { CommandResult } from './command-types.ts';

/**
 * Undo and redo move the head, the settings or a draft back and forth; nothing is thrown away, and there is no second
 * history. A draft whose call has begun or is gone can no longer be taken back.
 */
export function moveInHistory(branch: Branch, why: 'undo' | 'redo'): CommandResult {
  const step = branch[why].at(-1);
  if (!step) return { refusal: { code: why === 'undo' ? 'nothing-to-undo' : 'nothing-to-redo' } };
  if (step.label !== 'call' && step.label !== 'result') {
    return { events: [{ branch: branch.id, type: 'head-move', to: step.head, stop: step.stop, why }] };
  }
  const call = branch.calls.find((each) => each.id === step.call);
  if (!call) return { refusal: { code: 'no-such-call', detail: step.call } };
  const target = { branch: branch.id, call: call.id, why };
  if (step.label === 'call') {
    return { events: [{ ...target, type: 'call-set', ...step.before, before: settingsOf(call, step.before) }] };
  }
  if (!call.result || !isFinished(call)) return { refusal: { code: 'no-such-call', detail: step.call } };
  return { events: [{ ...target, type: 'result-edit', result: step.before, before: call.result }] };
}
