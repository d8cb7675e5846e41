import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoDay, minusFigures, addFigures, NO_FIGURES } from './compare-figures.ts';

test('isoDay is the day in UTC', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(isoDay(date.getTime())).toBe(date.toISOString().slice(0, 10));
    }),
    { numRuns: 2000 },
  );
  expect([0, Date.UTC(2024, 1, 29), Date.UTC(2100, 2, 1) - 1].map(isoDay)).toEqual([
    '1970-01-01',
    '2024-02-29',
    '2100-02-28',
  ]);
});

test('a cost that is unknown stays unknown in every sum', () => {
  const unknown = { ...NO_FIGURES, cost: 'unknown' as const };
  expect(addFigures(NO_FIGURES, unknown).cost).toBe('unknown');
  expect(minusFigures(unknown, NO_FIGURES).cost).toBe('unknown');
  expect(minusFigures({ ...NO_FIGURES, cost: 2, input: 5 }, { ...NO_FIGURES, cost: 3, input: 1 })).toMatchObject({
    cost: -1,
    input: 4,
  });
});
