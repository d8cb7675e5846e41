import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Measure } from '../measure-type.ts';

/** All JavaScript that the page needs before it can show anything: the entry and what it imports, gzipped. */
export const firstLoad: Measure = {
  name: 'first-load',
  async run({ root }) {
    const folder = path.join(root, 'dist', 'app');
    const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
    const files = new Set<string>();
    for (const [, file = ''] of page.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g))
      addWithImports(folder, path.posix.normalize(file), files);
    if (files.size === 0) throw new Error('dist/app/index.html names no script');
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
    const note = `${files.size} files`;
    return [
      { name: 'first-load JavaScript, gzip', measured: bytes / 1000, unit: 'kB', limit: 330, holds: 'most', note },
    ];
  },
};

/** Static imports only: `import('…')` is what loads later. */
const IMPORT = /(?:\bfrom|\bimport)\s*"(\.{1,2}\/[^"]+\.js)"/g;

function addWithImports(folder: string, file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  const text = readFileSync(path.join(folder, file), 'utf8');
  for (const [, wanted = ''] of text.matchAll(IMPORT)) {
    addWithImports(folder, path.posix.join(path.posix.dirname(file), wanted), files);
  }
}
