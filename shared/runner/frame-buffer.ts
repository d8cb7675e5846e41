import type { RawFrame } from '../session/events.ts';

/** A chunk event is written at the latest after so many milliseconds or bytes (MACHINE §7). */
export const CHUNK_MS = 50;
export const CHUNK_BYTES = 32 * 1024;

/** Bytes as a frame: text where they are whole UTF-8, base64 where not, so that nothing of the wire is lost. */
export function toFrame(dtMs: number, bytes: Uint8Array): RawFrame {
  try {
    return [dtMs, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch {
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return [dtMs, { b64: btoa(binary) }];
  }
}

/** Frames of one answer that are not in the log yet. */
export class FrameBuffer {
  #frames: RawFrame[] = [];
  #bytes = 0;

  /** Whether so many more bytes stay within one chunk; a frame larger than a chunk is one alone. */
  fits(byteLength: number): boolean {
    return this.#frames.length === 0 || this.#bytes + byteLength <= CHUNK_BYTES;
  }

  add(frame: RawFrame, byteLength: number): void {
    this.#frames.push(frame);
    this.#bytes += byteLength;
  }

  /** So much is gathered that it should be written now. */
  get isFull(): boolean {
    return this.#bytes >= CHUNK_BYTES;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Hands over what is gathered and starts anew. */
  take(): RawFrame[] {
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    return frames;
  }
}
