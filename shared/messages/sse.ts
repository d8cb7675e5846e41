import { isRecord } from './blocks.ts';
import type { StreamEvent } from './types.ts';

/** One dispatched server-sent event. */
export interface SseFrame {
  /** Value of the last `event:` line; absent without one. */
  event?: string;
  /** All `data:` lines, joined by line breaks. */
  data: string;
  /** The text it came from, with its line ends, and with comments that stood before it. */
  raw: string;
}

/** What `SseDecoder.end` hands over. */
export interface SseRest {
  frames: SseFrame[];
  /** Text that arrived and belongs to no frame: the stream was cut inside it. Empty at a clean end. */
  leftover: string;
}

const LF = 10;
const CR = 13;

/**
 * Bytes in, frames out, for one response body (WHATWG HTML §9.2 "Server-sent events", plus what servers do wrong).
 * The bytes may be split anywhere, inside a UTF-8 character or between CR and LF too: the frames are the same.
 * Line ends are LF, CRLF or CR; a byte order mark at the start, comments, `id:` and `retry:` lines are skipped.
 * Work is linear in the bytes. A decoder serves one stream and ends with `end()`.
 */
export class SseDecoder {
  readonly #decoder = new TextDecoder('utf-8');
  /** Text of the line that has no end yet. */
  #line = '';
  /** The last unit was CR: whether an LF belongs to it shows only in the next chunk. */
  #afterCr = false;
  #event: string | undefined;
  #data: string[] = [];
  #raw: string[] = [];

  /** Takes the next bytes and returns the frames that they complete. */
  push(bytes: Uint8Array): SseFrame[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * No more bytes will come. A last frame without its blank line counts if its data is a whole JSON object: the text
   * of an object never looks whole before its last brace, so a cut cannot pass for one. Everything else is leftover.
   */
  end(): SseRest {
    const frames = this.#take(this.#decoder.decode());
    if (this.#afterCr) this.#endLine('\r', frames);
    this.#afterCr = false;
    const pending = this.#raw.join('') + this.#line;
    this.#readLine(this.#line);
    this.#raw.push(this.#line);
    this.#line = '';
    const frame = this.#dispatch();
    if (frame && isWholeObject(frame.data)) return { frames: [...frames, frame], leftover: '' };
    return { frames, leftover: pending };
  }

  #take(text: string): SseFrame[] {
    const frames: SseFrame[] = [];
    if (text === '') return frames;
    let start = 0;
    if (this.#afterCr) {
      this.#afterCr = false;
      if (text.charCodeAt(0) === LF) start = 1;
      this.#endLine(start === 1 ? '\r\n' : '\r', frames);
    }
    for (let index = start; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit !== LF && unit !== CR) continue;
      this.#line += text.slice(start, index);
      start = index + 1;
      if (unit === CR && start === text.length) {
        this.#afterCr = true;
        return frames;
      }
      const pair = unit === CR && text.charCodeAt(start) === LF;
      if (pair) {
        index += 1;
        start += 1;
      }
      this.#endLine(unit === LF ? '\n' : pair ? '\r\n' : '\r', frames);
    }
    this.#line += text.slice(start);
    return frames;
  }

  #endLine(lineEnd: string, frames: SseFrame[]): void {
    const line = this.#line;
    this.#line = '';
    this.#raw.push(line + lineEnd);
    if (line !== '') {
      this.#readLine(line);
      return;
    }
    const frame = this.#dispatch();
    if (frame) frames.push(frame);
  }

  #readLine(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const from = line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value === '' ? undefined : value;
  }

  /** A blank line behind nothing but comments dispatches nothing, and their text stays for the next frame. */
  #dispatch(): SseFrame | null {
    if (this.#event === undefined && this.#data.length === 0) return null;
    const frame: SseFrame = { data: this.#data.join('\n'), raw: this.#raw.join('') };
    if (this.#event !== undefined) frame.event = this.#event;
    this.#event = undefined;
    this.#data = [];
    this.#raw = [];
    return frame;
  }
}

function isWholeObject(text: string): boolean {
  return text.trimStart().startsWith('{') && isRecord(parseJson(text).value);
}

function parseJson(text: string): { value?: unknown; error?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** What a frame says, once read as an event of a message stream. */
export type FrameReading =
  /** `named` is false without an `event:` line: the SDK skips such a frame, we read it. */
  | { kind: 'event'; event: StreamEvent; named: boolean }
  /** Nothing for the message: no data, or a nameless frame that is no JSON object (`data: [DONE]`). */
  | { kind: 'ignored'; why: 'no-data' | 'not-an-event' }
  /** A named frame whose data is no JSON: the SDK throws here. */
  | { kind: 'bad-json'; event: string; data: string; message: string };

/**
 * Reads one frame the way @anthropic-ai/sdk 1.14 `core/streaming.ts` does: `ping` is never parsed, an `error` frame
 * may hold plain text, empty data is skipped. `data.type` names the event; the `event:` line stands in for it.
 */
export function readFrame(frame: SseFrame): FrameReading {
  const name = frame.event;
  if (name === 'ping') return { kind: 'event', event: { type: 'ping' }, named: true };
  if (frame.data === '') return { kind: 'ignored', why: 'no-data' };
  const parsed = parseJson(frame.data);
  if (isRecord(parsed.value)) {
    const type = typeof parsed.value.type === 'string' ? parsed.value.type : (name ?? '');
    return { kind: 'event', event: { ...parsed.value, type }, named: name !== undefined };
  }
  if (name === 'error') {
    const error = { type: 'unknown', message: frame.data };
    return { kind: 'event', event: { type: 'error', error }, named: true };
  }
  if (name === undefined || parsed.error === undefined) return { kind: 'ignored', why: 'not-an-event' };
  return { kind: 'bad-json', event: name, data: frame.data, message: parsed.error };
}

/**
 * Writes one event as the API does: `event: NAME`, `data: JSON`, blank line, each ended by LF; `ping` has the
 * API's own spacing. Lone surrogates leave as `\udXXX`, so no character is lost in UTF-8.
 */
export function encodeSse(event: StreamEvent): string {
  if (event.type === 'ping') return 'event: ping\ndata: {"type": "ping"}\n\n';
  return `event: ${event.type.replaceAll('\r', ' ').replaceAll('\n', ' ')}\ndata: ${JSON.stringify(event)}\n\n`;
}
