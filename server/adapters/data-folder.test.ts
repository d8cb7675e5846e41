import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartRefused } from '../start-refused.ts';
import { openDataFolder } from './data-folder.ts';
import { identify } from './process-identity.ts';

let root: string;
let folder: string;
let child: ChildProcess;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'loupe-data-'));
  folder = join(root, 'deep', '.loupe');
  child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function writeLock(lock: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'server.lock'), typeof lock === 'string' ? lock : JSON.stringify(lock));
}

function aliveChild() {
  const pid = child.pid;
  if (pid === undefined) throw new Error('the child did not start');
  const identity = identify(pid);
  if (identity === null) throw new Error('the child is gone');
  return identity;
}

it('makes the folder for its owner only', () => {
  openDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('closes a folder that was open to others', () => {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  openDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('names the running server and where to go', () => {
  writeLock({ ...aliveChild(), url: 'http://127.0.0.1:4747' });
  expect(() => openDataFolder(folder)).toThrow(StartRefused);
  expect(() => openDataFolder(folder)).toThrow(/http:\/\/127\.0\.0\.1:4747[^]*LOUPE_DATA_DIR/);
});

it('names a server that has no address yet', () => {
  writeLock({ ...aliveChild(), url: null });
  expect(() => openDataFolder(folder)).toThrow(new RegExp(`process ${child.pid}, which is just starting`));
});

it('takes over the lock of a process that is gone', async () => {
  writeLock({ ...aliveChild(), url: 'http://127.0.0.1:1' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const data = openDataFolder(folder);
  expect(JSON.parse(readFileSync(join(folder, 'server.lock'), 'utf8'))).toMatchObject({ pid: process.pid, url: null });
  data.release();
});

it('takes over when another process got the number of the dead one', () => {
  writeLock({ ...aliveChild(), born: 'another boot/1', url: 'http://127.0.0.1:1' });
  openDataFolder(folder).release();
});

it('takes over a lock with its own number, as after a restart in a container', () => {
  writeLock({ pid: process.pid, born: null, url: 'http://127.0.0.1:1' });
  openDataFolder(folder).release();
});

it.each(['', 'not json', '{"pid":"x"}', 'null'])('takes over a lock that says nothing: %j', (text) => {
  writeLock(text);
  openDataFolder(folder).release();
});

it('clears the mark of a takeover that died in the middle', () => {
  writeLock('');
  const guard = join(folder, 'server.lock.takeover');
  mkdirSync(guard);
  utimesSync(guard, new Date(0), new Date(0));
  openDataFolder(folder).release();
  expect(existsSync(guard)).toBe(false);
});

it('announces its address and leaves no lock behind', () => {
  const data = openDataFolder(folder);
  data.announce('http://127.0.0.1:9');
  expect(JSON.parse(readFileSync(join(folder, 'server.lock'), 'utf8'))).toMatchObject({ url: 'http://127.0.0.1:9' });
  data.release();
  expect(readdirSync(folder)).toEqual(['secret']);
});

it('does not remove the lock of a successor', () => {
  const data = openDataFolder(folder);
  writeLock({ ...aliveChild(), url: null });
  data.release();
  expect(existsSync(join(folder, 'server.lock'))).toBe(true);
});

it('keeps its secret over restarts, readable by the owner only', () => {
  const first = openDataFolder(folder);
  first.release();
  const second = openDataFolder(folder);
  second.release();
  expect(second.secret).toBe(first.secret);
  expect(first.secret.length).toBeGreaterThanOrEqual(43);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

it('says in words that a folder cannot be made', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => openDataFolder(join(root, 'file', 'x'))).toThrow(/cannot be used \(ENOTDIR\).*LOUPE_DATA_DIR/);
});
