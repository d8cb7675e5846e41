import { expect, test } from 'vitest';
import { playHeadless } from '../../server/headless.ts';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import { runReport } from './run-report.ts';
test('all', async () => {
  const run = async (id: string, limits = {}) => {
    const scenario = scenarioFor(id, 'en')!;
    const { log, branch } = await playHeadless({ ...scenario, limits: { ...scenario.limits, ...limits } }, { realTime: false, policy: 'correct', warn: (t) => console.log(id, t) });
    const r = runReport(log, branch);
    return [id, r.requests, r.toolRuns, r.outcome.reason, r.problems.filter((p) => p.severity === 'error').length].join(' ');
  };
  const out = [];
  for (const id of ['weather','no-tool','refund','failing-test','three-in-parallel','web-research','runaway','long-haul','truncated','refused','broken-stream']) out.push(await run(id));
  out.push(await run('truncated', { autoContinue: 1 }), await run('long-haul', { maxTurns: 2 }), await run('long-haul', { tokenBudget: 900 }), await run('long-haul', { timeoutMs: 5000 }), await run('runaway', { maxIdenticalCalls: 2 }));
  console.log(out.join('\n'));
  expect(1).toBe(1);
});
