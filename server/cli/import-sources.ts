import { constants } from 'node:fs';
import { open, opendir, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { ImportSource } from '../../shared/import/import-types.ts';
import { isNoise } from '../../shared/import/noise.ts';

/** Files of one folder; beyond them a person should name what is meant. */
const MOST_FILES = 20_000;
/** Folders that never hold transcripts and can be huge. */
const SKIPPED = new Set(['node_modules', '.git']);

/** Sources over files of this machine; the newest few handles stay open. */
export class FileSources {
  readonly #open = new Map<string, FileHandle>();

  /** The file, or all files of a folder in the order of their paths. Links are not followed out of the folder. */
  async at(path: string): Promise<ImportSource[]> {
    const found = await stat(path);
    if (!found.isDirectory()) return [this.#source(path, basename(path), found.size)];
    const root = await realpath(path);
    const files = (await filesIn(root)).toSorted();
    return Promise.all(
      files.map(async (file) =>
        this.#source(file, relative(root, file).replaceAll('\\', '/'), (await stat(file)).size),
      ),
    );
  }

  /**
   * Files of sub-agents that lie beside a session: in `<session>/subagents/`, and `agent-<id>.jsonl` in its folder for
   * the ids that it names.
   */
  async besides(path: string, agentIds: readonly string[]): Promise<ImportSource[]> {
    const folder = join(dirname(path), basename(path).replace(/\.[^.]*$/, ''), 'subagents');
    const wanted = new Set(agentIds.filter((id) => /^[\w-]+$/.test(id)).map((id) => `agent-${id}.jsonl`));
    const flat = [...wanted].map((name) => join(dirname(path), name));
    const found = [...(await filesIn(folder).catch(() => [])), ...flat].filter((file) => file !== path);
    const sources = found.map(async (file) => {
      const size = (await stat(file).catch(() => null))?.size;
      return size === undefined ? [] : [this.#source(file, relative(dirname(path), file).replaceAll('\\', '/'), size)];
    });
    return (await Promise.all(sources)).flat();
  }

  async close(): Promise<void> {
    const handles = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(handles.map((handle) => handle.close()));
  }

  #source(path: string, name: string, size: number): ImportSource {
    return {
      name,
      size,
      read: async (offset, length) => {
        const handle = await this.#handle(path);
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        return bytesRead === bytes.length ? bytes : bytes.subarray(0, bytesRead);
      },
    };
  }

  async #handle(path: string): Promise<FileHandle> {
    const known = this.#open.get(path);
    if (known) return known;
    const handle = await open(path, constants.O_RDONLY);
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= 8) {
      this.#open.delete(oldest[0]);
      await oldest[1].close();
    }
    this.#open.set(path, handle);
    return handle;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for await (const entry of await opendir(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      else if (entry.isFile() && !isNoise(entry.name)) files.push(path);
      if (files.length > MOST_FILES) throw new Error(`it holds more than ${MOST_FILES} files; name a smaller folder`);
    }
  }
  return files;
}
