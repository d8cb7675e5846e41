import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leafFields, leafFieldsOfValues } from './compare-fields.ts';

const changes = (before: string, after: string): string[] =>
  (leafFields(before, after)?.fields ?? [])
    .filter((field) => field.change !== 'same')
    .map((field) => `${field.key} ${field.change}: ${field.was ?? '-'} -> ${field.text}`);

test('a changed value is named by its path, in the words of the source', () => {
  expect(
    changes(
      '{"order":{"items":[{"price":129.00},{"price":5}]},"id":1}',
      '{"order":{"items":[{"price":129.0},{"price":5}]},"id":1}',
    ),
  ).toEqual(['order.items[0].price changed: 129.00 -> 129.0']);
});

test('what is new and what is gone, also as an empty object in place of a full one', () => {
  expect(changes('{"a":{"b":1}}', '{"a":{}}')).toEqual(['a added: - -> {}', 'a.b removed: 1 -> 1']);
  expect(changes('[1,2]', '[1]')).toEqual(['[1] removed: 2 -> 2']);
  expect(changes('{}', '{"__proto__":1}')).toEqual(['__proto__ added: - -> 1']);
});

test('keys that look like paths are quoted', () => {
  expect(changes('{"a.b":1,"":2}', '{"a.b":2,"":3}')).toEqual(['["a.b"] changed: 1 -> 2', '[""] changed: 2 -> 3']);
});

test('what is no object and no list is no table', () => {
  expect(leafFields('plain', '{"a":1}')).toBeNull();
  expect(leafFields('{"a":1}', '3')).toBeNull();
  expect(leafFields('{"a":', '{"a":1}')).toBeNull();
  expect(leafFieldsOfValues(undefined, {})).toBeNull();
  expect(leafFields(`${'['.repeat(100)}${']'.repeat(100)}`, '[]')).toBeNull();
});

test('long tables are cut and say so', () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, at]));
  const table = leafFieldsOfValues({}, many);
  expect([table?.fields.length, table?.edited, table?.more]).toEqual([200, 250, 50]);
});

test('equal values differ nowhere, others somewhere', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
      expect(leafFieldsOfValues(a, structuredClone(a))?.edited).toBe(0);
      const equal = JSON.stringify(a) === JSON.stringify(b);
      if (equal) expect(leafFieldsOfValues(a, b)?.edited).toBe(0);
      else if (JSON.stringify(sorted(a)) !== JSON.stringify(sorted(b)))
        expect(leafFieldsOfValues(a, b)?.edited).toBeGreaterThan(0);
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
