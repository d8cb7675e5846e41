import { expect, test } from 'vitest';
import { answer, calls, drive, text, use } from '../testing/stories.ts';
import { countersAt, scriptCursorAt } from './counters.ts';

const steps = [
  answer([use('t1')], 'tool_use', [10, 5]),
  { type: 'http_error', status: 529 } as const,
  answer([use('t2', 'pay'), use('t3')], 'tool_use', [20, 5]),
  text('Paused.', 'pause_turn'),
  text('Done.'),
];

test('a place on the path has the counters of the straight way there', () => {
  const driver = drive(steps, { tool_results: { pay: { content: 'ok' }, look: { content: 'no', is_error: true } } });
  driver.command({ type: 'continue' });
  driver.run();
  const { state } = driver;
  const of = (index: number) => countersAt(state, state.tables.nodes[index]?.id ?? null);
  expect(of(0)).toMatchObject({ requests: 0, turns: 0, toolRuns: 0, tokens: 0, toolErrorsInRow: 0 });
  expect(of(2)).toMatchObject({ requests: 1, turns: 1, toolRuns: 1, tokens: 15, toolErrorsInRow: 1 });
  expect(of(4)).toMatchObject({ requests: 2, turns: 2, toolRuns: 3, tokens: 40, toolErrorsInRow: 1 });
  expect(of(5)).toMatchObject({ turns: 3, pausesInRow: 1 });
  expect(of(6)).toMatchObject({ turns: 4, pausesInRow: 0 });
  expect(state.tables.nodes.map((node) => scriptCursorAt(state, node.id))).toEqual([0, 1, 1, 3, 3, 4, 5]);
});

test('they begin where the person last spoke, edited or not', () => {
  const driver = drive([calls('t1'), text('Done.'), calls('t2'), text('Again.')]);
  driver.command({ type: 'continue' });
  driver.run();
  driver.command({ type: 'say', text: 'More.' });
  const said = driver.at.head ?? '';
  driver.command({ type: 'edit-message', node: said, message: { role: 'user', content: 'Much more.' }, keep: false });
  driver.command({ type: 'continue' });
  driver.run();
  expect(countersAt(driver.state, driver.at.head)).toMatchObject({ turns: 2, toolRuns: 1, sinceDepth: 4 });
  expect(driver.at.counters).toMatchObject({ turns: 2, toolRuns: 1, sinceDepth: 4 });
});

test('undoing what was said takes the old counters up again, with what was spent since', () => {
  const driver = drive([text('Done.'), { type: 'http_error', status: 400 }]);
  driver.command({ type: 'continue' });
  driver.run();
  driver.command({ type: 'say', text: 'More.' });
  expect(driver.at.counters.turns).toBe(0);
  driver.command({ type: 'continue' });
  driver.run();
  driver.command({ type: 'undo' });
  expect([driver.at.counters.turns, driver.at.counters.requests]).toEqual([1, 2]);
});
