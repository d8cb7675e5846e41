import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Stands in for Vite: notes that it ran and writes what a build would. */
const FAKE_VITE = `
const fs = require('node:fs');
const path = require('node:path');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.appendFileSync('built.txt', process.argv.includes('--ssr') ? 'server\\n' : 'app\\n');
console.log('chatter of the build');
if (fs.existsSync('fail')) process.exit(1);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(path.join(out, process.argv.includes('--ssr') ? 'cli.js' : 'index.html'), String(process.pid));
`;

let root: string;

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Makes everything look old, as after a checkout long ago. */
function age(path = root): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'dist') age(join(path, entry.name));
    utimesSync(join(path, entry.name), 1000, 1000);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loupe-build-'));
  write('node_modules/vite/bin/vite.js', FAKE_VITE);
  for (const path of [
    'vite.config.ts',
    'package.json',
    'index.html',
    'server/main.ts',
    'shared/deep/x.ts',
    'app/main.tsx',
  ])
    write(path);
  age();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const built = () =>
  existsSync(join(root, 'built.txt')) ? readFileSync(join(root, 'built.txt'), 'utf8').trim().split('\n') : [];

async function ensure(...names: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const module = pathToFileURL(resolve('server/cli/build-stamp.mjs')).href;
  const code = `import(${JSON.stringify(module)}).then((m) => m.ensureBuilt(${JSON.stringify(root)}, ${JSON.stringify(names)})).catch((e) => { console.error(e.message); process.exit(2); })`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', err: '' };
  child.stdout.on('data', (piece) => (text.out += String(piece)));
  child.stderr.on('data', (piece) => (text.err += String(piece)));
  const [exit] = await once(child, 'close');
  return { code: exit as number | null, ...text };
}

it('builds what is missing, once, and keeps stdout free', async () => {
  const first = await ensure('server', 'app');
  expect([first.code, first.out, built()]).toEqual([0, '', ['server', 'app']]);
  expect(first.err).toContain('chatter of the build');
  await ensure('server', 'app');
  expect(built()).toHaveLength(2);
  expect(readdirSync(join(root, 'dist')).sort()).toEqual(['app', 'server']);
});

it.each<[what: string, change: () => void, rebuilt: string[]]>([
  ['a page source', () => write('app/main.tsx', 'new'), ['app']],
  ['a server source', () => write('server/main.ts', 'new'), ['server']],
  ['a shared source', () => write('shared/deep/x.ts', 'new'), ['server', 'app']],
  ['the configuration', () => write('vite.config.ts', 'new'), ['server', 'app']],
  ['a new file', () => write('shared/deep/y.ts'), ['server', 'app']],
  ['a file that is gone', () => rmSync(join(root, 'shared', 'deep', 'x.ts')), ['server', 'app']],
])('builds again after a change of %s', async (_what, change, rebuilt) => {
  await ensure('server', 'app');
  change();
  await ensure('server', 'app');
  expect(built().slice(2)).toEqual(rebuilt);
});

it('does not build again for the content of a test or a README', async () => {
  write('shared/deep/x.test.ts');
  write('server/README.md');
  await ensure('server');
  writeFileSync(join(root, 'shared', 'deep', 'x.test.ts'), 'more');
  writeFileSync(join(root, 'server', 'README.md'), 'more');
  await ensure('server');
  expect(built()).toEqual(['server']);
});

it('builds once for two starts at the same time', async () => {
  const both = await Promise.all([ensure('server'), ensure('server')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(built()).toEqual(['server']);
});

it('takes over the lock of a build that died', async () => {
  mkdirSync(join(root, 'dist', '.build-lock'), { recursive: true });
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(join(root, 'dist', '.build-lock', 'pid'), String(child.pid));
  expect((await ensure('server')).code).toBe(0);
  expect(built()).toEqual(['server']);
});

it('says so when a build fails, and leaves the old one in place', async () => {
  await ensure('server');
  const before = readFileSync(join(root, 'dist', 'server', 'cli.js'), 'utf8');
  write('fail');
  write('server/main.ts', 'broken');
  const { code, err } = await ensure('server');
  expect(code).toBe(2);
  expect(err).toContain('Building Loupe (server) failed');
  expect(readFileSync(join(root, 'dist', 'server', 'cli.js'), 'utf8')).toBe(before);
  expect(readdirSync(join(root, 'dist'))).toEqual(['server']);
});

it('says what to do when there is nothing to build with', async () => {
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect((await ensure('server')).err).toContain('npm ci');
});

it('leaves an installed package alone', async () => {
  rmSync(join(root, 'vite.config.ts'));
  expect((await ensure('server', 'app')).code).toBe(0);
  expect(built()).toEqual([]);
});
