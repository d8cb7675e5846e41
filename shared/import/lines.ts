import { chunksOf, joinBytes } from './source.ts';
import type { ImportSource } from './import-types.ts';

/** One line of a file, without its line break. */
export interface Line {
  text: string;
  /** 1-based. */
  line: number;
  /** Byte offset of its first byte, and its length in bytes. */
  offset: number;
  length: number;
}

const LF = 10;
const CR = 13;

/**
 * The lines of a file, a batch per piece read. Lines end at LF only (U+2028 belongs to the text), a CR before it is
 * taken off, a byte order mark at the start is skipped. Bytes that are no UTF-8 become U+FFFD.
 */
export async function* linesOf(source: ImportSource, chunk?: number): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let offset = 0;
  let line = 1;
  const finish = (bytes: Uint8Array, newline: number): Line => {
    const marked = offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const start = marked ? 3 : 0;
    const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    const text = end > start ? decoder.decode(bytes.subarray(start, end)) : '';
    const done = { text, line, offset: offset + start, length: Math.max(0, end - start) };
    line += 1;
    offset += bytes.length + newline;
    return done;
  };
  for await (const bytes of chunksOf(source, chunk)) {
    const batch: Line[] = [];
    let from = 0;
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      parts.push(bytes.subarray(from, at));
      batch.push(finish(joinBytes(parts), 1));
      parts = [];
      from = at + 1;
    }
    if (from < bytes.length) parts.push(bytes.subarray(from));
    if (batch.length > 0) yield batch;
  }
  if (parts.length > 0) yield [finish(joinBytes(parts), 0)];
}

/** Bytes of `text` in UTF-8 up to the character at `end`. */
export function utf8Length(text: string, end: number): number {
  let bytes = 0;
  for (let at = 0; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}
