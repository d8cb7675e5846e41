import { describe, expect, test } from 'vitest';
import { findScenario } from '../curriculum/scenarios/registry.ts';
import { lint } from '../messages/lint.ts';
import { toMessage } from '../session/tree.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { beforeSending, seenBefore } from './impact-report.ts';
import { nextRequest } from './impact-next.ts';
import { pathView, type PathView } from './inspect-pairs.ts';

/** The refund scenario, whose answers think, resting at this request. */
function atRequest(turn: number): SessionDriver {
  const scenario = findScenario('refund', 'en');
  if (scenario === null) throw new Error('no refund scenario');
  const driver = new SessionDriver(scenario);
  while (driver.at.phase !== 'request' || driver.at.turn < turn) {
    driver.command({ type: 'next', granularity: 'stop' });
    driver.run();
  }
  return driver;
}

const viewOf = (driver: SessionDriver): PathView => pathView(driver.state, driver.branch) as PathView;

function report(driver: SessionDriver): ReturnType<typeof beforeSending> {
  const view = viewOf(driver);
  return beforeSending(view, lint({ request: nextRequest(view)?.body }));
}

describe('before a request leaves', () => {
  test('an untouched conversation has nothing to tell', () => {
    expect(report(atRequest(1))).toBeNull();
    expect(report(atRequest(2))).toBeNull();
  });

  test('a question edited with what follows kept makes the thinking behind it stale, on the new branch', () => {
    const driver = atRequest(2);
    const first = driver.state.tables.nodes[0];
    if (first === undefined) throw new Error('no message');
    const message = { ...toMessage(first), content: 'Refund order A-1001, please.' };
    expect(driver.command({ type: 'edit-message', node: first.id, message, keep: true })).toBeNull();
    driver.branch = driver.state.record.branches.at(-1)?.id ?? '';
    expect(driver.branch).not.toBe('b1');
    expect(seenBefore(viewOf(driver))?.messages[0]).toEqual(toMessage(first));
    expect(report(driver)).toMatchObject({
      number: 2,
      thinking: ['messages.1.content.0'],
      model: 'claude-opus-5-5',
      refusal: null,
    });
    driver.branch = 'b1';
    expect(report(driver)).toBeNull();
  });

  test('a broken pairing is told in the words of the API', () => {
    const driver = atRequest(2);
    const results = driver.at.head ?? '';
    driver.command({ type: 'edit-message', node: results, message: { role: 'user', content: 'Go on.' }, keep: false });
    expect(report(driver)?.refusal).toMatchObject({ status: 400, type: 'invalid_request_error' });
    expect(report(driver)?.refusal?.message).toMatch(/`tool_use` ids were found without `tool_result` blocks/);
  });

  test('other settings count as an edit and make all thinking stale', () => {
    const driver = atRequest(2);
    const [config] = driver.state.tables.configs;
    if (config === undefined) throw new Error('no settings');
    const { body, endpoint, policy } = config;
    driver.command({ type: 'edit-config', config: { body: { ...body, system: 'Be brief.' }, endpoint, policy } });
    expect(report(driver)).toMatchObject({ thinking: ['messages.1.content.0'] });
    driver.command({ type: 'undo' });
    expect(report(driver)).toBeNull();
  });

  test('an edited result tells tokens and waits for the others before it judges', () => {
    const driver = atRequest(1);
    while (driver.at.phase !== 'results') {
      driver.command({ type: 'next', granularity: 'stop' });
      driver.run();
    }
    const call = driver.at.calls[0]?.id ?? '';
    driver.command({ type: 'edit-result', call, result: { content: 'word '.repeat(400), is_error: false } });
    const found = report(driver);
    expect(found).toMatchObject({ number: 2, thinking: [], cacheLostFrom: null, refusal: null });
    expect(found?.inputTokens).toBeGreaterThan(400);
  });
});
