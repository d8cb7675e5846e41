import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecords } from './records.ts';
import type { RecordItem } from './records.ts';
import { bytesSource, piecesSource, streamSource } from './source.ts';

async function read(text: string | Uint8Array, chunk?: number): Promise<RecordItem[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const items: RecordItem[] = [];
  for await (const batch of readRecords(bytesSource('file', bytes), chunk)) items.push(...batch);
  return items;
}

const values = (items: RecordItem[]) => items.flatMap((item) => (item.kind === 'record' ? [item.value] : []));
const bad = (items: RecordItem[]) =>
  items.flatMap((item) => (item.kind === 'bad' ? [`${item.line} ${item.code}`] : []));

describe('readRecords', () => {
  it.each([
    ['JSON Lines', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }], []],
    ['a byte order mark and CRLF', '\ufeff{"a":1}\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }], []],
    ['line separators inside strings', '{"a":"x\u2028y"}\n{"a":"\u2029"}', [{ a: 'x\u2028y' }, { a: '\u2029' }], []],
    ['one document over many lines', '{\n "a": [\n  1,\n  {"b": 2}\n ]\n}\n', [{ a: [1, { b: 2 }] }], []],
    ['documents after each other', '{\n"a":1\n}\n{\n"a":2\n}', [{ a: 1 }, { a: 2 }], []],
    ['glued records', '{"a":1}{"a":2}\n{"a":3} {"a":4},{"a":5}', [1, 2, 3, 4, 5].map((a) => ({ a })), []],
    ['a torn last line', '{"a":1}\n{"a":"cu', [{ a: 1 }], ['2 torn']],
    ['a torn line in the middle', '{"a":1}\n{"b":{"c":[\n{"a":2}\n{"a":3}', [{ a: 1 }, { a: 2 }, { a: 3 }], ['2 torn']],
    ['a record glued to a torn one', '{"a":"cut{"a":2}\n{"a":3}', [{ a: 2 }, { a: 3 }], ['1 torn']],
    [
      'records in a log',
      '12:00 start\n[12:01] got {"a":1} ok\n{\n"a":2\n} done\nend {1}',
      [{ a: 1 }, { a: 2 }],
      ['1 text', '6 text'],
    ],
    [
      'stream data lines',
      'event: x\ndata: {"a":1}\n\nevent: y\ndata: {"a":2}\n\n',
      [{ a: 1 }, { a: 2 }],
      ['1 frame', '4 frame'],
    ],
    ['a cut document', '[\n {"a":1},\n {"a":{"b":2}},\n {"a":', [{ a: 1 }, { a: { b: 2 } }], ['1 torn']],
    ['a cut document in one line', '{"m":[{"a":1},{"a":2},{"a":"cu', [{ a: 1 }, { a: 2 }], ['1 torn']],
    ['not a number', '{"a":NaN}\n{"a":-Infinity}', [{ a: null }, { a: null }], []],
    ['NUL bytes of a crash', '{"a":1}\n\0\0\0\0{"a":2}\n\0\0', [{ a: 1 }, { a: 2 }], []],
    ['nothing', '', [], []],
    ['blank lines', '\n  \r\n\n', [], []],
    ['prose', 'Hello there,\nthis is {not} a record.', [], ['1 text', '2 text']],
  ])('reads %s', async (_name, text, records, dropped) => {
    const items = await read(text);
    expect(values(items)).toEqual(records);
    expect(bad(items)).toEqual(dropped);
  });

  it('tells where each record stands, in bytes', async () => {
    const text = '\ufeff{"ä":"😀"}\r\n12:00 ü {"b":1}{"c":\n2} {"d":3}';
    const bytes = new TextEncoder().encode(text);
    const items = await read(text);
    const cut = items.map(({ offset, length }) => new TextDecoder().decode(bytes.subarray(offset, offset + length)));
    expect(cut).toEqual(['{"ä":"😀"}', '{"b":1}', '{"c":\n2}', '{"d":3}']);
    expect(items.map((item) => item.line)).toEqual([1, 2, 2, 3]);
  });

  it('reads a line of 13 million characters', async () => {
    const long = 'x'.repeat(13_000_000);
    const items = await read(`{"a":1}\n{"long":"${long}"}\n{"a":2}`);
    expect(values(items)[1]).toEqual({ long });
    expect(items).toHaveLength(3);
  });

  it('reads bytes that are no UTF-8', async () => {
    const items = await read(Uint8Array.of(123, 34, 97, 34, 58, 34, 255, 34, 125));
    expect(values(items)).toEqual([{ a: '\ufffd' }]);
  });

  it('stays linear on a file of nothing but openers', async () => {
    const items = await read('[\n'.repeat(20_000));
    expect(items.every((item) => item.kind === 'bad')).toBe(true);
  });

  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{', '}', '[', '{"a":', '{"b":[1,', ']', '}{', '\r', '{"x":"é😀"}', '[1] {"a":"{"}', '"', '\\'),
  );

  it('never throws, and the pieces a file is read in do not matter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, chunk) => {
        const text = lines.join('\n');
        const whole = await read(text);
        expect(await read(text, chunk)).toEqual(whole);
      }),
    );
  });

  it('never throws on any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const items = await read(bytes);
        expect(items.every((item) => item.offset + item.length <= bytes.length && item.length >= 0)).toBe(true);
      }),
    );
  });
});

describe('sources', () => {
  it('read the same bytes however they are cut', async () => {
    const bytes = Uint8Array.from({ length: 50 }, (_, index) => index);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50)), fc.nat(60), fc.nat(60), async (cuts, offset, length) => {
        const marks = [0, ...cuts.toSorted((a, b) => a - b), 50];
        const pieces = marks.slice(1).map((mark, index) => bytes.subarray(marks[index], mark));
        const source = piecesSource('p', pieces);
        expect([...(await source.read(offset, length))]).toEqual([...bytes.subarray(offset, offset + length)]);
      }),
    );
  });

  it('refuse a stream that is too long', async () => {
    async function* endless() {
      for (;;) yield new Uint8Array(10);
    }
    await expect(streamSource('s', endless(), 100)).rejects.toThrow('more than 100 bytes');
  });
});
