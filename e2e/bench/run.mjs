// `npm run bench [-- NAME…]`: builds the product and the measures as Node runs them, then measures.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { ensureBuilt } from '../../server/cli/build-stamp.mjs';
import { findBrowser } from '../find-browser.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
// Inside node_modules, so that the built measures find the packages they import.
const folder = path.join(root, 'node_modules', '.cache', `loupe-bench-${process.pid}`);
process.chdir(root);

let status = 2;
try {
  ensureBuilt(root, ['server', 'app']);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: {
        input: { bench: 'e2e/bench/bench.ts', reader: 'e2e/bench/parts/reader.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const { bench } = await import(pathToFileURL(path.join(folder, 'bench.mjs')).href);
  status = await bench(process.argv.slice(2), { root, built: folder, findBrowser });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
