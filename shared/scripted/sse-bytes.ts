import type { SseStep } from './scenario-types.ts';

/** The bytes of an `sse` step, chunk by chunk. */
export function sseBytes(step: Pick<SseStep, 'chunks'>): Uint8Array[] {
  const encoder = new TextEncoder();
  return step.chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : fromBase64(chunk.b64)));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
