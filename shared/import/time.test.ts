import fc from 'fast-check';
import { expect, it } from 'vitest';
import { between, readTime } from './time.ts';

it('reads what Date reads', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      expect(readTime(date.toISOString())).toBe(date.getTime());
    }),
  );
});

it.each([
  ['2026-02-02T23:04:01.392Z', Date.UTC(2026, 1, 2, 23, 4, 1, 392)],
  ['2025-07-03T15:50:07.875917Z', Date.UTC(2025, 6, 3, 15, 50, 7, 875)],
  ['2025-07-03T15:50:07', Date.UTC(2025, 6, 3, 15, 50, 7)],
  ['2025-07-03 15:50:07+02:00', Date.UTC(2025, 6, 3, 13, 50, 7)],
  ['2025-07-03T15:50:07-0330', Date.UTC(2025, 6, 3, 19, 20, 7)],
  ['2025-07-03', Date.UTC(2025, 6, 3)],
  [1_757_015_046.707, 1_757_015_046_707],
  [1_757_015_046_707, 1_757_015_046_707],
  ['1757015046707000000', 1_757_015_046_707],
  ['yesterday', null],
  [Number.NaN, null],
  [0, null],
  [null, null],
  [{}, null],
])('reads %s', (text, milliseconds) => {
  expect(readTime(text)).toBe(milliseconds);
});

it('takes no time that runs backwards', () => {
  expect(between(5, 8)).toBe(3);
  expect(between(8, 5)).toBeNull();
  expect(between(null, 5)).toBeNull();
});
