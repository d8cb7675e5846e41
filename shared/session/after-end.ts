import type { Limits } from './limits.ts';
import type { Branch } from './state.ts';

/** What lets an ended branch go on: nothing more, a raised limit, a word of the person, or an edit (MACHINE §3). */
export type WayOn = 'send-again' | 'raise-limit' | 'say' | 'edit';

const SEND_AGAIN = new Set(['cancelled', 'api_error', 'stream_error', 'timeout', 'script_exhausted']);
const SAY = new Set(['end_turn', 'stop_sequence']);

/**
 * The way on after the end of this branch. A limit that was raised meanwhile is no obstacle any more; a contradiction
 * whose calls a person has all answered is resolved.
 */
export function wayOn(branch: Branch, limits: Limits): WayOn {
  const { limit, outcome, calls } = branch;
  if (limit) return limits[limit.limit] > limit.value ? 'send-again' : 'raise-limit';
  const reason = outcome?.reason ?? 'cancelled';
  if (SEND_AGAIN.has(reason)) return 'send-again';
  if (SAY.has(reason)) return 'say';
  const answered = reason === 'protocol_error' && calls.length > 0 && calls.every((call) => call.result !== null);
  return answered ? 'send-again' : 'edit';
}
