import { describe, expect, test } from 'vitest';
import type { Limits } from '../session/limits.ts';
import { answer, calls, drive, text, use } from '../testing/stories.ts';
import type { SessionDriver } from '../testing/session-driver.ts';

/** MACHINE §4: where each limit is read, and what is open then. */
function ran(steps: Parameters<typeof drive>[0], limits: Partial<Limits>, more = {}): SessionDriver {
  const driver = drive(steps, { limits, ...more });
  driver.mode = 'headless';
  driver.command({ type: 'continue' });
  driver.run();
  return driver;
}

const end = ({ at }: SessionDriver) => [at.outcome?.reason, at.endedIn, at.limit, at.calls.length];
const same = (id: string) => calls(use(id, 'look', { q: 'same' }));
const failing = { tool_results: { look: { content: 'no', is_error: true }, pay: { content: 'ok' } } };

describe('on entering request', () => {
  test('maxTurns counts turns, not requests', () => {
    const retried = ran([{ type: 'http_error', status: 529 }, calls('t1'), text('Done.')], { maxTurns: 2 });
    expect(retried.at.outcome?.reason).toBe('end_turn');
    expect(end(ran([calls('t1'), text('Done.')], { maxTurns: 1 }))).toEqual([
      'max_turns',
      'request',
      { limit: 'maxTurns', value: 1, at: 1 },
      0,
    ]);
  });

  test('maxTurns 0 sends nothing', () => {
    const driver = ran([text('Done.')], { maxTurns: 0 });
    expect([driver.at.outcome?.reason, driver.at.counters.requests]).toEqual(['max_turns', 0]);
  });

  test('tokenBudget counts input, cached input and output of all attempts, from its value on', () => {
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 20, cache_creation_input_tokens: 7 };
    const step = { ...calls('t1'), message: { content: [use('t1')], stop_reason: 'tool_use', usage } };
    expect(end(ran([step, text('Done.')], { tokenBudget: 42 }))[0]).toBe('token_budget');
    expect(end(ran([step, text('Done.')], { tokenBudget: 43 }))[0]).toBe('end_turn');
  });

  test('a limit does not end a run whose answer is its end', () => {
    expect(end(ran([text('Done.')], { maxTurns: 1, tokenBudget: 1 }))[0]).toBe('end_turn');
  });

  test('maxPauses counts pauses in a row', () => {
    const pauses = [text('1', 'pause_turn'), calls('t1'), text('2', 'pause_turn'), text('Done.')];
    expect(end(ran(pauses, { maxPauses: 1 }))[0]).toBe('end_turn');
    expect(end(ran([text('1', 'pause_turn'), text('2', 'pause_turn')], { maxPauses: 1 }))).toEqual([
      'pause_limit',
      'request',
      { limit: 'maxPauses', value: 1, at: 2 },
      0,
    ]);
  });

  test('maxToolErrors counts in array order over turns, and a success begins anew', () => {
    const errors = [calls('t1'), calls('t2', use('t3', 'pay')), calls('t4'), text('Done.')];
    expect(end(ran(errors, { maxToolErrors: 2 }, failing))[0]).toBe('end_turn');
    const last = [calls('t1'), calls(use('t2', 'pay'), 't3'), calls('t4'), text('Done.')];
    expect(end(ran(last, { maxToolErrors: 2 }, failing))).toEqual([
      'tool_errors',
      'request',
      { limit: 'maxToolErrors', value: 2, at: 2 },
      0,
    ]);
  });

  test('a call that was not run to its end counts neither as error nor as success', () => {
    const driver = drive([calls('t1'), calls('t2', 't3'), text('Done.')], { limits: { maxToolErrors: 2 }, ...failing });
    driver.command({ type: 'continue' });
    driver.answerOne();
    driver.answerOne();
    driver.answerOne();
    expect(driver.at.counters.toolErrorsInRow).toBe(1);
    driver.command({ type: 'terminate' });
    driver.command({ type: 'next', granularity: 'stop' });
    expect([driver.at.phase, driver.at.counters.toolErrorsInRow]).toEqual(['request', 1]);
  });
});

describe('on entering tools', () => {
  test('maxIdenticalCalls: equal calls with equal results, key order and id aside', () => {
    const steps = [
      calls(use('t1', 'look', { a: 1, b: 2 })),
      calls('other'),
      calls(use('t2', 'look', { b: 2, a: 1 })),
      calls(use('t3', 'look', { a: 1, b: 2 })),
      text('Done.'),
    ];
    expect(end(ran(steps, { maxIdenticalCalls: 2 }))).toEqual([
      'repeated_call',
      'tools',
      { limit: 'maxIdenticalCalls', value: 2, at: 3, tool: 'look' },
      1,
    ]);
    expect(end(ran(steps, { maxIdenticalCalls: 3 }))[0]).toBe('end_turn');
  });

  test('another result in between begins the row anew', () => {
    const results = { tool_results: { t2: { content: 'moved on' }, look: { content: 'same' } } };
    const steps = [same('t1'), same('t2'), same('t3'), same('t4'), text('Done.')];
    expect(end(ran(steps, { maxIdenticalCalls: 2 }, results))[0]).toBe('end_turn');
  });

  test('what the person says begins the count anew', () => {
    const driver = ran([same('t1'), text('Done.'), same('t2'), text('Done.')], { maxIdenticalCalls: 1 });
    driver.command({ type: 'say', text: 'Look again.' });
    driver.command({ type: 'continue' });
    driver.run();
    expect(driver.at.outcome?.reason).toBe('end_turn');
  });

  test('the count belongs to the path: branches that take turns do not disturb each other', () => {
    const driver = drive([same('t1'), same('t2'), same('t3'), text('Done.')], { limits: { maxIdenticalCalls: 2 } });
    driver.command({ type: 'next', granularity: 'turn' });
    driver.run();
    driver.command({ type: 'fork', head: driver.at.head, stop: 'request' });
    const other = driver.state.record.branches[1]?.id ?? '';
    for (const branch of ['b1', other, 'b1', other]) {
      driver.branch = branch;
      driver.command({ type: 'next', granularity: 'turn' });
      driver.run();
    }
    for (const branch of driver.state.record.branches) expect(branch.outcome?.reason).toBe('repeated_call');
  });
});

test('autoContinue 0 stops with max_tokens; no larger than the model allows', () => {
  expect(end(ran([text('x', 'max_tokens'), text('Done.')], {}))[0]).toBe('max_tokens');
  const request = { ...drive([]).scenario.request, max_tokens: 1_000_000 };
  const cut = ran([answer([use('t1')], 'max_tokens'), text('Done.')], { autoContinue: 1 }, { request });
  expect(cut.at.outcome?.reason).toBe('end_turn');
  // No more room: the cut call is answered with an error instead of being asked for again.
  const answered = cut.log.events.find((event) => event.type === 'message-append' && event.origin === 'continue');
  expect(JSON.stringify(answered)).toContain('not run: the answer was cut (max_tokens)');
});

test('maxRetries counts tries after the first of one request', () => {
  const faults = Array.from({ length: 3 }, () => ({ type: 'http_error', status: 500 }) as const);
  expect(ran([...faults.slice(0, 2), text('Done.')], { maxRetries: 2 }).at.outcome?.reason).toBe('end_turn');
  const over = ran([...faults, text('Done.')], { maxRetries: 2 });
  expect([over.at.outcome?.reason, over.at.counters.requests]).toEqual(['api_error', 3]);
});
