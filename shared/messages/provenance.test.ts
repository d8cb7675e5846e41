import { describe, expect, it } from 'vitest';
import { moveProvenance, readProvenance } from './provenance.ts';

describe('readProvenance', () => {
  it('reads who wrote which message', () => {
    expect([
      ...readProvenance({
        'messages.3': { model: 'm' },
        'request.messages.4': {},
        note: { model: 'x' },
        'messages.x': {},
        'messages.5': 'y',
      }),
    ]).toEqual([
      [3, { model: 'm' }],
      [4, {}],
    ]);
  });

  it('takes anything', () => {
    for (const value of [null, undefined, [], 'x', 3]) expect(readProvenance(value).size).toBe(0);
  });
});

describe('moveProvenance', () => {
  it('follows the messages and forgets those that are gone', () => {
    const before = { 'messages.1': { model: 'a' }, 'messages.2': { model: 'b' }, note: 1 };
    expect(
      moveProvenance(
        before,
        new Map([
          [0, 0],
          [2, 3],
        ]),
      ),
    ).toEqual({ 'messages.3': { model: 'b' }, note: 1 });
  });

  it('is the same object when nothing moved', () => {
    const before = { 'messages.1': { model: 'a' } };
    expect(moveProvenance(before, new Map([[1, 1]]))).toBe(before);
    expect(moveProvenance(undefined, new Map())).toBeUndefined();
  });
});
