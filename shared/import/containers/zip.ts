import { BOUNDS } from '../bounds.ts';
import type { ImportSource } from '../import-types.ts';
import { sliceSource } from '../source.ts';
import { UnpackError, unpack } from './inflate.ts';
import type { UnpackBudget } from './inflate.ts';

/** A file inside a zip archive. */
export interface ZipEntry {
  /** Path with forward slashes; nothing is ever written, so it is a label only. */
  name: string;
  method: number;
  encrypted: boolean;
  packed: number;
  headerOffset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_32 = 0xffffffff;

/**
 * The files of a zip archive, by its central directory (APPNOTE 6.3.10, zip64 too); folders are left out. Throws an
 * `UnpackError` when there is no directory or more than 10,000 entries.
 */
export async function zipEntries(source: ImportSource): Promise<ZipEntry[]> {
  const { offset, size, count } = await directoryOf(source);
  if (count > BOUNDS.zipEntries) {
    throw new UnpackError('limit', `The archive has ${count} entries; ${BOUNDS.zipEntries} is the most that is read.`);
  }
  const bytes = await source.read(offset, Math.min(size, 64 * 1024 * 1024));
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  for (
    let at = 0;
    at + 46 <= bytes.length && view.getUint32(at, true) === CENTRAL && entries.length < BOUNDS.zipEntries;
  ) {
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/');
    const sizes = { packed: view.getUint32(at + 20, true), headerOffset: view.getUint32(at + 42, true) };
    const wide = view.getUint32(at + 24, true) === MAX_32;
    readExtra(bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), wide, sizes);
    const encrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (!name.endsWith('/')) entries.push({ name, method: view.getUint16(at + 10, true), encrypted, ...sizes });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The content of an entry as a source, unpacked into memory within the bounds. */
export async function openEntry(source: ImportSource, entry: ZipEntry, budget: UnpackBudget): Promise<ImportSource> {
  if (entry.encrypted) throw new UnpackError('encrypted', 'The entry is encrypted. Unpack it with its password first.');
  const header = await source.read(entry.headerOffset, 30);
  const view = viewOf(header);
  if (header.length < 30 || view.getUint32(0, true) !== LOCAL) {
    throw new UnpackError('damaged', 'The archive is damaged: the entry is not where its directory says.');
  }
  const start = entry.headerOffset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const packed = sliceSource(entry.name, source, start, Math.max(0, Math.min(entry.packed, source.size - start)));
  if (entry.method === 0) {
    budget.take(packed.size, packed.size, packed.size);
    return packed;
  }
  if (entry.method === 8) return unpack(packed, 'deflate', entry.name, budget);
  const named = entry.method === 93 ? 'Zstandard' : `method ${entry.method}`;
  throw new UnpackError('unsupported', `The entry is compressed with ${named}, which cannot be unpacked here.`);
}

async function directoryOf(source: ImportSource): Promise<{ offset: number; size: number; count: number }> {
  const length = Math.min(source.size, 65_557);
  const tail = await source.read(source.size - length, length);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const found = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    };
    const isWide = found.count === 0xffff || found.size === MAX_32 || found.offset === MAX_32;
    return (isWide && at >= 20 ? await wideDirectory(source, view, at - 20) : null) ?? found;
  }
  throw new UnpackError('damaged', 'The archive is cut off: its directory is missing.');
}

async function wideDirectory(source: ImportSource, tail: DataView, at: number) {
  if (tail.getUint32(at, true) !== END_64_LOCATOR) return null;
  const record = await source.read(Number(tail.getBigUint64(at + 8, true)), 56);
  const view = viewOf(record);
  if (record.length < 56 || view.getUint32(0, true) !== END_64) return null;
  return {
    count: Number(view.getBigUint64(32, true)),
    size: Number(view.getBigUint64(40, true)),
    offset: Number(view.getBigUint64(48, true)),
  };
}

/** Sizes beyond 32 bits stand in the zip64 field, in a fixed order, only those that did not fit. */
function readExtra(extra: Uint8Array, wideSize: boolean, sizes: { packed: number; headerOffset: number }): void {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const end = Math.min(extra.length, at + 4 + view.getUint16(at + 2, true));
    let field = at + 4 + (wideSize ? 8 : 0);
    for (const key of ['packed', 'headerOffset'] as const) {
      if (sizes[key] !== MAX_32 || field + 8 > end) continue;
      sizes[key] = Number(view.getBigUint64(field, true));
      field += 8;
    }
    return;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
