import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTranscript } from './lint-transcript.ts';
import { runLint } from './lint.ts';
import { processIo } from './process-io.ts';

const fixtures = fileURLToPath(new URL('../../shared/import/fixtures', import.meta.url));

it('lints the conversations of a transcript, each by itself', async () => {
  const out: string[] = [];
  const io = {
    ...processIo,
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void out.push(text),
  };
  const code = await runLint([`${fixtures}/claude-code/parallel.jsonl`, '--json'], io, readTranscript);
  expect(code).toBe(0);
  expect(JSON.parse(out.join(''))).toHaveProperty('problems');
});

it('a text that holds no conversation is none', async () => {
  expect(await readTranscript('nothing here', 'notes.txt')).toBeNull();
});
