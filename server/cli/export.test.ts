import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORTERS } from '../../shared/export/registry.ts';
import { runExport } from './export.ts';

const fixtures = fileURLToPath(new URL('../../shared/import/fixtures', import.meta.url));
const session = join(fixtures, 'claude-code/parallel.jsonl');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-export-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    readFile: () => Promise.reject(new Error('not used')),
    stdin: () => Promise.resolve('[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]'),
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
  };
  const code = await runExport(args, io);
  return { code, stdout: out.join(''), stderr: err.join('') };
}

describe('loupe export', () => {
  it.each(EXPORTERS.map(({ id }) => id))('writes %s to standard output', async (id) => {
    const { code, stdout, stderr } = await run(session, '--to', id);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.length).toBeGreaterThan(100);
  });

  it('writes a messages array that equals what import read', async () => {
    const { stdout } = await run('-', '--to', 'messages');
    expect(JSON.parse(stdout)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ]);
  });

  it('writes to a file', async () => {
    const file = join(folder, 'out.md');
    const { code, stdout } = await run('-', '--to', 'markdown', '-o', file);
    expect([code, stdout]).toEqual([0, '']);
    expect(await readFile(file, 'utf8')).toContain('> Hello');
  });

  it('keeps a session of its own byte for byte', async () => {
    const first = await run(session, '--to', 'loupe');
    const file = join(folder, 'session.loupe.jsonl');
    await writeFile(file, first.stdout);
    expect((await run(file, '--to', 'loupe')).stdout).toBe(first.stdout);
  });

  it('takes the first conversation without a parent and says so; another one by its id', async () => {
    const file = join(folder, 'two.jsonl');
    const one = (await run('-', '--to', 'loupe')).stdout;
    await writeFile(file, one + one.replaceAll('Hello', 'Hola'));
    const first = await run(file, '--to', 'messages');
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('--conversation');
    const ids = [...first.stderr.matchAll(/^ {2}(\S+)/gmu)].map((match) => match[1]!);
    expect(ids).toHaveLength(2);
    const second = await run(file, '--to', 'messages', '--conversation', ids[1]!);
    expect(second.stdout).toContain('Hola');
    expect(second.stderr).toBe('');
  });

  it.each([
    [[], /name a file/],
    [['x'], /--to loupe/],
    [['x', 'y', '--to', 'loupe'], /one file at a time/],
    [['x', '--to', 'pdf'], /no format "pdf"/],
    [['/nowhere/x', '--to', 'loupe'], /cannot be read/],
    [['-', '--to', 'loupe', '--nope'], /nope/],
    [['-', '--to', 'loupe', '--conversation', 'other'], /no conversation "other"/],
    [['-', '--to', 'loupe', '-o', '/nowhere/x'], /cannot be written/],
  ])('%j is a mistake in words, exit code 2', async (args, words) => {
    const { code, stderr, stdout } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });

  it('says why nothing is a conversation, exit code 1', async () => {
    const { code, stderr } = await run(join(fixtures, 'claude-code/empty.jsonl'), '--to', 'loupe');
    expect(code).toBe(1);
    expect(stderr).toContain('nothing in');
  });

  it('tells its usage', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--conversation');
  });
});
