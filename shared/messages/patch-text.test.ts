import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffEdits, type Edit } from './edits.ts';
import { patchText } from './patch-text.ts';

function patch(source: string, edits: Edit[]): string {
  return patchText(source, JSON.parse(source), edits);
}

describe('patchText', () => {
  it('changes nothing but the place', () => {
    const source = '{ "n": 1.0,\t"m" :129.00 , "s": "\\u00e9\\/" }\r\n';
    expect(patch(source, [{ path: ['m'], value: 2 }])).toBe('{ "n": 1.0,\t"m" :2 , "s": "\\u00e9\\/" }\r\n');
  });

  it('takes list elements out with their comma, first, middle, last and only', () => {
    expect(patch('[1, 2, 3]', [{ path: [0] }])).toBe('[2, 3]');
    expect(patch('[1, 2, 3]', [{ path: [1] }])).toBe('[1, 3]');
    expect(patch('[1, 2, 3]', [{ path: [2] }])).toBe('[1, 2]');
    expect(patch('[ 1 ]', [{ path: [0] }])).toBe('[]');
  });

  it('writes new parts in the manner of the document', () => {
    const lines = '{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}';
    expect(patch(lines, [{ path: ['a', 1], insert: [{ b: [2] }] }])).toBe(
      '{\r\n\t"a": [\r\n\t\t1,\r\n\t\t{\r\n\t\t\t"b": [\r\n\t\t\t\t2\r\n\t\t\t]\r\n\t\t}\r\n\t]\r\n}',
    );
    expect(
      patch('{"a":[1],"b":2}', [
        { path: ['a', 1], insert: [{ c: 3 }] },
        { path: ['d'], value: [] },
      ]),
    ).toBe('{"a":[1,{"c":3}],"b":2,"d":[]}');
    expect(patch('{"a": 1, "b": 2}', [{ path: ['c'], value: { d: 3, e: 4 } }])).toBe(
      '{"a": 1, "b": 2, "c": {"d": 3, "e": 4}}',
    );
  });

  it('fills empty lists and objects', () => {
    expect(
      patch('{"a":[],"b":{}}', [
        { path: ['a', 0], insert: [1] },
        { path: ['b', 'x'], value: 2 },
      ]),
    ).toBe('{"a":[1],"b":{"x":2}}');
    expect(patch('{\n  "a": []\n}', [{ path: ['a', 0], insert: [1] }])).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it('moves a part with its own spelling', () => {
    const source = '{\n  "list": [\n    {\n      "x": 1.50,\n      "x": 2.50\n    },\n    "between"\n  ]\n}';
    const document = JSON.parse(source) as { list: unknown[] };
    const moved = patchText(source, document, [
      { path: ['list', 0] },
      { path: ['list', 2], insert: [document.list[0]] },
    ]);
    expect(moved).toBe('{\n  "list": [\n    "between",\n    {\n      "x": 1.50,\n      "x": 2.50\n    }\n  ]\n}');
  });

  it('indents a part that moves to another depth', () => {
    const source = '{\n  "a": {\n    "b": 1\n  },\n  "c": [\n    [\n      0\n    ]\n  ]\n}';
    const document = JSON.parse(source) as { a: unknown };
    expect(patchText(source, document, [{ path: ['c', 0, 1], insert: [document.a] }])).toContain(
      '      0,\n      {\n        "b": 1\n      }\n',
    );
  });

  it('keeps the spelling of a text that only gets a new shell', () => {
    const source = '{"content":"caf\\u00e9 \\/"}';
    expect(patch(source, [{ path: ['content'], value: [{ type: 'text', text: 'café /' }] }])).toBe(
      '{"content":[{"type":"text","text":"caf\\u00e9 \\/"}]}',
    );
  });

  it('means the last of equal keys, and removes them all', () => {
    expect(patch('{"a":1,"a":2}', [{ path: ['a'], value: 3 }])).toBe('{"a":1,"a":3}');
    expect(patch('{"a":1,"b":0,"a":2}', [{ path: ['a'] }])).toBe('{"b":0}');
  });

  it('gives a text that reads as the changed document, whatever it is', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(
        json,
        json,
        fc.constantFrom<string | number | undefined>(undefined, 2, '\t'),
        (before, after, space) => {
          const source = JSON.stringify(before, null, space);
          const document = JSON.parse(source) as unknown;
          expect(JSON.parse(patchText(source, document, diffEdits(document, after)))).toEqual(
            JSON.parse(JSON.stringify(after)),
          );
        },
      ),
    );
  });
});
