import { expect, test } from 'vitest';
import type { ScenarioStep } from '../scripted/scenario-types.ts';
import { answer, calls, CUT_STREAM, drive, OVERLOADED, text, use } from '../testing/stories.ts';
import { runReport } from './run-report.ts';

function report(steps: ScenarioStep[], more: Parameters<typeof drive>[1] = {}) {
  const driver = drive(steps, more);
  driver.mode = 'headless';
  driver.command({ type: 'continue' });
  driver.run();
  return runReport(driver.log, 'b1');
}

test('counts requests, runs, turns and usage, with every body that was sent', () => {
  const done = report([
    OVERLOADED,
    answer([use('t1'), use('t2', 'nobody')], 'tool_use', [10, 5]),
    CUT_STREAM,
    answer([{ type: 'text', text: 'Done.' }], 'end_turn', [30, 7]),
  ]);
  expect(done).toMatchObject({
    outcome: { status: 'done', reason: 'end_turn' },
    requests: 4,
    toolRuns: 1,
    tool_runs: ['t1'],
    waits_ms: [500, 500],
    usage: { input_total: 45, output_tokens: 13, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  });
  expect(done.requests_sent.map((body) => body.messages.length)).toEqual([1, 1, 3, 3]);
  expect(
    done.responses.map((each) =>
      'error' in each ? [each.error.type, each.partial.content.length] : each.message.stop_reason,
    ),
  ).toEqual([['overloaded_error', 0], 'tool_use', ['stream_cut', 1], 'end_turn']);
  expect(done.turns).toMatchObject([
    {
      stopReason: 'tool_use',
      toolCalls: [
        { id: 't1', isError: false },
        { id: 't2', isError: true },
      ],
    },
    { stopReason: 'end_turn', toolCalls: [] },
  ]);
});

test('a finished conversation has no problems of its own', () => {
  expect(report([calls('t1'), text('Done.')]).problems.filter((problem) => problem.severity === 'error')).toEqual([]);
});

test('a run that stopped leaves a history that can be sent, and messages as they are', () => {
  const stopped = report([calls('t1', 't2')], { limits: { maxIdenticalCalls: 0 } });
  expect(stopped.outcome).toEqual({ status: 'stopped', reason: 'repeated_call' });
  expect([stopped.messages.length, stopped.history.length]).toEqual([2, 3]);
  expect(stopped.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
});

test('a branch that is not there has no report', () => {
  expect(() => runReport(drive([]).log, 'b9')).toThrow('branch b9 is not in the session');
});
