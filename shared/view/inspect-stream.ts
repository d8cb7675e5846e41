import { frameBytes } from '../loop/read-answer.ts';
import { accumulateFrame, EMPTY_STREAM, type AccumulateState } from '../messages/accumulate.ts';
import { readFrame, SseDecoder, type SseFrame } from '../messages/sse.ts';
import type { RawFrame } from '../session/events.ts';
import { oneLine } from './inspect-text.ts';

/** One server-sent event of an answer, as it came. */
export interface StreamRow {
  index: number;
  /** Milliseconds since the request left, at which its last byte was in. */
  dtMs: number;
  /** `event:` line, else `data.type`, else `data`. */
  name: string;
  /** What the event says in short. */
  text: string;
  raw: string;
  /** False when the data is no JSON, or nothing the message is made of. */
  readable: boolean;
  /** The fold of the stream up to and including this event. */
  state: AccumulateState;
}

const TEXT_LIMIT = 160;

/**
 * Reads raw frames into rows. It takes frames piece by piece, so a live answer grows without reading it again;
 * `rows` keeps its identity and only gets longer.
 */
export class StreamReader {
  readonly rows: StreamRow[] = [];
  /** Bytes taken so far. */
  bytes = 0;
  /** Frames taken so far: the next `push` begins behind them. */
  taken = 0;
  #decoder = new SseDecoder();
  #state = EMPTY_STREAM;
  #lastMs = 0;

  push(frames: readonly RawFrame[]): void {
    for (const rawFrame of frames) {
      const [dtMs] = rawFrame;
      const bytes = frameBytes(rawFrame);
      this.taken += 1;
      this.bytes += bytes.length;
      this.#lastMs = dtMs;
      for (const frame of this.#decoder.push(bytes)) this.#add(frame, dtMs);
    }
  }

  /**
   * No more frames will come. Returns the text that belongs to no event: the end of a cut stream, or the whole
   * body when the answer was no stream at all.
   */
  end(): string {
    const { frames, leftover } = this.#decoder.end();
    for (const frame of frames) this.#add(frame, this.#lastMs);
    return leftover;
  }

  #add(frame: SseFrame, dtMs: number): void {
    const reading = readFrame(frame);
    this.#state = accumulateFrame(this.#state, frame);
    const type = reading.kind === 'event' ? reading.event.type : 'data';
    this.rows.push({
      index: this.rows.length,
      dtMs,
      name: frame.event ?? type,
      text: oneLine(summary(frame), TEXT_LIMIT),
      raw: frame.raw,
      readable: reading.kind === 'event',
      state: this.#state,
    });
  }
}

/** How often each event name occurs, in order of first appearance: the choices of the filter. */
export function namesOf(rows: readonly StreamRow[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.name, (counts.get(row.name) ?? 0) + 1);
  return [...counts];
}

/** The part of an event that a reader looks for: what a delta adds, else the data as it is. */
function summary(frame: SseFrame): string {
  const reading = readFrame(frame);
  if (reading.kind !== 'event') return frame.data;
  const { delta, content_block: block } = reading.event;
  const text = pieceOf(delta) ?? pieceOf(block);
  return text === null ? frame.data : JSON.stringify(text);
}

function pieceOf(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const key of ['text', 'thinking', 'partial_json']) {
    const piece = fields.get(key);
    if (typeof piece === 'string' && fields.get('type') !== key) return piece;
  }
  return null;
}
