import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, diffEdits, Origins } from './edits.ts';

describe('applyEdits', () => {
  it('copies only what lies on the way to a change', () => {
    const before = { a: { deep: [1, 2] }, b: { c: 1 } };
    const after = applyEdits(before, [{ path: ['b', 'c'], value: 2 }]) as typeof before;
    expect(after).toEqual({ a: { deep: [1, 2] }, b: { c: 2 } });
    expect(after.a).toBe(before.a);
  });

  it('gives the same document back when nothing changes', () => {
    const before = { list: [1] };
    expect(applyEdits(before, [])).toBe(before);
    expect(applyEdits(before, [{ path: ['list', 0], value: 1 }, { path: ['gone', 3] }])).toBe(before);
  });

  it('reads all paths against the document before any edit', () => {
    const after = applyEdits(
      ['a', 'b', 'c'],
      [{ path: [0] }, { path: [2], value: 'C' }, { path: [1], insert: ['x', 'y'] }, { path: [3], insert: ['end'] }],
    );
    expect(after).toEqual(['x', 'y', 'b', 'C', 'end']);
  });

  it('adds, replaces and removes members, and keeps a key called __proto__ a key', () => {
    const before = JSON.parse('{"__proto__":{"x":1},"keep":1,"drop":2}') as Record<string, unknown>;
    const after = applyEdits(before, [
      { path: ['drop'] },
      { path: ['add'], value: 3 },
      { path: ['__proto__', 'x'], value: 9 },
    ]);
    expect(JSON.stringify(after)).toBe('{"__proto__":{"x":9},"keep":1,"add":3}');
  });
});

describe('diffEdits', () => {
  it('takes a changed copy for the thing it came from, and a moved one for moved', () => {
    const origins = new Origins();
    const before = { list: [{ id: 1 }, { id: 2 }, { id: 3 }] };
    const after = applyEdits(
      before,
      [{ path: ['list', 1, 'id'], value: 20 }, { path: ['list', 0] }, { path: ['list', 3], insert: [before.list[0]] }],
      origins,
    );
    expect(diffEdits(before, after, origins)).toEqual([
      { path: ['list', 0] },
      { path: ['list', 1, 'id'], value: 20 },
      { path: ['list', 3], insert: [{ id: 1 }] },
    ]);
  });

  it('leads from one document to the other, whatever they are', () => {
    const small = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(small, small, (before, after) => {
        expect(applyEdits(before, diffEdits(before, after))).toEqual(after);
      }),
    );
  });
});
