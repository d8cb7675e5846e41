#!/usr/bin/env node
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './build-stamp.mjs';

/**
 * What `npm start`, `npm run loupe` and the installed command run: builds what is missing or old, then hands over to
 * the built program. Only `serve` needs the page.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
try {
  ensureBuilt(root, process.argv[2] === 'serve' ? ['server', 'app'] : ['server']);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
await import(pathToFileURL(join(root, 'dist', 'server', 'cli.js')).href);
