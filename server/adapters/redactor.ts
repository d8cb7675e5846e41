import type { RawFrame, SessionEvent } from '../../shared/session/events.ts';
import type { Redactor } from '../../shared/host/redactor-type.ts';

/** Shorter values would blank out ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Headers that a recorder never keeps. */
export const SECRET_HEADERS: readonly string[] = [
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'anthropic-organization-id',
];

/**
 * Replaces the literal value of every known secret by `[secret NAME]`, wherever in an event it stands: in
 * values, in keys, inside JSON text (where a quote in a secret is escaped), in raw stream frames (also where two
 * frames share it) and in their base64 form. Returns the same object when nothing was found.
 *
 * @param secrets asked each time, because a key may be typed at any moment
 */
export function createRedactor(secrets: () => readonly [name: string, value: string][]): Redactor {
  const text = (value: string) => replaceAll(value, needles(secrets()));
  const walk = (value: unknown) => {
    const found = needles(secrets());
    return found.length === 0 ? value : redactValue(value, found);
  };
  const frames = (list: RawFrame[]) => {
    const found = needles(secrets());
    return found.length === 0 ? list : redactFrames(list, found);
  };
  return {
    event: (event) =>
      event.type === 'response-chunk' ? withFrames(event, frames(event.frames)) : (walk(event) as SessionEvent),
    frames,
    text,
  };
}

type Needle = readonly [literal: string, replacement: string];

/** Longest first, so that a secret inside another one does not leave the rest standing. */
function needles(secrets: readonly [string, string][]): Needle[] {
  const all = secrets
    .filter(([, value]) => value.length >= MIN_SECRET_LENGTH)
    .flatMap(([name, value]): Needle[] => {
      const inJson = JSON.stringify(value).slice(1, -1);
      return [value, ...(inJson === value ? [] : [inJson])].map((literal) => [literal, `[secret ${name}]`]);
    });
  return all.sort((a, b) => b[0].length - a[0].length);
}

function replaceAll(text: string, found: readonly Needle[]): string {
  return found.reduce((rest, [literal, replacement]) => rest.split(literal).join(replacement), text);
}

/** Copies only what changes: an untouched part keeps its identity. */
function redactValue(value: unknown, found: readonly Needle[]): unknown {
  if (typeof value === 'string') return replaceAll(value, found);
  if (Array.isArray(value)) {
    const items = value.map((item) => redactValue(item, found));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]) => [replaceAll(key, found), redactValue(item, found)] as const);
  const same = changed.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1]);
  return same ? value : Object.fromEntries(changed);
}

function withFrames(event: Extract<SessionEvent, { type: 'response-chunk' }>, frames: RawFrame[]): SessionEvent {
  return frames === event.frames ? event : { ...event, frames };
}

/** The bytes as latin1, so that each byte is one character and a secret (ASCII) is found across frame borders. */
function redactFrames(frames: RawFrame[], found: readonly Needle[]): RawFrame[] {
  const pieces = frames.map(([, data]) => bytesOf(data).toString('latin1'));
  const joined = pieces.join('');
  if (!found.some(([literal]) => joined.includes(latin1(literal)))) return frames;
  const owners = cutPoints(pieces);
  const replaced: string[][] = pieces.map(() => []);
  let at = 0;
  while (at < joined.length) {
    const hit = found.find(([literal]) => joined.startsWith(latin1(literal), at));
    replaced[owners(at)]?.push(hit === undefined ? joined.charAt(at) : latin1(hit[1]));
    at += hit === undefined ? 1 : latin1(hit[0]).length;
  }
  return frames.map(([dt, data], index) => [
    dt,
    asFrameData((replaced[index] ?? []).join(''), typeof data !== 'string'),
  ]);
}

function bytesOf(data: RawFrame[1]): Buffer {
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data.b64, 'base64');
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function asFrameData(bytes: string, base64: boolean): RawFrame[1] {
  const buffer = Buffer.from(bytes, 'latin1');
  return base64 ? { b64: buffer.toString('base64') } : buffer.toString('utf8');
}

/** Index of the frame that holds a byte; asked with growing positions only. */
function cutPoints(pieces: readonly string[]): (at: number) => number {
  let index = 0;
  let end = pieces[0]?.length ?? 0;
  return (at) => {
    while (at >= end && index < pieces.length - 1) {
      index += 1;
      end += pieces[index]?.length ?? 0;
    }
    return index;
  };
}
