import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Measure, Row } from '../measure-type.ts';

const TRIES = 7;
/** Where an empty Node program takes longer, the machine is slow or busy, and the limits are as much longer. */
const QUIET_NODE_MS = 50;
const PROGRAM = 'dist/server/cli.js';

/** How long a person waits for the server and for a small command. The quickest of some tries: other load only adds. */
export const start: Measure = {
  name: 'start',
  async run(bench) {
    const file = path.join(bench.folder, 'small.json');
    writeFileSync(file, JSON.stringify([{ role: 'user', content: 'Hi' }]));
    const health: number[] = [];
    const lint: number[] = [];
    const bare: number[] = [];
    for (let at = 0; at < TRIES; at++) {
      health.push(await untilHealthy(bench));
      lint.push(await untilEnd([PROGRAM, 'lint', file]));
      bare.push(await untilEnd(['-e', '0']));
    }
    const node = Math.min(...bare);
    const slow = Math.max(1, node / QUIET_NODE_MS);
    const note = `quickest of ${TRIES}; node itself takes ${Math.round(node)} ms`;
    const row = (name: string, times: number[], limit: number): Row => {
      return { name, measured: Math.min(...times), unit: 'ms', limit: limit * slow, holds: 'most', note };
    };
    return [row('health after start', health, 500), row('lint of a small file', lint, 300)];
  },
};

async function untilHealthy({ folder }: Bench): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), LOUPE_DATA_DIR: mkdtempSync(path.join(folder, 'start-')) };
  const began = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' });
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await wait(4);
    }
    return performance.now() - began;
  } finally {
    await end(child);
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
    return reply.ok && ((await reply.json()) as { status?: string }).status === 'ok';
  } catch {
    return false;
  }
}

async function untilEnd(args: string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}`);
  return performance.now() - began;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
