import { isNoise } from '../../../shared/import/noise.ts';
import { translator } from '../../i18n/translator.ts';
import type { NamedFile } from '../../workers/import-protocol.ts';

/** Files of dropped folders; beyond them a person should drop what is meant. */
const MOST_FILES = 20_000;
const SKIPPED = new Set(['node_modules', '.git']);

/**
 * All files of dropped folders, in the order of their paths, each named by its path inside what was dropped.
 * Rejects with words when there are too many.
 */
export async function filesIn(folders: readonly FileSystemEntry[]): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  const open = [...folders];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.isDirectory && !SKIPPED.has(next.name)) open.push(...(await childrenOf(next as FileSystemDirectoryEntry)));
    if (next.isFile && !isNoise(next.name))
      found.push({ name: next.fullPath.replace(/^\//, ''), file: await fileOf(next as FileSystemFileEntry) });
    if (found.length > MOST_FILES) throw new Error(translator('import')('tooManyFiles', { most: MOST_FILES }));
  }
  return found.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Chromium hands a folder out in pieces of a hundred. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
