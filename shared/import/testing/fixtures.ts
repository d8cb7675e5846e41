import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportSource } from '../import-types.ts';
import { bytesSource } from '../source.ts';

export const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** All fixture files, by their path inside the folder. */
export function fixtureFiles(folder = FIXTURES): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => relative(FIXTURES, file).replaceAll('\\', '/'))
    .toSorted();
}

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name)));
}

/** A fixture as a source, under its own file name. */
export function fixture(name: string): ImportSource {
  return bytesSource(name.slice(name.lastIndexOf('/') + 1), fixtureBytes(name));
}
