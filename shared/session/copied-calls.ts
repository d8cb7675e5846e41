import type { StopName } from './events.ts';
import { openCallsOf } from './open-calls.ts';
import type { Branch, FinishedCall, MessageNode, OpenCall, SessionState } from './state.ts';

/**
 * What the log knows of the calls of an answer, for another branch to take along: at `results` the results themselves,
 * at `tools` the calls as they stood before they ran, answered from the recording unless a person chooses otherwise.
 */
export function copiedCalls(
  state: SessionState,
  source: Branch,
  answer: MessageNode | undefined,
  stop: StopName,
): OpenCall[] {
  if (!answer) return [];
  const finished = state.tables.calls.slice(0, state.record.lengths.calls).filter((call) => call.node === answer.id);
  const known = new Map<string, OpenCall | FinishedCall>(finished.map((call) => [call.id, call]));
  for (const call of source.calls) if (call.node === answer.id) known.set(call.id, call);
  return openCallsOf(state, answer).map((call) => {
    const was = known.get(call.id);
    return was ? copied(call, was, stop) : call;
  });
}

function copied(call: OpenCall, was: OpenCall | FinishedCall, stop: StopName): OpenCall {
  const { input, inputEdited, result, state, durationMs, startedAt, endedAt } = was;
  const denied = state === 'denied' && stop === 'tools';
  const set = { ...call, input, inputEdited, decision: denied ? ('deny' as const) : ('ask' as const) };
  if (result === null || state === 'cut') return set;
  if (stop === 'tools') return { ...set, source: 'recorded' };
  return { ...set, source: 'recorded', state, result, durationMs, startedAt, endedAt };
}
