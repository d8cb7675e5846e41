import type { ImportSource } from '../import-types.ts';
import { chunksOf, piecesSource } from '../source.ts';

/** How a file that is no UTF-8 is encoded, told by its first bytes; null for UTF-8. */
export function wideEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Text of the first code page without a mark: every other byte is zero.
  const some = head.subarray(0, Math.min(200, head.length - (head.length % 2)));
  if (some.length < 4) return null;
  const zeros = (odd: number) => some.filter((byte, index) => index % 2 === odd && byte === 0).length;
  if (zeros(1) === some.length / 2 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) === some.length / 2 && zeros(1) === 0) return 'utf-16be';
  return null;
}

/** The file in UTF-8 (Windows shells redirect output as UTF-16). Byte offsets then count in what is returned. */
export async function toUtf8(source: ImportSource, encoding: 'utf-16le' | 'utf-16be'): Promise<ImportSource> {
  const decoder = new TextDecoder('utf-16le');
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let odd: number | null = null;
  for await (const chunk of chunksOf(source)) {
    let bytes: Uint8Array = Uint8Array.from(odd === null ? chunk : [odd, ...chunk]);
    odd = bytes.length % 2 === 1 ? (bytes.at(-1) ?? null) : null;
    if (odd !== null) bytes = bytes.subarray(0, -1);
    if (encoding === 'utf-16be') swap(bytes);
    pieces.push(encoder.encode(decoder.decode(bytes, { stream: true })));
  }
  pieces.push(encoder.encode(decoder.decode()));
  return piecesSource(source.name, pieces);
}

/** Exchanges the bytes of each pair: not every platform decodes big-endian. */
function swap(bytes: Uint8Array): void {
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const first = bytes[at] ?? 0;
    bytes[at] = bytes[at + 1] ?? 0;
    bytes[at + 1] = first;
  }
}
