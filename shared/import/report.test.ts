import { describe, expect, it } from 'vitest';
import { importFiles } from './import-files.ts';
import { reportOf } from './report.ts';
import { fixture, fixtureFiles } from './testing/fixtures.ts';

const read = async (...names: string[]) => reportOf(await importFiles(names.map(fixture)));

describe('reportOf', () => {
  it('puts agents under the conversation that opened them, by its call', async () => {
    const { conversations } = await read('claude-code/sidechain.jsonl');
    const agent = conversations.find(({ parent }) => parent !== null);
    expect(conversations[agent?.parent ?? -1]?.parent).toBeNull();
    expect(agent?.toolUseId).toMatch(/^toolu_/);
  });

  it('tells what was guessed, made up and kept back', async () => {
    const { conversations } = await read('claude-code/interrupted.jsonl');
    expect(conversations[0]).toMatchObject({ synthetic: 1, guessCount: 1, toolUses: 2, orphanToolUses: 1 });
    expect(conversations[0]?.guesses[0]?.what).toBe('tool_result');
  });

  it('counts copies of one answer once in the totals, and tells the sum of the conversations beside it', async () => {
    const { totals, sums } = await read('claude-code/parallel.jsonl', 'claude-code/parallel.jsonl');
    expect(sums.outputTokens).toBe(2 * totals.outputTokens);
  });

  it('names formats for people', async () => {
    expect((await read('codex/rollout.jsonl')).files[0]?.label).toMatch(/Codex/);
    expect((await read('none/notes.txt')).files[0]?.label).toBeNull();
  });

  it.each(fixtureFiles())('accounts for all records of %s', async (name) => {
    const { files, conversations } = await read(name);
    for (const file of files) expect(file.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(file.records);
    for (const each of conversations) expect(each.parent).not.toBe(each.index);
  });
});
