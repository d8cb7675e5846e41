import { describe, expect, test } from 'vitest';
import { dottedPath, treeRows, valueAt } from './inspect-json-tree.ts';

const all = () => true;

describe('treeRows', () => {
  test('lists members in order and closes what is closed', () => {
    const value = { a: [1, { b: 'x' }], c: null };
    expect(treeRows(value, all).map((row) => [row.pointer, row.depth, row.text])).toEqual([
      ['', 0, 'a, c'],
      ['/a', 1, ''],
      ['/a/0', 2, '1'],
      ['/a/1', 2, 'b'],
      ['/a/1/b', 3, '"x"'],
      ['/c', 1, 'null'],
    ]);
    expect(treeRows(value, (pointer) => pointer === '').map((row) => row.pointer)).toEqual(['', '/a', '/c']);
  });

  test('shows own __proto__ members and escapes odd keys', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"x/y~z":true}');
    expect(treeRows(value, all).map((row) => row.pointer)).toEqual(['', '/__proto__', '/__proto__/a', '/x~1y~0z']);
    expect(dottedPath('/x~1y~0z')).toBe('x/y~z');
  });

  test('survives nesting that recursion would not', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 50_000; depth++) value = [value];
    expect(treeRows(value, (_, depth) => depth < 3)).toHaveLength(4);
    expect(treeRows(value, (_, depth) => depth < 2_000)).toHaveLength(2_001);
  });

  test('cuts long strings and counts the rest', () => {
    const [row] = treeRows('x'.repeat(1000), all);
    expect(row?.rest).toBe(600);
  });

  test('names what an object is', () => {
    expect(treeRows({ role: 'user', content: [] }, () => false)[0]?.text).toBe('user');
    expect(treeRows({ id: 't1', type: 'tool_use', name: 'f' }, () => false)[0]?.text).toBe('tool_use · f · t1');
  });
});

test('every row leads back to its value, and nothing inherited is reached', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":[1]},"x/y~z":true,"":2}');
  for (const row of treeRows(value, all)) {
    if (row.size === 0) expect(JSON.stringify(valueAt(value, row.pointer))).toBe(row.text);
  }
  expect(valueAt(value, '/constructor')).toBeUndefined();
  expect(valueAt(value, '/__proto__/a/7')).toBeUndefined();
  expect(valueAt('text', '/length')).toBeUndefined();
});
