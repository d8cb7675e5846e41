import { BOUNDS } from './bounds.ts';
import { toUtf8, wideEncoding } from './containers/encoding.ts';
import { claudeDataIn } from './containers/html.ts';
import { UnpackError, unpack } from './containers/inflate.ts';
import type { UnpackBudget } from './containers/inflate.ts';
import { fileKind } from './containers/kinds.ts';
import { looksLikeYaml, readYaml } from './containers/yaml.ts';
import { openEntry, zipEntries } from './containers/zip.ts';
import type { ImportSource } from './import-types.ts';
import { isNoise } from './noise.ts';
import { bytesSource, readAll } from './source.ts';

/** A file that can be looked at: text, or a document read by other means. */
export interface Leaf {
  name: string;
  source: ImportSource;
  /** Set when the text is no JSON but was read as one value. */
  value?: { value: unknown };
  /** Why it could not be read as what it looks like. */
  problem?: string;
  /** Archive it lies in, with the names of its neighbours; formats that are archives are told by them. */
  archive?: { name: string; entries: readonly string[] };
}

/** A file that cannot be read, and what to do. */
export interface Refusal {
  name: string;
  code: string;
  message: string;
}

export type Opened = { leaf: Leaf } | { refusal: Refusal };

/** Opens a file: unpacks archives (two deep), decodes UTF-16, takes the data out of pages, reads YAML. */
export async function* openFile(source: ImportSource, budget: UnpackBudget, depth = 0): AsyncGenerator<Opened> {
  if (source.size > BOUNDS.fileBytes) {
    yield refuse(source.name, 'too-large', 'The file is larger than 1 GB. Split it, or import a part of it.');
    return;
  }
  const head = await source.read(0, Math.min(source.size, 4096));
  const kind = fileKind(head);
  if (kind.kind === 'unsupported') yield refuse(source.name, kind.code, kind.message);
  else if (kind.kind === 'text') yield await openText(source, head);
  else if (depth >= BOUNDS.archiveDepth) {
    const message = `It is an archive inside ${depth} archives, which is not opened. Unpack it first.`;
    yield refuse(source.name, 'limit', message);
  } else if (kind.kind === 'zip') yield* openZip(source, budget, depth);
  else yield* openGzip(source, budget, depth);
}

function refuse(name: string, code: string, message: string): Opened {
  return { refusal: { name, code, message } };
}

async function* openGzip(source: ImportSource, budget: UnpackBudget, depth: number): AsyncGenerator<Opened> {
  try {
    const inner = await unpack(source, 'gzip', source.name.replace(/\.gz$/i, ''), budget);
    yield* openFile(inner, budget, depth + 1);
  } catch (error) {
    yield asRefusal(source.name, error);
  }
}

async function* openZip(source: ImportSource, budget: UnpackBudget, depth: number): AsyncGenerator<Opened> {
  try {
    const entries = (await zipEntries(source)).filter(({ name }) => !isNoise(name));
    if (entries.length === 0) yield refuse(source.name, 'empty', 'The archive holds no files.');
    const archive = { name: source.name, entries: entries.map(({ name }) => name) };
    for (const entry of entries) {
      const name = `${source.name}/${safePath(entry.name)}`;
      try {
        const inner = { ...(await openEntry(source, entry, budget)), name };
        for await (const opened of openFile(inner, budget, depth + 1)) {
          yield 'leaf' in opened ? { leaf: { archive, ...opened.leaf } } : opened;
        }
      } catch (error) {
        yield asRefusal(name, error);
        if (error instanceof UnpackError && error.code === 'limit') return;
      }
    }
  } catch (error) {
    yield asRefusal(source.name, error);
  }
}

function asRefusal(name: string, error: unknown): Opened {
  if (!(error instanceof UnpackError)) throw error;
  return refuse(name, error.code, error.message);
}

/** A path from an archive as a label: no way up, no root, no drive. */
export function safePath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part)).join('/');
}

async function openText(source: ImportSource, head: Uint8Array): Promise<Opened> {
  const wide = wideEncoding(head);
  if (wide) return openText(await toUtf8(source, wide), new Uint8Array());
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros > head.length / 10) {
    return refuse(source.name, 'binary', 'This is no text file; there is no transcript to read in it.');
  }
  const start = head.length > 0 ? head : await source.read(0, 4096);
  const text = new TextDecoder().decode(start).trimStart();
  if (text.startsWith('<')) return openPage(source);
  if (looksLikeYaml(text)) {
    const value = readYaml(new TextDecoder().decode(await readAll(source)));
    if (value.ok) return { leaf: { name: source.name, source, value: { value: value.value } } };
    return { leaf: { name: source.name, source, problem: `It looks like YAML, but cannot be read: ${value.message}` } };
  }
  return { leaf: { name: source.name, source } };
}

async function openPage(source: ImportSource): Promise<Opened> {
  const data = claudeDataIn(new TextDecoder().decode(await readAll(source)));
  if (data === null) {
    const message = 'This page holds no claude-trace data. Import the log it was made of, or an export as JSON.';
    return refuse(source.name, 'page', message);
  }
  return { leaf: { name: source.name, source: bytesSource(source.name, new TextEncoder().encode(data)) } };
}
