import type { StopReason } from '../messages/types.ts';

/** What can go wrong with an answer, made up in place of one that came. */
export const FAULTS = [
  /** The connection closes in the middle of the content. */
  'cut_stream',
  /** `max_tokens` in the middle of a call's input. */
  'truncated_input',
  /** A whole answer with an input that is no JSON. */
  'invalid_input',
  /** HTTP 429, with `retry-after`. */
  'rate_limit',
  /** HTTP 529. */
  'overloaded',
  /** `refusal` before a word was written. */
  'refused',
  /** HTTP 400: the request alone is larger than the context window. */
  'prompt_too_long',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** How a made-up answer differs from the one it stands for. */
export type WhatIf = { kind: 'stop_reason'; stop_reason: StopReason } | { kind: 'fault'; fault: FaultName };

/** On a request: nothing was sent, its answer is made up. `of` names the answer it was made from, node or attempt. */
export interface MadeUp {
  of: string;
  what: WhatIf;
}
