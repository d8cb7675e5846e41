import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';

/** A takeover lasts milliseconds; an older mark was left by a process that died in the middle of one. */
const TAKEOVER_MAX_MS = 5000;
const TRIES = 20;

interface Lock extends ProcessIdentity {
  /** Address once it listens. */
  url: string | null;
}

/** The folder that holds everything Loupe keeps, owned by one server at a time. */
export interface DataFolder {
  path: string;
  /** File of the session database. */
  database: string;
  /** Random and secret, the same after a restart, so that an open page stays signed in. */
  secret: string;
  /** Tells a second server where the first one listens. */
  announce(url: string): void;
  /** Gives the folder free. */
  release(): void;
}

/**
 * Makes the folder (mode 0700) if needed and takes its lock. The lock of a process that is gone is taken over.
 * @throws StartRefused naming the running server's address, or why the folder cannot be used.
 */
export function openDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (error) {
    throw new StartRefused(
      `The data folder ${path} cannot be used (${reason(error)}). Set LOUPE_DATA_DIR to a folder that you own.`,
      { cause: error },
    );
  }
  const file = join(path, 'server.lock');
  acquire(file, path);
  return {
    path,
    database: join(path, 'loupe.db'),
    secret: readSecret(join(path, 'secret')),
    announce: (url) => rewrite(file, url),
    release: () => release(file),
  };
}

function acquire(file: string, path: string): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (place(file)) return;
    const owner = readLock(file);
    if (owner !== null && owner.pid !== process.pid && isAlive(owner)) throw new StartRefused(inUse(path, owner));
    takeOver(file);
  }
  throw new StartRefused(
    `The lock ${file} cannot be taken. Stop other Loupe servers, delete that file and start again.`,
  );
}

function inUse(path: string, owner: Lock): string {
  const where = owner.url === null ? `process ${owner.pid}, which is just starting` : owner.url;
  return (
    `Loupe already runs on this data folder: ${where}\n` +
    `Open that address, stop that server (process ${owner.pid}), or set LOUPE_DATA_DIR to another folder than ${path}.`
  );
}

/** Writes the lock whole and only if there is none: link(2) fails when the name exists. */
function place(file: string): boolean {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, lockText(null), { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartRefused(`The lock ${file} cannot be written (${reason(error)}).`, { cause: error });
  } finally {
    unlinkSync(own);
  }
}

/** Removes a dead owner's lock. A directory guards it, so that two starters never remove each other's new lock. */
function takeOver(file: string): void {
  const guard = `${file}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageOf(guard) > TAKEOVER_MAX_MS) removeQuietly(() => rmdirSync(guard));
    return;
  }
  const owner = readLock(file);
  const free = owner === null || owner.pid === process.pid || !isAlive(owner);
  if (free) removeQuietly(() => unlinkSync(file));
  removeQuietly(() => rmdirSync(guard));
}

function rewrite(file: string, url: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, lockText(url), { mode: 0o600 });
  renameSync(own, file);
}

function release(file: string): void {
  if (readLock(file)?.pid === process.pid) removeQuietly(() => unlinkSync(file));
}

function lockText(url: string | null): string {
  const self = identify(process.pid) ?? { pid: process.pid, born: null };
  return `${JSON.stringify({ ...self, url } satisfies Lock)}\n`;
}

/** Null for a lock that is gone or unreadable, which nobody can own. */
function readLock(file: string): Lock | null {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8')) as Partial<Lock>;
    if (!Number.isSafeInteger(lock.pid)) return null;
    return { pid: lock.pid as number, born: lock.born ?? null, url: lock.url ?? null };
  } catch {
    return null;
  }
}

function readSecret(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 32) return secret;
  } catch {
    // First start in this folder.
  }
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function removeQuietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // Somebody else removed it first.
  }
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
