import type { ImportSource } from './import-types.ts';

/** A source over bytes in memory. */
export function bytesSource(name: string, bytes: Uint8Array): ImportSource {
  return {
    name,
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** A source over a list of pieces, without joining them. */
export function piecesSource(name: string, pieces: readonly Uint8Array[]): ImportSource {
  const starts: number[] = [];
  let size = 0;
  for (const piece of pieces) {
    starts.push(size);
    size += piece.length;
  }
  return { name, size, read: (offset, length) => Promise.resolve(readPieces(pieces, starts, offset, length)) };
}

function readPieces(pieces: readonly Uint8Array[], starts: readonly number[], offset: number, length: number) {
  const end = offset + length;
  const parts: Uint8Array[] = [];
  for (let index = lastAtOrBefore(starts, offset); index < pieces.length && (starts[index] ?? end) < end; index += 1) {
    const piece = pieces[index] ?? new Uint8Array();
    const start = starts[index] ?? 0;
    parts.push(piece.subarray(Math.max(0, offset - start), Math.max(0, Math.min(piece.length, end - start))));
  }
  return joinBytes(parts);
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** One array of several; a single one is passed through. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const first = parts[0];
  if (first && parts.length === 1) return first;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Collects a stream of bytes (standard input, a download) in memory; throws a `RangeError` beyond `limit` bytes. */
export async function streamSource(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<ImportSource> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > limit) throw new RangeError(`more than ${limit} bytes`);
    if (piece.length > 0) pieces.push(piece);
  }
  return piecesSource(name, pieces);
}

/** A part of a source as a source. */
export function sliceSource(name: string, source: ImportSource, from: number, size: number): ImportSource {
  return {
    name,
    size,
    read: (offset, length) => source.read(from + offset, Math.max(0, Math.min(length, size - offset))),
  };
}

/** All bytes of a source. */
export async function readAll(source: ImportSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of chunksOf(source)) parts.push(part);
  return joinBytes(parts);
}

/** A source from its first byte to its last, in pieces of at most `chunk` bytes. */
export async function* chunksOf(source: ImportSource, chunk = 1024 * 1024): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size;) {
    const bytes = await source.read(offset, Math.min(chunk, source.size - offset));
    if (bytes.length === 0) return;
    offset += bytes.length;
    yield bytes;
  }
}
