import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionSummary } from '../shared/api/contract.ts';
import type { Scenario } from '../shared/scripted/scenario-types.ts';
import { SseReader } from './testing/read-sse.ts';

/* Real processes on real ports: starting, the lock, kill -9, stopping. */

const bundle = resolve('dist', `.test-serve-${process.pid}`);
let folder: string;
let children: ChildProcess[];

beforeAll(async () => {
  await build({
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: bundle,
      emptyOutDir: true,
      rolldownOptions: { input: { serve: 'server/cli/serve.ts', scripted: 'server/cli/scripted.ts' } },
    },
  });
}, 60_000);
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-serve-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Program {
  child: ChildProcess;
  out(): string;
  err(): string;
  exited: Promise<number | null>;
}

function start(name: 'serve' | 'scripted', args: string[] = [], env: Record<string, string> = {}): Program {
  const run = name === 'serve' ? 'runServe' : 'runScripted';
  const file = pathToFileURL(join(bundle, `${name}.js`)).href;
  const code = `import(${JSON.stringify(file)}).then((m) => m.${run}(${JSON.stringify(args)})).then((code) => { process.exitCode = code; })`;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['-e', code], {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', LOUPE_DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (piece) => (text.out += String(piece)));
  child.stderr.on('data', (piece) => (text.err += String(piece)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, out: () => text.out, err: () => text.err, exited };
}

/** Resolves with the address once it is printed. */
async function address({ child, out, err, exited }: Program): Promise<string> {
  let ended = false;
  void exited.then(() => (ended = true));
  while (!/http:\S+/.test(out())) {
    if (ended) throw new Error(`it ended: ${err()}`);
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited]);
  }
  return /http:\S+/.exec(out())?.[0] ?? '';
}

class Page {
  readonly #url: string;
  readonly #cookie: string;
  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async open(url: string): Promise<Page> {
    const answer = await fetch(url);
    return new Page(url, answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '');
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.#cookie, 'content-type': 'application/json', origin: this.#url };
    return fetch(this.#url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.call(path, { method: 'POST', body: JSON.stringify(body) });
  }

  async list(): Promise<SessionSummary[]> {
    return (await (await this.call('/api/sessions')).json()) as SessionSummary[];
  }
}

const hanging: Scenario = {
  id: 'hanging',
  request: { model: 'claude-opus-5-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] },
  steps: [{ type: 'sse', chunks: ['event: ping\ndata: {"type": "ping"}\n\n'], end: 'hang' }],
};

/** Leaves a session in the middle of an answer. */
async function leaveMoving(page: Page): Promise<void> {
  await page.post('/api/sessions', { id: 's1', document: hanging });
  const stream = new SseReader(await page.call('/api/sessions/s1/stream'));
  expect((await page.post('/api/sessions/s1/commands', { id: 'c1', branch: 'b1', type: 'continue' })).status).toBe(200);
  await stream.until(({ data }) => data.includes('response-chunk'));
  await stream.cancel();
}

describe('serve', () => {
  it('prints one line with its address, answers, and ends cleanly when asked to', async () => {
    const program = start('serve');
    const url = await address(program);
    expect(program.out()).toBe(`Loupe is at ${url}\n`);
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok', store: 'libsql' });
    const page = await Page.open(url);
    await page.post('/api/sessions', { id: 's1', scenario: 'refund' });
    const stream = new SseReader(await page.call('/api/sessions/s1/stream'));
    await stream.until(({ event }) => event === 'caught-up');
    program.child.kill('SIGTERM');
    expect(await stream.next()).toBeNull();
    expect([await program.exited, program.err()]).toEqual([0, '']);
    expect(existsSync(join(folder, 'data', 'server.lock'))).toBe(false);
  });

  it('runs a built-in scenario to its end over its own port', async () => {
    const page = await Page.open(await address(start('serve')));
    await page.post('/api/sessions', { id: 's1', scenario: 'no-tool' });
    const stream = new SseReader(await page.call('/api/sessions/s1/stream'));
    await page.post('/api/sessions/s1/commands', { id: 'c1', branch: 'b1', type: 'continue' });
    await stream.until(({ data }) => data.includes('"run-end"'));
    await stream.cancel();
    expect(await page.list()).toMatchObject([{ phase: 'ended', outcome: { status: 'done', reason: 'end_turn' } }]);
  });

  it('is at rest after kill -9 in the middle of an answer, and the page stays signed in', async () => {
    const port = await freePort();
    const first = start('serve', [], { PORT: String(port) });
    const page = await Page.open(await address(first));
    await leaveMoving(page);
    first.child.kill('SIGKILL');
    await first.exited;
    await address(start('serve', [], { PORT: String(port) }));
    expect(await page.list()).toMatchObject([{ id: 's1', phase: 'request', moving: false }]);
    const again = await page.post('/api/sessions/s1/commands', { id: 'c1', branch: 'b1', type: 'continue' });
    expect([again.status, await again.json()]).toMatchObject([200, { ok: true }]);
    expect(await page.list()).toMatchObject([{ phase: 'request', moving: false }]);
  });

  it('a session that moves does not hold up stopping', async () => {
    const program = start('serve');
    await leaveMoving(await Page.open(await address(program)));
    program.child.kill('SIGINT');
    expect(await program.exited).toBe(0);
  });
});

describe('starting is refused with exit code 2', () => {
  it('by a server that runs on the same folder, whose address is named', async () => {
    const url = await address(start('serve'));
    const second = start('serve');
    expect(await second.exited).toBe(2);
    expect(second.err()).toContain(url);
    expect(second.out()).toBe('');
  });

  it('by a program on the same port, and the folder stays free', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const program = start('serve', [], { PORT: String(port) });
    expect(await program.exited).toBe(2);
    expect(program.err()).toContain(`http://127.0.0.1:${port} is taken`);
    taken.close();
    expect(existsSync(join(folder, 'data', 'server.lock'))).toBe(false);
  });

  it.each<[what: string, env: Record<string, string>, says: RegExp]>([
    ['other machines let in without a token', { HOST: '0.0.0.0' }, /LOUPE_TOKEN/],
    ['a database this version cannot use', { DATABASE_URL: 'postgres://x' }, /DATABASE_URL is set/],
    ['a port that is none', { PORT: 'abc' }, /whole number from 0 to 65535/],
    ['a host that is none', { HOST: '203.0.113.7', LOUPE_TOKEN: 't' }, /no address of this machine/],
  ])('by %s', async (_what, env, says) => {
    const program = start('serve', [], env);
    expect(await program.exited).toBe(2);
    expect(program.err()).toMatch(says);
    expect(program.err()).not.toMatch(/\n {4}at /);
  });

  it('by an unknown option', async () => {
    const program = start('serve', ['--prot', '1']);
    expect([await program.exited, program.err()]).toEqual([2, expect.stringContaining('--prot')]);
  });
});

describe('token mode', () => {
  it('lets other names in with the token only, and stores it nowhere', async () => {
    const token = 'a-token-for-this-test';
    const url = await address(
      start('serve', [], { HOST: '0.0.0.0', LOUPE_TOKEN: token, LOUPE_ALLOWED_HOSTS: 'loupe.test' }),
    );
    const local = url.replace('localhost', '127.0.0.1');
    expect((await fetch(`${local}/api/sessions`)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${local}/api/sessions`, { headers })).status).toBe(200);
    const body = JSON.stringify({ id: 's1', messages: [{ role: 'user', content: `token ${token}` }], model: 'm' });
    await fetch(`${local}/api/sessions`, { method: 'POST', headers, body });
    const events = await (await fetch(`${local}/api/sessions/s1/events`, { headers })).text();
    expect(events).toContain('token [secret LOUPE_TOKEN]');
    const files = ['loupe.db', 'loupe.db-wal'].map((name) => join(folder, 'data', name)).filter(existsSync);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(file).includes(token)).toBe(false);
  });
});

describe('scripted', () => {
  it('serves one scenario at the root and the others by name', async () => {
    const program = start('scripted', ['weather', '--port', '0']);
    const url = await address(program);
    const ask = async (base: string, headers: Record<string, string> = {}, more = {}) => {
      const body = JSON.stringify({
        model: 'claude-opus-5-5',
        max_tokens: 99,
        messages: [{ role: 'user', content: 'Hi' }],
        ...more,
      });
      return fetch(`${base}/v1/messages`, {
        method: 'POST',
        headers: { 'anthropic-version': '2023-06-01', ...headers },
        body,
      });
    };
    expect(((await (await ask(url)).json()) as { type: string }).type).toBe('message');
    expect((await ask(`${url}/refund`)).status).toBe(200);
    expect((await ask(url, { 'anthropic-beta': 'some-beta-2026' }, { brand_new: 1 })).status).toBe(200);
    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
  });

  it.each<[args: string[], says: RegExp]>([
    [['nothing-like-this'], /neither a built-in scenario .* nor a readable file/],
    [['refund', '--port', 'x'], /whole number/],
    [['a', 'b'], /One scenario at a time/],
  ])('%j exits 2', async (args, says) => {
    const program = start('scripted', args);
    expect(await program.exited).toBe(2);
    expect(program.err()).toMatch(says);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
