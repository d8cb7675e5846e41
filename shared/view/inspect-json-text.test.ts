import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactJson } from './graph-edit.ts';
import { prettyJson, readJson, spanOf } from './inspect-json-text.ts';

describe('readJson', () => {
  test.each([
    ['', 'empty', 1, 1],
    ['{"a":1,}', 'syntax', 1, 8],
    ['{\n  "a": oops\n}', 'syntax', 2, 8],
    ['{"a":1', 'syntax', 1, 7],
    ['{"a":1} // note', 'syntax', 1, 9],
    ['['.repeat(600), 'too-deep', 1, 1],
  ])('%.20j breaks as %s', (text, code, line, column) => {
    expect(readJson(text)).toEqual({ ok: false, fault: expect.objectContaining({ code, line, column }) });
  });

  test('keeps an own __proto__ member', () => {
    const verdict = readJson('{"__proto__":{"a":1}}');
    expect(verdict.ok && Object.keys(verdict.value as object)).toEqual(['__proto__']);
  });
});

describe('prettyJson and compactJson', () => {
  test('keep numbers and strings as written', () => {
    const text = '{"a":129.00,"b":[1e3,"x \\" y"],"c":{}}';
    expect(prettyJson(text)).toBe('{\n  "a": 129.00,\n  "b": [\n    1e3,\n    "x \\" y"\n  ],\n  "c": {}\n}');
    expect(compactJson(prettyJson(text) ?? '')).toBe(text);
  });

  test('any JSON survives the way there and back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        expect(compactJson(prettyJson(text) ?? '')).toBe(text);
      }),
    );
  });

  test.each(['95F, sunny', '12', '"text"', '{broken', ''])('%s has no pretty form', (text) => {
    expect(prettyJson(text)).toBeNull();
  });
});

describe('spanOf', () => {
  const text = '{"content": [{"type":"tool_use", "input": {"0": true}}, 7]}';
  const at = (path: string[]) => {
    const span = spanOf(text, path);
    return span === null ? null : text.slice(span.offset, span.offset + span.length);
  };

  test('finds members and items', () => {
    expect(at(['content', '0', 'type'])).toBe('"tool_use"');
    expect(at(['content', '1'])).toBe('7');
    expect(at(['content', '0', 'input', '0'])).toBe('true');
  });

  test('falls back to what holds the missing member', () => {
    expect(at(['content', '0', 'id'])).toBe('{"type":"tool_use", "input": {"0": true}}');
    expect(at(['content', '9', 'id'])).toBe('[{"type":"tool_use", "input": {"0": true}}, 7]');
    expect(spanOf('', ['a'])).toBeNull();
  });
});
