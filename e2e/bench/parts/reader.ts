// A process of its own that reads one file in one way and prints what that took: `node reader.mjs import|parse FILE`.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { importFiles } from '../../../shared/import/import-files.ts';
import type { ImportSource } from '../../../shared/import/import-types.ts';

export interface Reading {
  ms: number;
  /** Largest resident memory of the process. */
  peakMb: number;
  /** Messages of all conversations, or records parsed. */
  found: number;
}

async function importFile(file: string): Promise<number> {
  const handle = await open(file);
  const source: ImportSource = {
    name: 'capture.jsonl',
    size: (await stat(file)).size,
    async read(offset, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
  const { conversations } = await importFiles([source]);
  await handle.close();
  return conversations.reduce((sum, { messages }) => sum + messages.length, 0);
}

/** What any reader of JSON Lines does at least. */
async function parseLines(file: string): Promise<number> {
  let found = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    let from = 0;
    const bytes: Buffer = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
      if (JSON.parse(bytes.toString('utf8', from, end)) !== null) found += 1;
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  return found;
}

const [how, file = ''] = process.argv.slice(2);
const began = performance.now();
const found = how === 'import' ? await importFile(file) : await parseLines(file);
const reading: Reading = { ms: performance.now() - began, peakMb: process.resourceUsage().maxRSS / 1024, found };
console.log(JSON.stringify(reading));
