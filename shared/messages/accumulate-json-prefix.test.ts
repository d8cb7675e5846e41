import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyJsonObject } from './accumulate-json-prefix.ts';

test.each([
  ['{"path":"notes.md","body":"alpha be', { kind: 'cut' }],
  ['{"find":"a","put":"b"}}', { kind: 'wrong', at: 22 }],
  ['{"a": nope}', { kind: 'wrong', at: 6 }],
  ['', { kind: 'cut' }],
  ['  {', { kind: 'cut' }],
  ['{}', { kind: 'whole' }],
  ['{} \n', { kind: 'whole' }],
  ['{"a":1,}', { kind: 'wrong', at: 7 }],
  ['{"a":[1,', { kind: 'cut' }],
  ['{"a":[1,]', { kind: 'wrong', at: 8 }],
  ['{"a":[]}', { kind: 'whole' }],
  ['{"a":"\\', { kind: 'cut' }],
  ['{"a":"\\u12', { kind: 'cut' }],
  ['{"a":"\\u12g', { kind: 'wrong', at: 10 }],
  ['{"a":"\\x', { kind: 'wrong', at: 7 }],
  ['{"a":"line\nbreak"', { kind: 'wrong', at: 10 }],
  ['{"a":-', { kind: 'cut' }],
  ['{"a":1.', { kind: 'cut' }],
  ['{"a":1.e5', { kind: 'wrong', at: 5 }],
  ['{"a":1.}', { kind: 'wrong', at: 5 }],
  ['{"a":01', { kind: 'wrong', at: 5 }],
  ['{"a":1e+', { kind: 'cut' }],
  ['{"a":tru', { kind: 'cut' }],
  ['{"a":trux', { kind: 'wrong', at: 5 }],
  ['{"a":null', { kind: 'cut' }],
  ['{a', { kind: 'wrong', at: 1 }],
  ["{'a", { kind: 'wrong', at: 1 }],
  ['{"a" 1', { kind: 'wrong', at: 5 }],
  ['{"a":1 "b"', { kind: 'wrong', at: 7 }],
  ['{"a":[1}', { kind: 'wrong', at: 7 }],
  ['[1', { kind: 'wrong', at: 0 }],
  ['"text', { kind: 'wrong', at: 0 }],
  ['null', { kind: 'wrong', at: 0 }],
])('%j', (text, kind) => {
  expect(classifyJsonObject(text)).toEqual(kind);
});

const object = fc.dictionary(fc.string(), fc.jsonValue());
const spacing = fc.constantFrom(undefined, 1, '\t');

test('every proper prefix of an object is cut, the object is whole', () => {
  fc.assert(
    fc.property(object, spacing, fc.nat(), (value, space, position) => {
      const text = JSON.stringify(value, null, space);
      expect(classifyJsonObject(text)).toEqual({ kind: 'whole' });
      expect(classifyJsonObject(text.slice(0, position % text.length))).toEqual({ kind: 'cut' });
    }),
  );
});

test('agrees with JSON.parse about what is whole', () => {
  const tokens = fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '1', '-', '0', '.5', 'e', 'true', 'null', ' ');
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => {
      const text = `{${parts.join('')}`;
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      expect(classifyJsonObject(text).kind === 'whole').toBe(parses);
    }),
    { numRuns: 2_000 },
  );
});

test('depth costs no call stack', () => {
  expect(classifyJsonObject('{"a":'.repeat(100_000))).toEqual({ kind: 'cut' });
});
