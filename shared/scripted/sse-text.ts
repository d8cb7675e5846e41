import type { StreamEvent } from '../messages/types.ts';

const encoder = new TextEncoder();

/** One frame in the API's form: event line, data line, empty line. A ping has a blank behind its colon. */
export function canonicalEvent(event: StreamEvent): Uint8Array {
  const data = event.type === 'ping' ? '{"type": "ping"}' : JSON.stringify(event);
  return encoder.encode(`event: ${event.type}\ndata: ${data}\n\n`);
}
