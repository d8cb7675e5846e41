import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFiles } from './import-files.ts';
import type { ImportResult } from './import-types.ts';
import { IMPORTERS } from './registry.ts';
import { bytesSource } from './source.ts';
import { FIXTURES, fixture, fixtureBytes, fixtureFiles } from './testing/fixtures.ts';
import { unpaired } from './testing/unpaired.ts';
import { picture } from './testing/picture.ts';

const FILES = fixtureFiles();
/** Bodies of the API are taken as they are, whatever is wrong with them. */
const AS_THEY_ARE = /^(messages-api|claude-trace|har|http-cassette|bedrock-log|none)\//;
const FORMATS = [...new Set(FILES.map((file) => file.split('/')[0] ?? ''))].filter((format) => format !== 'none');

/** What must hold for every import, of whatever bytes. */
function judge(result: ImportResult): void {
  for (const file of result.report.files) {
    expect(file.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(file.records);
    expect(file.kinds.map(({ kind }) => kind)).not.toContain('unaccounted');
  }
  if (result.conversations.length === 0) expect(result.dropped.length).toBeGreaterThan(0);
  const ids = result.conversations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const conversation of result.conversations) {
    expect(conversation.messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(conversation).isWellFormed()).toBe(true);
    expect(
      conversation.turns.every(
        ({ messageIndex }) => messageIndex === null || messageIndex < conversation.messages.length,
      ),
    ).toBe(true);
    if (conversation.parent) expect(ids).toContain(conversation.parent.conversation);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('each fixture', () => {
  it.each(FILES)('%s reads as the kept picture says', async (name) => {
    const result = await importFiles([fixture(name)]);
    judge(result);
    if (!AS_THEY_ARE.test(name))
      for (const { messages } of result.conversations) expect(unpaired(messages)).toEqual([]);
    await expect(picture(result)).toMatchFileSnapshot(`${FIXTURES}/../golden/${name}.golden.txt`);
  });

  it.each(FORMATS)('%s is told by its content, and read with --format too', async (format) => {
    const own = FILES.filter((file) => file.startsWith(`${format}/`));
    const read = await Promise.all(own.map((file) => importFiles([bytesSource('x.bin', fixtureBytes(file))])));
    expect(read.some((result) => result.format === format)).toBe(true);
    expect(read.every((result) => result.format === format || result.format === null)).toBe(true);
    expect(IMPORTERS.map(({ id }) => id)).toContain(format);
  });

  it('every importer has one', () => {
    expect(IMPORTERS.map(({ id }) => id).toSorted()).toEqual(FORMATS.toSorted());
  });

  it.each(FILES)('%s reads the same however it is cut', async (name) => {
    const whole = await importFiles([fixture(name)]);
    for (const chunk of [1, 7, 1000]) expect(await importFiles([fixture(name)], { chunk })).toEqual(whole);
  });
});

describe('damaged fixtures', () => {
  const file = fc.constantFrom(...FILES);

  it('never throw when they end early, and every record is accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.double({ min: 0, max: 1, noNaN: true }), async (name, part) => {
        const bytes = fixtureBytes(name);
        judge(await importFiles([bytesSource(name, bytes.subarray(0, Math.floor(bytes.length * part)))]));
      }),
      { numRuns: 300 },
    );
  });

  it('never throw when bytes are changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        async (name, changes) => {
          const bytes = fixtureBytes(name).slice();
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          judge(await importFiles([bytesSource(name, bytes)]));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throw when values are swapped for others', async () => {
    const odd = fc.constantFrom<unknown>(
      null,
      0,
      -1,
      '',
      'x',
      [],
      {},
      [null],
      [[]],
      true,
      { type: 'text' },
      '\ud800',
      JSON.parse('{"__proto__":{"x":1}}'),
    );
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), odd, async (name, at, value) => {
        const text = new TextDecoder().decode(fixtureBytes(name));
        const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])|\b\d+\b(?=\s*[,}\]])/g)];
        const token = tokens[at % Math.max(1, tokens.length)];
        if (!token) return;
        const changed = `${text.slice(0, token.index)}${JSON.stringify(value)}${text.slice(token.index + token[0].length)}`;
        judge(await importFiles([bytesSource(name, new TextEncoder().encode(changed))]));
      }),
      { numRuns: 600 },
    );
  });

  it('never throw when every importer is made to read every file', async () => {
    for (const importer of IMPORTERS) {
      for (const name of FILES) judge(await importFiles([fixture(name)], { importer }));
    }
  }, 60_000);
});
