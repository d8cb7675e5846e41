import { test } from 'vitest';
import { golden } from '../testing/golden.ts';
import { answer, calls, CUT_STREAM, drive, text, use } from '../testing/stories.ts';

const go = { type: 'continue' } as const;
const same = (id: string) => use(id, 'look', { q: 'same' });

test('limits read at request', () =>
  golden(
    'limits-at-request',
    'Turns, tokens and tool errors are read on entering request: the results are in, no call is open.',
    drive(
      [
        answer([use('t1')], 'tool_use', [60, 50]),
        answer([use('t2', 'pay')], 'tool_use', [10, 10]),
        answer([use('t3', 'pay')], 'tool_use', [10, 10]),
        text('Done.'),
      ],
      {
        limits: { maxTurns: 1, tokenBudget: 110, maxToolErrors: 2 },
        tool_results: { look: { content: 'ok' }, pay: { content: 'declined', is_error: true } },
      },
    ),
    (t) => {
      t.command(go).run();
      t.command(go, 'a limit has to be raised');
      t.command({ type: 'raise-limit', limit: 'tokenBudget', to: 500 }, 'not the one that tripped');
      t.command({ type: 'raise-limit', limit: 'maxTurns', to: 1 }, 'no higher than before');
      t.command({ type: 'raise-limit', limit: 'maxTurns', to: 9 }).run('the budget is spent as well');
      t.command({ type: 'edit-limits', limits: { tokenBudget: 1000 } })
        .command(go, 'raised in the Limits panel')
        .run();
      t.command({ type: 'say', text: 'Try another card.' }, 'a word of the person counts anew');
      t.command(go).run();
    },
  ));

test('the same call again and again', () =>
  golden(
    'limit-at-tools',
    'The same call with the same result runs at most maxIdenticalCalls times; another result begins a new row.',
    drive([calls(same('t1')), calls(same('t2')), calls(same('t3')), calls(same('t4')), text('Done.')], {
      limits: { maxIdenticalCalls: 2 },
      tool_results: { t1: { content: 'early' }, look: { content: 'no match' } },
    }),
    (t) => {
      t.command(go).run();
      t.command({ type: 'raise-limit', limit: 'maxIdenticalCalls', to: 3 }, 'raised: the call may run').run();
    },
  ));

test('the same call twice in one answer', () =>
  golden(
    'limit-in-one-answer',
    'Calls of one answer count, too. Continue after the limit answers them as not run.',
    drive([calls(same('t1'), same('t2')), text('Done.')], { limits: { maxIdenticalCalls: 1 } }),
    (t) => {
      t.command(go).run();
      t.command({ type: 'raise-limit', limit: 'maxIdenticalCalls', to: 9, openCalls: 'notRun' }).run();
    },
  ));

test('time', () =>
  golden(
    'time-limits',
    'timeoutMs may end any moving phase; requestTimeoutMs is a fault that is retried; toolTimeoutMs is a result.',
    drive(
      [{ ...CUT_STREAM, end: 'hang' }, { ...CUT_STREAM, end: 'hang' }, calls('t1', use('t2', 'pay')), text('Done.')],
      {
        limits: { timeoutMs: 10_000, requestTimeoutMs: 3000, toolTimeoutMs: 2000, maxRetries: 1 },
      },
    ),
    (t) => {
      t.command(go).step('some text comes, then nothing', (driver) => void driver.answerOne());
      t.step('requestTimeoutMs after the last byte', (driver) => void driver.elapse('request'));
      t.step('the wait ends, the second try hangs, too', (driver) => {
        driver.elapse();
        driver.answerOne();
      });
      t.step('requestTimeoutMs', (driver) => void driver.elapse('request'));
      t.command(go, 'timeout while sending: the same body again');
      t.step('the answer comes', (driver) => void driver.answerOne());
      t.step('t1 takes longer than a tool may', (driver) => void driver.elapse('tool'));
      t.step('the run takes longer than it may', (driver) => void driver.elapse('run'));
      t.command({ type: 'raise-limit', limit: 'timeoutMs', to: 60_000 }).run();
    },
  ));

test('the clock of a run', () =>
  golden(
    'time-while-backing-off',
    'timeoutMs also ends a wait; a call that waits for a person, and a rest, take no time.',
    drive([{ type: 'http_error', status: 529, headers: { 'retry-after': '60' } }, calls('t1'), text('Done.')], {
      limits: { timeoutMs: 10_000 },
    }),
    (t) => {
      t.command({ type: 'set-source', tool: null, source: 'typed' });
      t.command(go).step('overloaded, for a minute', (driver) => void driver.answerOne());
      t.step('the run takes longer than it may', (driver) => void driver.elapse('run'));
      t.step('an hour of rest', (driver) => void (driver.now += 3_600_000));
      t.command({ type: 'raise-limit', limit: 'timeoutMs', to: 20_000 });
      t.step('the answer comes; the person is away for an hour', (driver) => {
        driver.answerOne();
        driver.now += 3_600_000;
        driver.elapse('run');
      });
      const result = { content: 'typed', is_error: false };
      t.command({ type: 'edit-result', call: t.driver.at.calls[0]?.id ?? '', result }).run();
    },
  ));
