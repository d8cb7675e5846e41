import { describe, expect, test } from 'vitest';
import { fieldsOfText, fieldsOfValue } from './inspect-fields.ts';

describe('fieldsOfText', () => {
  test('keeps numbers as they were written', () => {
    const table = fieldsOfText('{"amount": 129.00, "n": 1e3}');
    expect(table?.fields.map((field) => field.text)).toEqual(['129.00', '1e3']);
  });

  test('marks what an edit changed, added and removed', () => {
    const table = fieldsOfText('{"status":"shipped","new":1}', '{"status":"delivered","old":[1, 2]}');
    expect(table).toEqual({
      edited: 3,
      more: 0,
      fields: [
        { key: 'status', text: '"shipped"', kind: 'string', change: 'changed', was: '"delivered"' },
        { key: 'new', text: '1', kind: 'number', change: 'added', was: null },
        { key: 'old', text: '[1,2]', kind: 'array', change: 'removed', was: '[1,2]' },
      ],
    });
  });

  test('shows foreign keys as rows, doubled ones twice', () => {
    const table = fieldsOfText(
      '{"__proto__":{"a":1},"constructor":2,"x":1,"x":2}',
      '{"x":1,"x":3,"__proto__":{"a":1}}',
    );
    expect(table?.fields.map((field) => [field.key, field.change])).toEqual([
      ['__proto__', 'same'],
      ['constructor', 'added'],
      ['x', 'same'],
      ['x', 'changed'],
    ]);
  });

  test.each(['95F, sunny', '[1]', '12', '{"a":1,}', '{"a":1} // no', '', '[['.repeat(2000)])(
    'is no table: %.20s',
    (text) => {
      expect(fieldsOfText(text)).toBeNull();
    },
  );

  test('counts the rows it leaves out', () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`k${index}`, index]));
    const table = fieldsOfValue(many);
    expect(table?.fields).toHaveLength(200);
    expect(table?.more).toBe(50);
  });

  test('an edit that only reformats changes nothing', () => {
    expect(fieldsOfText('{ "a" : { "b": 1 } }', '{"a":{"b":1}}')?.edited).toBe(0);
  });
});

test('fieldsOfValue takes any value', () => {
  expect(fieldsOfValue(undefined)).toBeNull();
  expect(fieldsOfValue({ city: 'Austin' }, { city: 'Paris' })?.fields[0]?.was).toBe('"Paris"');
});
