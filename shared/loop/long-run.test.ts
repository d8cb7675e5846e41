import { expect, test } from 'vitest';
import { drive } from '../testing/stories.ts';

/** Bytes of the log of a run with so many turns, and the ids that its requests name. */
function sizes(turns: number): { bytes: number; ids: number } {
  const message = {
    content: [{ type: 'tool_use', id: 't{turn}', name: 'look', input: { step: '{turn}' } }],
    stop_reason: 'tool_use',
  };
  const limits = { maxTurns: turns, tokenBudget: 1e9, timeoutMs: 1e9 };
  const driver = drive([{ type: 'response_each_turn', message }], { limits });
  driver.mode = 'headless';
  driver.command({ type: 'continue' });
  driver.run();
  const { events } = driver.log;
  return {
    bytes: events.reduce((sum, event) => sum + JSON.stringify(event).length, 0),
    ids: events.reduce((sum, event) => sum + (event.type === 'request-start' ? event.messages.length : 0), 0),
  };
}

test('the log of a long run grows by what is new, not by the whole conversation each turn', () => {
  const [short, long] = [sizes(40), sizes(160)];
  expect(long.ids).toBe(1 + 2 * 159);
  expect(long.bytes).toBeLessThan(short.bytes * 4.2);
});
