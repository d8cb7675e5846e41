import { textOf } from '../messages/blocks.ts';
import { answerOf } from '../loop/leave-response.ts';
import type { Scope } from '../expression/evaluate.ts';
import type { StopName } from '../session/events.ts';
import type { Branch, OpenCall, SessionState } from '../session/state.ts';
import { attemptById, configById, nodeById } from '../session/tree.ts';

/** A name that conditions and log messages may use, and where it means something. */
export interface ScopeName {
  name: string;
  type: 'text' | 'number' | 'boolean' | 'object' | 'list';
  /** Only for breakpoints that look at calls. */
  perCall: boolean;
}

/** Everything an expression can name; the page completes from this list. */
export const SCOPE_NAMES: readonly ScopeName[] = [
  { name: 'tool', type: 'text', perCall: true },
  { name: 'input', type: 'object', perCall: true },
  { name: 'id', type: 'text', perCall: true },
  { name: 'result', type: 'text', perCall: true },
  { name: 'is_error', type: 'boolean', perCall: true },
  { name: 'stop', type: 'text', perCall: false },
  { name: 'stop_reason', type: 'text', perCall: false },
  { name: 'text', type: 'text', perCall: false },
  { name: 'turn', type: 'number', perCall: false },
  { name: 'requests', type: 'number', perCall: false },
  { name: 'tool_runs', type: 'number', perCall: false },
  { name: 'tokens', type: 'number', perCall: false },
  { name: 'usage', type: 'object', perCall: false },
  { name: 'calls', type: 'list', perCall: false },
  { name: 'messages', type: 'number', perCall: false },
  { name: 'model', type: 'text', perCall: false },
  { name: 'branch', type: 'text', perCall: false },
];

/** A result as conditions see it: its JSON value when it is JSON, else its text. */
function resultValue(call: OpenCall): unknown {
  if (!call.result) return null;
  const text = textOf(call.result.content);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function callNames(call: OpenCall): [string, unknown][] {
  return [
    ['tool', call.name],
    ['input', call.input],
    ['id', call.toolUseId],
    ['result', resultValue(call)],
    ['is_error', call.result?.is_error ?? false],
  ];
}

/** The values of the names above where a branch stands; with a call, also that call's. */
export function scopeAt(state: SessionState, branch: Branch, stop: StopName, call?: OpenCall): Scope {
  const { stopReason, node } = answerOf(state, branch);
  const head = nodeById(state, branch.head);
  const { counters } = branch;
  const only = branch.calls.length === 1 ? branch.calls[0] : undefined;
  const about = call ?? only;
  return new Map<string, unknown>([
    ...(about ? callNames(about) : []),
    ['stop', stop],
    ['stop_reason', stopReason],
    [
      'text',
      stop === 'results'
        ? branch.calls.map((each) => textOf(each.result?.content)).join('\n')
        : textOf((node ?? head)?.content),
    ],
    ['turn', branch.turn],
    ['requests', counters.requests],
    ['tool_runs', counters.toolRuns],
    ['tokens', counters.tokens],
    ['usage', attemptById(state, branch.lastAttempt)?.message?.usage ?? null],
    ['calls', branch.calls.map((each) => each.name)],
    ['messages', head?.depth ?? 0],
    ['model', configById(state, branch.config).body.model],
    ['branch', branch.name],
  ]);
}
