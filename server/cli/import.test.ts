import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResult } from '../../shared/import/import-types.ts';
import { runImport } from './import.ts';

const fixtures = fileURLToPath(new URL('../../shared/import/fixtures', import.meta.url));
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-import-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    readFile: () => Promise.reject(new Error('not used')),
    stdin: () => Promise.resolve('{"role":"user","content":"Hi"}\n{"role":"assistant","content":"Hello"}\n'),
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
  };
  const code = await runImport(args, io);
  return { code, stdout: out.join(''), stderr: err.join('') };
}

async function json(...args: string[]): Promise<ImportResult> {
  return JSON.parse((await run(...args, '--json')).stdout) as ImportResult;
}

describe('loupe import', () => {
  it('prints one JSON document with the keys that are promised', async () => {
    const { code, stdout } = await run(join(fixtures, 'claude-code/parallel.jsonl'), '--json');
    const result = JSON.parse(stdout) as ImportResult;
    expect(code).toBe(0);
    expect(Object.keys(result)).toEqual(['format', 'conversations', 'totals', 'dropped', 'report']);
    const [conversation] = result.conversations;
    for (const key of ['id', 'title', 'parent', 'model', 'system', 'tools', 'messages', 'turns', 'branches'])
      expect(conversation).toHaveProperty(key);
    expect(Object.keys(conversation?.turns[0] ?? {})).toEqual(
      expect.arrayContaining(['messageIndex', 'stopReason', 'usage', 'model', 'startedAt', 'durationMs']),
    );
    expect(result.totals).toEqual({
      inputTokens: 10,
      outputTokens: 46,
      cacheReadTokens: 200,
      cacheCreationTokens: 14,
      toolUses: 2,
      orphanToolUses: 0,
    });
  });

  it('tells people what was read, and on stderr what was not', async () => {
    const { code, stdout, stderr } = await run(join(fixtures, 'claude-code/glued-and-torn.jsonl'));
    expect(code).toBe(0);
    expect(stdout).toContain('claude-code: 1 conversations');
    expect(stderr).toContain(':2: The record cannot be read');
  });

  it('brings the sub-agents of a session along', async () => {
    const { conversations } = await json(join(fixtures, 'claude-code/with-agents/session-1.jsonl'));
    expect(conversations.map(({ parent, messages }) => [parent?.toolUseId, messages.length])).toEqual([
      [undefined, 4],
      ['toolu_ex', 4],
    ]);
  });

  it('reads a folder, and links what lies in several files', async () => {
    const result = await json(join(fixtures, 'claude-code/with-agents'));
    expect(result.conversations.map(({ parent }) => parent?.toolUseId ?? null)).toEqual([null, 'toolu_ex']);
    expect(result.dropped.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'session-1/subagents/workflows/wf_1/journal.jsonl unknown-record',
      'session-1/subagents/workflows/wf_1/journal.jsonl unknown-format',
    ]);
  });

  it('reads standard input', async () => {
    expect((await json('-')).conversations[0]?.messages).toHaveLength(2);
  });

  it('reads a file as the format it is told', async () => {
    expect((await json(join(fixtures, 'messages-api/messages.json'), '--format', 'openai-chat')).format).toBe(
      'openai-chat',
    );
  });

  it('exits 1 when nothing in it is a conversation', async () => {
    const { code, stdout, stderr } = await run(join(fixtures, 'none/notes.txt'), '--json');
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as ImportResult).conversations).toEqual([]);
    expect(stderr).toContain('none of the known transcript formats');
  });

  it.each([
    [['/no/such/file'], 'cannot be read'],
    [[], 'name a file'],
    [['a', 'b'], 'one file or folder at a time'],
    [['a', '--format', 'nonsense'], 'there is no format "nonsense"'],
    [['a', '--nonsense'], '--nonsense'],
  ])('exits 2 for %j', async (args, words) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('exits 2 for an empty folder, and does not leave the folder it is given', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    expect((await run(empty)).code).toBe(2);
    await writeFile(join(empty, 'a.json'), '[{"role":"user","content":"Hi"}]');
    expect((await json(empty)).conversations).toHaveLength(1);
  });

  it('tells its options', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('claude-code');
  });
});
