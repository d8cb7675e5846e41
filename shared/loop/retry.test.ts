import { expect, test } from 'vitest';
import type { AttemptError } from '../session/events.ts';
import { retryDelay, shouldRetry } from './retry.ts';

const error = (more: Partial<AttemptError> = {}): AttemptError => ({
  kind: 'http',
  type: 'overloaded_error',
  message: '',
  retryable: true,
  ...more,
});

test('waits double from half a second up to eight, less up to a quarter', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((done) => retryDelay(error(), done, 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  expect(retryDelay(error(), 1, 0.999)).toBeCloseTo(750.25);
});

test('what the server asks for is waited in full, within what a timer holds', () => {
  expect(retryDelay(error({ retryAfterMs: 7000 }), 0, 0.9)).toBe(7000);
  expect(retryDelay(error({ retryAfterMs: 3_600_000 }), 0, 0)).toBe(3_600_000);
  for (const retryAfterMs of [0, -1, Number.NaN, 2 ** 31]) expect(retryDelay(error({ retryAfterMs }), 0, 0)).toBe(500);
});

test('x-should-retry wins over the kind of fault', () => {
  expect(shouldRetry(error({ shouldRetry: false }))).toBe(false);
  expect(shouldRetry(error({ retryable: false, shouldRetry: true }))).toBe(true);
  expect(shouldRetry(error({ retryable: false }))).toBe(false);
});
