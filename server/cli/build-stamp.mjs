import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Decides whether `dist` is as new as its sources, and builds it when it is not. Plain JavaScript, because it runs
 * before anything is built. A part is fresh when its marker file is not older than any of its sources; folders count
 * too, since they change when a file in them appears or goes.
 */

/** What is built from what. */
const PARTS = {
  server: { marker: 'server/cli.js', sources: ['server', 'shared'], vite: ['build', '--ssr'] },
  app: { marker: 'app/index.html', sources: ['app', 'shared', 'public', 'index.html'], vite: ['build'] },
};
const COMMON_SOURCES = ['vite.config.ts', 'package.json', 'tsconfig.json'];
const NOT_BUILT = /\.test\.tsx?$|\.md$/;
const LOCK_POLL_MS = 100;

/**
 * Makes sure that the named parts of `dist` are built.
 * @param {string} root folder of the package
 * @param {(keyof typeof PARTS)[]} names
 * @throws {Error} with a sentence when the build fails
 */
export function ensureBuilt(root, names) {
  // An installed package has no sources and is built already.
  if (!existsSync(join(root, 'vite.config.ts'))) return;
  const stale = () => names.filter((name) => !isFresh(root, name));
  if (stale().length === 0) return;
  withLock(root, () => {
    // Another start may have built it while this one waited.
    for (const name of stale()) build(root, name);
  });
}

/** @param {string} root @param {keyof typeof PARTS} name */
function isFresh(root, name) {
  const marker = mtime(join(root, 'dist', PARTS[name].marker));
  if (marker === null) return false;
  return [...PARTS[name].sources, ...COMMON_SOURCES].every((source) => !hasNewer(join(root, source), marker));
}

/** @param {string} path @param {number} than milliseconds @returns {boolean} */
function hasNewer(path, than) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  if (entry.mtimeMs > than) return true;
  if (!entry.isDirectory()) return false;
  return readdirSync(path).some((name) => !NOT_BUILT.test(name) && hasNewer(join(path, name), than));
}

/** @param {string} path @returns {number | null} */
function mtime(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Builds beside the old files and exchanges them at once, so that nobody sees half a build.
 * @param {string} root @param {keyof typeof PARTS} name
 */
function build(root, name) {
  const { vite, marker } = PARTS[name];
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(program))
    throw new Error('Loupe is not built and cannot be built: run "npm ci" in its folder first.');
  const dist = join(root, 'dist');
  const [fresh, old] = [join(dist, `.new-${name}-${process.pid}`), join(dist, `.old-${name}-${process.pid}`)];
  const started = new Date();
  process.stderr.write(`Building Loupe (${name}) …\n`);
  // Stdout belongs to the command that was asked for.
  const args = [program, ...vite, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`Building Loupe (${name}) failed; see above.`);
  }
  // What was edited during the build is newer than this, and built at the next start.
  utimesSync(join(fresh, marker.slice(name.length + 1)), started, started);
  const target = join(dist, name);
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

/**
 * One build at a time: a folder is made by exactly one process. A dead owner's is taken over.
 * @param {string} root @param {() => void} work
 */
function withLock(root, work) {
  const lock = join(root, 'dist', '.build-lock');
  mkdirSync(join(root, 'dist'), { recursive: true });
  let said = false;
  while (!take(lock)) {
    if (!said) process.stderr.write('Another start is building Loupe; waiting for it …\n');
    said = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
  try {
    work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function take(lock) {
  const owner = join(lock, 'pid');
  try {
    mkdirSync(lock);
    writeFileSync(owner, String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isAbandoned(lock, owner)) rmSync(lock, { recursive: true, force: true });
  return false;
}

/** @param {string} lock @param {string} owner */
function isAbandoned(lock, owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'EPERM') return false;
    if (error.code === 'ESRCH') return true;
    // No number in it: its owner is just writing it, or died before.
    const made = mtime(lock);
    return made !== null && Date.now() - made > 5000;
  }
}
