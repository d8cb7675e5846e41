import { composeBranch } from '../loop/compose.ts';
import type { Message, RequestBody } from '../messages/types.ts';
import { estimateRequest } from '../scripted/tokens.ts';
import type { CallId, CallResult } from '../session/events.ts';
import { resultBlock } from '../session/sendable.ts';
import type { PathView } from './inspect-pairs.ts';

/** The request that the next steps lead to, as far as it is known. */
export interface NextRequest {
  body: RequestBody;
  /** Its turn, from 1: the number the page calls it by. */
  number: number;
  /** Estimated input tokens; `shared/scripted/tokens.ts` says how, no tokenizer is asked. */
  inputTokens: number;
  /** False while some results are missing. */
  complete: boolean;
}

const SENDS_AGAIN = new Set(['cancelled', 'api_error', 'stream_error', 'timeout', 'script_exhausted']);

/**
 * Composes the next request of a branch; null when the loop would not send one from here. Results that are in and
 * not appended count as appended; `results` stands for edits that are not applied yet.
 */
export function nextRequest(view: PathView, results: ReadonlyMap<CallId, CallResult> = new Map()): NextRequest | null {
  const { branch, open, state } = view;
  if (!sends(view)) return null;
  const body = composeBranch(state, branch);
  const answers = open.map((call) => ({ call, result: results.get(call.id) ?? call.result }));
  const waiting = branch.phase === 'request' || branch.phase === 'sending' || branch.phase === 'backing-off';
  const messages = open.length === 0 || waiting ? body.messages : [...body.messages, resultsMessage(answers)];
  const next = { ...body, messages };
  return {
    body: next,
    number: waiting ? branch.turn : branch.turn + 1,
    inputTokens: estimateRequest(next),
    complete: waiting || answers.every(({ result }) => result !== null),
  };
}

function sends(view: PathView): boolean {
  const { branch, open, nodes } = view;
  if (branch.phase === 'ended') return SENDS_AGAIN.has(branch.outcome?.reason ?? '');
  if (branch.phase !== 'response') return true;
  const stop = nodes.at(-1)?.stopReason;
  return stop === 'pause_turn' || stop === 'compaction' || (stop === 'tool_use' && open.length > 0);
}

function resultsMessage(answers: { call: { toolUseId: string }; result: CallResult | null }[]): Message {
  const content = answers.flatMap(({ call, result }) => (result === null ? [] : [resultBlock(call.toolUseId, result)]));
  return { role: 'user', content };
}
