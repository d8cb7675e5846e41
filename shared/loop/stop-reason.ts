import type { StopReason } from '../messages/types.ts';
import type { OutcomeData } from '../session/events.ts';

/** What the host does with a finished answer. */
export type NextStep =
  | { kind: 'run-tools' }
  /** The same conversation again, the answer appended as it is (`pause_turn`, beta `compaction`). */
  | { kind: 'send-again' }
  /** Cut by `max_tokens`: goes on by itself when the limit allows it, else ends. */
  | { kind: 'truncated'; outcome: OutcomeData }
  | { kind: 'end'; outcome: OutcomeData };

/** How each outcome reason is classed (SCENARIO.md "Outcome reasons"). */
const FAILED = new Set(['api_error', 'stream_error', 'protocol_error', 'script_exhausted']);
const DONE = new Set(['end_turn', 'stop_sequence']);

/** The outcome with this reason. */
export function outcome(reason: string): OutcomeData {
  return { status: DONE.has(reason) ? 'done' : FAILED.has(reason) ? 'failed' : 'stopped', reason };
}

/**
 * The stop_reason table: the only control signal of the loop. Content decides nothing but contradictions:
 * `tool_use` without a call, or an end beside a call that nobody answered, break the API's own rules.
 * Sources: platform.claude.com "Handling stop reasons"; @anthropic-ai/sdk `determineNextStepFromStopReason`.
 */
export function nextStep(stopReason: StopReason, openCalls: number): NextStep {
  switch (stopReason) {
    case 'tool_use':
      return openCalls > 0 ? { kind: 'run-tools' } : { kind: 'end', outcome: outcome('protocol_error') };
    case 'pause_turn':
    case 'compaction':
      return openCalls === 0 ? { kind: 'send-again' } : { kind: 'end', outcome: outcome('protocol_error') };
    case 'end_turn':
    case 'stop_sequence':
      return { kind: 'end', outcome: outcome(openCalls === 0 ? stopReason : 'protocol_error') };
    case 'max_tokens':
      return { kind: 'truncated', outcome: outcome('max_tokens') };
    case 'refusal':
    case 'model_context_window_exceeded':
      return { kind: 'end', outcome: outcome(stopReason) };
    default:
      return { kind: 'end', outcome: outcome('unknown_stop_reason') };
  }
}
