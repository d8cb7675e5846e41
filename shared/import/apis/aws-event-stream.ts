import { isRecord } from '../../messages/blocks.ts';
import { jsonIn } from '../json.ts';

/**
 * Messages of a recorded AWS event stream (`application/vnd.amazon.eventstream`), each under the name of its event:
 * `{contentBlockDelta: {…}}`. Check sums are not verified; a cut message ends the list. Layout: total length, headers
 * length, check sum, headers, payload, check sum.
 */
export function awsEvents(bytes: Uint8Array): Record<string, unknown>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  const events: Record<string, unknown>[] = [];
  for (let at = 0; at + 16 <= bytes.length;) {
    const total = view.getUint32(at);
    const headers = view.getUint32(at + 4);
    if (total < 16 + headers || at + total > bytes.length) break;
    const name = eventType(bytes.subarray(at + 12, at + 12 + headers), decoder);
    const payload = jsonIn(decoder.decode(bytes.subarray(at + 12 + headers, at + total - 4)));
    if (isRecord(payload)) events.push(unwrapped(name, payload));
    at += total;
  }
  return events;
}

/** InvokeModel streams carry the model's own events as base64 in `chunk`. */
function unwrapped(name: string | null, payload: Record<string, unknown>): Record<string, unknown> {
  if (typeof payload.bytes === 'string') {
    try {
      const inner = jsonIn(
        new TextDecoder().decode(Uint8Array.from(atob(payload.bytes), (char) => char.charCodeAt(0))),
      );
      if (isRecord(inner)) return inner;
    } catch {
      return payload;
    }
  }
  return name === null ? payload : { [name]: payload };
}

const TEXT = 7;
/** Lengths of header values that are no text, by type. */
const SIZES = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
]);

function eventType(headers: Uint8Array, decoder: TextDecoder): string | null {
  const view = new DataView(headers.buffer, headers.byteOffset, headers.byteLength);
  for (let at = 0; at + 2 < headers.length;) {
    const nameEnd = at + 1 + (headers[at] ?? 0);
    const name = decoder.decode(headers.subarray(at + 1, nameEnd));
    const type = headers[nameEnd] ?? 0;
    const fixed = SIZES.get(type);
    if (fixed === undefined && nameEnd + 3 > headers.length) return null;
    const length = fixed ?? view.getUint16(nameEnd + 1);
    const start = nameEnd + (fixed === undefined ? 3 : 1);
    if (name === ':event-type' && type === TEXT) return decoder.decode(headers.subarray(start, start + length));
    at = start + length;
  }
  return null;
}
