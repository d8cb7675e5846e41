import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Measure, Row } from '../measure-type.ts';
import { median } from '../parts/figures.ts';
import type { Reading } from '../parts/reader.ts';
import { writeClaudeCode, writeWireCapture } from '../parts/transcripts.ts';

const TRIES = 3;

/** Reading transcripts, against `JSON.parse` of each line of the same file in a process of its own. */
export const imports: Measure = {
  name: 'import',
  async run(bench) {
    const session = path.join(bench.folder, 'session.jsonl');
    writeClaudeCode(session, 38);
    const capture = path.join(bench.folder, 'capture.jsonl');
    writeWireCapture(capture, 127, 280);
    return [...(await compared(bench, 'agent session', session)), ...(await compared(bench, 'wire capture', capture))];
  },
};

async function compared(bench: Bench, what: string, file: string): Promise<Row[]> {
  const ratios: number[] = [];
  let imported: Reading | null = null;
  for (let at = 0; at < TRIES; at++) {
    const parsed = await read(bench, 'parse', file);
    const now = await read(bench, 'import', file);
    if (now.found < 500) throw new Error(`of ${file} only ${now.found} messages were imported`);
    ratios.push(parsed.ms / now.ms);
    if (imported === null || now.ms < imported.ms) imported = now;
  }
  const megabytes = Math.round(statSync(file).size / 1e6);
  const { ms = 0, peakMb = 0, found = 0 } = imported ?? {};
  const note = `${megabytes} MB, ${found} messages in ${Math.round(ms)} ms`;
  return [
    { name: `import ${what}: speed`, measured: median(ratios), unit: '×', limit: 0.35, holds: 'least', note },
    { name: `import ${what}: peak memory`, measured: peakMb, unit: 'MB', limit: 0, holds: 'told' },
  ];
}

async function read({ built }: Bench, how: 'import' | 'parse', file: string): Promise<Reading> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(built, 'reader.mjs'), how, file]);
  return JSON.parse(stdout) as Reading;
}
