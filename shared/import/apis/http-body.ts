import { isRecord } from '../../messages/blocks.ts';
import { SseDecoder } from '../../messages/sse.ts';
import { jsonIn } from '../json.ts';

/** What a recorded body holds: one JSON value, or the events of a stream. */
export type BodyReading = { kind: 'json'; value: unknown } | { kind: 'events'; events: Record<string, unknown>[] };

/** Reads a recorded body: parsed already, JSON text, the text of a server-sent stream, or JSON per line. */
export function readBody(body: unknown): BodyReading | null {
  if (isRecord(body)) return { kind: 'json', value: body };
  if (Array.isArray(body)) {
    const events = body.map((item) => (typeof item === 'string' ? jsonIn(item) : (item as unknown))).filter(isRecord);
    return events.length > 0 ? { kind: 'events', events } : null;
  }
  if (typeof body !== 'string' || body.trim() === '') return null;
  const value = jsonIn(body);
  if (isRecord(value)) return { kind: 'json', value };
  if (Array.isArray(value)) return readBody(value);
  const events = eventsIn(body);
  return events.length > 0 ? { kind: 'events', events } : null;
}

/** The JSON objects of a stream's text, in order; `type` is filled in from the `event:` line where it is missing. */
export function eventsIn(text: string): Record<string, unknown>[] {
  const decoder = new SseDecoder();
  const frames = decoder.push(new TextEncoder().encode(text));
  const { frames: last, leftover } = decoder.end();
  const events = [...frames, ...last].flatMap((frame) => {
    const value = jsonIn(frame.data);
    if (!isRecord(value)) return [];
    return [typeof value.type === 'string' || frame.event === undefined ? value : { ...value, type: frame.event }];
  });
  if (events.length > 0 || leftover === '') return events;
  return text.split('\n').flatMap((line) => {
    const value = jsonIn(line.startsWith('data:') ? line.slice(5) : line);
    return isRecord(value) ? [value] : [];
  });
}
