import { gzipSync, strToU8, zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../import-files.ts';
import { bytesSource } from '../source.ts';
import { fixtureBytes } from '../testing/fixtures.ts';
import { claudeDataIn } from './html.ts';
import { looksLikeYaml, readYaml } from './yaml.ts';

const session = () => fixtureBytes('claude-code/rewind.jsonl');
const read = (name: string, bytes: Uint8Array) => importFiles([bytesSource(name, bytes)]);
const codes = (result: Awaited<ReturnType<typeof read>>) => result.dropped.map(({ code }) => code);

function zip(files: Zippable): Uint8Array {
  return zipSync(files, { mtime: new Date(2026, 0, 1) });
}

describe('archives', () => {
  it('are unpacked, each file by its own format', async () => {
    const result = await read(
      'all.zip',
      zip({
        'a/session.jsonl': session(),
        'b.json': fixtureBytes('openai-chat/messages.json'),
        '.DS_Store': strToU8('x'),
      }),
    );
    expect(result.conversations.map(({ format, file }) => `${format} ${file}`)).toEqual([
      'claude-code all.zip/a/session.jsonl',
      'openai-chat all.zip/b.json',
    ]);
    expect(result.dropped).toEqual([]);
  });

  it('may be stored, compressed or gzip', async () => {
    const stored = zip({ 's.jsonl': [session(), { level: 0 }] });
    expect((await read('s.zip', stored)).totals.toolUses).toBe(2);
    expect((await read('s.jsonl.gz', gzipSync(session()))).conversations[0]?.file).toBe('s.jsonl');
  });

  it('of Inspect are one log, its headers no conversations', async () => {
    const sample = {
      id: 's1',
      epoch: 1,
      input: 'Q',
      target: 'A',
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: 'A' },
      ],
    };
    const log = zip({
      'header.json': strToU8('{"version":2,"eval":{"task":"t"},"plan":{}}'),
      'samples/s1_epoch_1.json': strToU8(JSON.stringify(sample)),
      '_journal/start.json': strToU8('{}'),
      'summaries.json': strToU8('[{"id":"s1","epoch":1,"input":"Q"}]'),
    });
    const result = await read('log.eval', log);
    expect(result.conversations.map(({ format, messages }) => [format, messages.length])).toEqual([['inspect', 2]]);
    expect(result.dropped).toEqual([]);
  });

  it('are opened two deep and no deeper', async () => {
    const one = zip({ 's.jsonl': session() });
    const two = zip({ 'one.zip': one });
    expect((await read('two.zip', two)).conversations).toHaveLength(1);
    const five = zip({ 'four.zip': zip({ 'three.zip': zip({ 'two.zip': two }) }) });
    const result = await read('five.zip', five);
    expect(result.conversations).toEqual([]);
    expect(codes(result)).toEqual(['limit']);
    expect(result.dropped[0]?.message).toContain('archive inside 2 archives');
  });

  it('never name a path outside', async () => {
    const result = await read(
      'evil.zip',
      zip({ '../../etc/passwd.jsonl': session(), '/abs/x.jsonl': session(), 'C:\\w\\y.jsonl': session() }),
    );
    expect(result.conversations.map(({ file }) => file)).toEqual([
      'evil.zip/etc/passwd.jsonl',
      'evil.zip/abs/x.jsonl',
      'evil.zip/w/y.jsonl',
    ]);
  });

  it('that blow up are stopped', async () => {
    const bomb = gzipSync(new Uint8Array(60 * 1024 * 1024), { level: 9 });
    const result = await read('bomb.gz', bomb);
    expect(codes(result)).toEqual(['limit']);
    expect(result.dropped[0]?.message).toContain('200 times');
  });

  it('with too many entries are refused', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, [new Uint8Array(), { level: 0 }]]),
    ) as Zippable;
    const result = await read('many.zip', zip(many));
    expect(result.dropped).toEqual([
      { line: null, code: 'limit', message: 'The archive has 10001 entries; 10000 is the most that is read.' },
    ]);
  });

  it('cut anywhere give words, never an exception', async () => {
    const whole = zip({ 'a.jsonl': session(), 'b.jsonl': [session(), { level: 0 }] });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(255), async (at, byte) => {
        const cut = await read('cut.zip', whole.subarray(0, at));
        expect(cut.conversations.length + cut.dropped.length).toBeGreaterThan(0);
        const damaged = whole.slice();
        damaged[at % whole.length] = byte;
        const result = await read('damaged.zip', damaged);
        expect(result.conversations.length + result.dropped.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it('keep what came before a damage', async () => {
    const packed = gzipSync(session());
    const result = await read('s.jsonl.gz', packed.subarray(0, packed.length - 40));
    expect(result.conversations).toHaveLength(1);
    expect(codes(result)).toEqual(['torn']);
  });
});

describe('files of other kinds', () => {
  it.each([
    ['SQLite', 'SQLite format 3\0', 'sqlite', 'Export the session as JSON'],
    ['a PDF', '%PDF-1.7', 'pdf', 'no transcript'],
    ['Zstandard', '\u0028\u00b5\u002f\u00fd', 'zstd', 'zstd -d'],
    ['binary data', '\0\x01\0\x02\0\0\0', 'binary', 'no text file'],
  ])('%s is refused with what to do', async (_name, head, code, words) => {
    const bytes = Uint8Array.from(head, (char) => char.charCodeAt(0));
    const { dropped } = await read('file', bytes);
    expect(dropped[0]?.code).toBe(code);
    expect(dropped[0]?.message).toContain(words);
  });

  it.each(['utf-16le', 'utf-16be'])('text in %s is read, with and without a mark', async (encoding) => {
    const text = new TextDecoder().decode(session());
    for (const mark of ['\ufeff', '']) {
      const units = Uint16Array.from(mark + text, (char) => char.charCodeAt(0));
      const bytes = new Uint8Array(units.buffer);
      if (encoding === 'utf-16be')
        for (let at = 0; at < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1] ?? 0, bytes[at] ?? 0];
      expect((await read('s.jsonl', bytes)).totals.toolUses).toBe(2);
    }
  });

  it('a file over the bound is refused unread', async () => {
    const huge = { name: 'huge', size: 2 ** 31, read: () => Promise.reject(new Error('was read')) };
    expect((await importFiles([huge])).dropped[0]?.code).toBe('too-large');
  });
});

describe('claudeDataIn', () => {
  it.each([
    ['window.claudeData = {"a":1};</script>', '{"a":1};'],
    [`window.claudeData=JSON.parse(atob("${btoa('{"b":2}')}"))`, '{"b":2}'],
    ["x = window.claudeData || {}; window.claudeData = JSON.parse(atob('not base64!'))", null],
    ['nothing', null],
  ])('%s', (html, data) => {
    expect(claudeDataIn(html)).toBe(data);
  });
});

describe('readYaml', () => {
  it.each<[string, string, unknown]>([
    [
      'nested lists and maps',
      'a:\n- b: 1\n  c: [x, "y"]\n- - d\n  - e\n',
      { a: [{ b: 1, c: ['x', 'y'] }, ['d', 'e']] },
    ],
    ['single quotes over lines', "a: 'it''s\n\n  long\n  text'\n", { a: "it's\nlong text" }],
    ['double quotes with escapes', 'a: "x\\n\\\n  y\\u00e9 \\x41"\n', { a: 'x\nyé A' }],
    [
      'literal and folded blocks',
      'a: |\n  one\n    two\n\nb: >-\n  three\n  four\n',
      { a: 'one\n  two\n', b: 'three four' },
    ],
    ['kept line ends', 'a: |+\n  x\n\nb: 1\n', { a: 'x\n\n', b: 1 }],
    ['anchors', 'a: &x {k: v}\nb: *x\n', { a: { k: 'v' }, b: { k: 'v' } }],
    ['comments and a document mark', '# top\n---\na: 1 # one\n# end\n', { a: 1 }],
    [
      'numbers, null, booleans',
      'a: -1.5e3\nb:\nc: true\nd: "1"\ne: 1_0\n',
      { a: -1500, b: null, c: true, d: '1', e: '1_0' },
    ],
    ['JSON', 'a: {"b": [1, {"c": null}]}\n', { a: { b: [1, { c: null }] } }],
    ['long keys', '? "long key"\n: 1\nb: 2\n', { 'long key': 1, b: 2 }],
  ])('reads %s', (_name, text, value) => {
    expect(readYaml(text)).toEqual({ ok: true, value });
  });

  it('reads bytes, and keeps an own __proto__ key', () => {
    const reading = readYaml('a: !!binary |\n  aGk=\n__proto__:\n  b: 1\n');
    const value = reading.ok ? (reading.value as Record<string, unknown>) : {};
    expect(value.a).toEqual(Uint8Array.of(104, 105));
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  it('never throws and always ends', () => {
    const piece = fc.constantFrom(
      'a:',
      ' ',
      '\n',
      '- ',
      "'",
      '"',
      '|',
      '>',
      '&x',
      '*x',
      '[',
      ']',
      '{',
      '}',
      ':',
      '? ',
      '#',
      '!!binary',
      'é',
      ',',
      '  ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        looksLikeYaml(text);
        expect(typeof readYaml(text).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  it('does not take stream dumps and logs for YAML', () => {
    expect(looksLikeYaml('event: message_start\ndata: {}\n')).toBe(false);
    expect(looksLikeYaml('interactions:\n- request:\n')).toBe(true);
  });
});
