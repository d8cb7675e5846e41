import { expect, test } from 'vitest';
import { calls, drive, stepTo, text } from '../testing/stories.ts';
import { bodyHash, compose, nextBodyHash, rebuildRequest } from './compose.ts';

test('each request can be put together again from what the log names, to the same hash', () => {
  const driver = drive([
    calls('t1'),
    { type: 'http_error', status: 529 },
    text('x', 'pause_turn'),
    text('Done.'),
    text('Again.'),
  ]);
  driver.command({ type: 'continue' });
  driver.run();
  driver.command({ type: 'say', text: 'And?' });
  driver.command({ type: 'continue' });
  driver.run();
  const rebuilt = driver.state.tables.attempts.map((attempt) => rebuildRequest(driver.state, attempt));
  expect(rebuilt.map(({ matches }) => matches)).toEqual([true, true, true, true, true]);
  expect(rebuilt.map(({ body }) => body.messages.length)).toEqual([1, 3, 3, 4, 6]);
  for (const { body } of rebuilt) expect(body.model).toBe('claude-sonnet-4-5');
});

test('the hash from kept parts is the hash of the body', () => {
  const driver = stepTo(drive([calls('t1'), text('Done.')]), 'results');
  driver.command({ type: 'next', granularity: 'stop' });
  expect(nextBodyHash(driver.state, driver.at)).toBe(bodyHash(compose(driver.state, 'b1')));
});

test('a log whose content was changed shows it', () => {
  const driver = drive([text('Done.')]);
  driver.command({ type: 'continue' });
  const attempt = driver.at.attempt;
  if (!attempt) throw new Error('nothing was sent');
  expect(rebuildRequest(driver.state, { ...attempt, patch: { max_tokens: 5 } }).matches).toBe(false);
});

test('a request names only what is new since the one before, also after an edit', () => {
  const driver = drive([calls('t1'), calls('t2'), text('Done.')]);
  driver.command({ type: 'next', granularity: 'turn' });
  driver.run();
  driver.command({ type: 'say', text: 'Quick!' });
  driver.command({ type: 'continue' });
  driver.run();
  const named = driver.log.events.flatMap((event) =>
    event.type === 'request-start' ? [[event.base, ...event.messages]] : [],
  );
  expect(named.map((ids) => ids.length)).toEqual([2, 3, 3]);
  expect(named[0]?.[0]).toBeUndefined();
});

test('a branch that is not there has no next request', () => {
  expect(() => compose(drive([]).state, 'b7')).toThrow('branch b7 is not in the session');
});
