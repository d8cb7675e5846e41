/* oxlint-disable unicorn/no-thenable -- `then` is the file format's own word; nothing here is awaited */
import { expect, test } from 'vitest';
import { canonicalJson } from '../messages/canonical-json.ts';
import { compose } from '../loop/compose.ts';
import type { ConfigData } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import { branchById } from '../session/tree.ts';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { answer, callId, calls, drive, OVERLOADED, stepTo, text, use } from '../testing/stories.ts';
import { compareBranches, type Comparison } from './compare.ts';
import type { CompareSide } from './compare-steps.ts';
import { comparePicture, divergenceText } from './testing/compare-picture.ts';
import { longSession } from './testing/long-session.ts';

const go = { type: 'continue' } as const;

function side(driver: SessionDriver, id: string): CompareSide {
  const branch = branchById(driver.state, id);
  if (!branch) throw new Error(`no branch ${id}`);
  return { state: driver.state, branch };
}

function newest(driver: SessionDriver): string {
  return driver.state.record.branches.at(-1)?.id ?? 'b1';
}

function between(driver: SessionDriver, a = 'b1', b = newest(driver)): Comparison {
  return compareBranches(side(driver, a), side(driver, b));
}

async function golden(name: string, comparison: Comparison): Promise<void> {
  await expect(comparePicture(comparison)).toMatchFileSnapshot(`golden/compare-${name}.golden.txt`);
}

/** The refund scenario run to its end, and a fork at the lookup result with the status changed. */
function refundFork(): SessionDriver {
  const driver = new SessionDriver(scenarioFor('refund', 'en'));
  driver.command(go);
  driver.run();
  const [, asks] = driver.state.tables.nodes.map((node) => node.id);
  driver.command({ type: 'fork', head: asks ?? null, stop: 'results', name: 'edit-1' });
  driver.branch = newest(driver);
  const [call] = driver.at.calls;
  const content = String(call?.result?.content).replace('delivered', 'shipped');
  driver.command({ type: 'edit-result', call: call?.id ?? '', result: { content, is_error: false } });
  driver.command(go);
  driver.run();
  return driver;
}

test('a fork at the lookup result parts at the edited block, and the first branch stays as it was', async () => {
  const driver = new SessionDriver(scenarioFor('refund', 'en'));
  driver.command(go);
  driver.run();
  const before = canonicalJson(compose(driver.state, 'b1'));
  const forked = refundFork();
  expect(canonicalJson(compose(forked.state, 'b1'))).toBe(before);
  const comparison = between(forked);
  expect(comparison.divergence).toMatchObject({
    kind: 'block',
    row: 1,
    pathA: 'messages.2.content.0',
    pathB: 'messages.2.content.0',
    cause: { kind: 'edited-result', who: 'b', tool: 'lookup_order' },
  });
  expect(comparison.equalMessages).toBe(2);
  await golden('refund-fork', comparison);
});

test('the same branch, and two runs of one script, are equal', () => {
  const driver = drive([calls('t1'), text('Fine.')]);
  driver.command(go);
  driver.run();
  const same = between(driver, 'b1', 'b1');
  expect([same.divergence, same.config, same.equalMessages]).toEqual([null, [], 4]);
  driver.command({ type: 'restart' });
  driver.branch = newest(driver);
  driver.command(go);
  driver.run();
  const again = between(driver);
  expect(again.divergence).toBeNull();
  expect(again.rows.map((row) => row.kind)).toEqual(['same', 'same']);
});

test('ids of calls and signatures tell no two runs apart', async () => {
  const run = (id: string, signature: string): SessionDriver => {
    const thinking = { type: 'thinking', thinking: 'Look it up.', signature };
    const driver = drive([answer([thinking, use(id, 'look', { q: 1 })], 'tool_use'), text('Fine.')]);
    driver.command(go);
    driver.run();
    return driver;
  };
  const comparison = compareBranches(side(run('toolu_a', 'x'), 'b1'), side(run('toolu_b', 'y'), 'b1'));
  expect(comparison.divergence).toBeNull();
  expect(comparison.equalMessages).toBe(4);
  await golden('two-sessions', compareBranches(side(run('a', 'x'), 'b1'), side(between2(), 'b1')));
});

function between2(): SessionDriver {
  const driver = drive([calls(use('z', 'pay', { amount: 9, note: 'late' }), 'y'), text('Paid.')]);
  driver.command(go);
  driver.run();
  return driver;
}

test('the setup comes before the messages', async () => {
  const driver = drive([calls('t1'), text('Fine.')]);
  driver.command({ type: 'fork', head: driver.at.head, stop: 'request', name: 'cold' });
  driver.command(go);
  driver.run();
  driver.branch = newest(driver);
  const { body, endpoint, policy } = driver.state.tables.configs[0] as ConfigData;
  const tools = [
    ...(body.tools ?? []).slice(1),
    { name: 'ship', description: 'ship', input_schema: { type: 'object' } },
  ];
  const config = { body: { ...body, temperature: 0, system: 'Be brief.', tools }, endpoint, policy };
  driver.command({ type: 'edit-config', config: config as ConfigData });
  driver.command(go);
  driver.run();
  const comparison = between(driver);
  expect(comparison.config.map((change) => `${change.name} ${change.kind}`)).toEqual([
    'tools.look gone',
    'tools.ship new',
    'temperature new',
    'system new',
  ]);
  expect(comparison.divergence).toMatchObject({ kind: 'config', row: 0 });
  await golden('setup', comparison);
});

test('a branch that ended earlier, and one that only stands earlier', async () => {
  const driver = drive([calls('t1'), calls('t2'), text('Fine.')]);
  driver.command(go);
  driver.run();
  const results = driver.state.tables.nodes[2]?.id ?? null;
  driver.command({ type: 'fork', head: results, stop: 'request', name: 'early' });
  const comparison = between(driver);
  expect(comparison.divergence).toEqual({ kind: 'end', row: 1, ended: 'b' });
  expect(comparison.equalMessages).toBe(3);
  await golden('early', comparison);
});

test('a turn that was cut out of the middle leaves the others opposite each other', () => {
  const driver = drive([calls('t1'), calls(use('t2', 'pay')), calls(use('t3', 'bash', {})), text('Fine.')]);
  driver.command(go);
  driver.run();
  const nodes = driver.state.tables.nodes.map((node) => node.id);
  const kept = [nodes[0], nodes[1], nodes[2], nodes[5], nodes[6], nodes[7]].map((from) => ({ from: from ?? '' }));
  driver.command({ type: 'edit-history', base: null, messages: kept });
  const comparison = between(driver);
  expect(comparison.rows.map((row) => [row.kind, row.a?.number ?? null, row.b?.number ?? null])).toEqual([
    ['same', 1, 1],
    ['only-a', 2, null],
    ['changed', 3, 2],
    ['same', 4, 3],
  ]);
  expect(comparison.divergence).toEqual({ kind: 'extra', row: 1, only: 'a' });
});

test('what failed on the way is counted where it was tried', async () => {
  const driver = drive([OVERLOADED, calls('t1', use('t2', 'pay')), text('Fine.', 'max_tokens')]);
  driver.command(go);
  driver.run();
  driver.command({ type: 'restart' });
  const comparison = between(driver);
  expect(comparison.totals.a.requests).toBe(3);
  expect(comparison.totals.a.toolRuns).toBe(2);
  await golden('retries-and-parallel', comparison);
});

test.each([
  ['typed', { source: 'typed' } as const],
  ['injected', { source: 'injected', injection: { kind: 'error', text: 'down' } } as const],
  ['denied', { decision: 'deny' } as const],
  ['edited-input', { input: { q: 'other' } } as const],
])('a result that is %s is named as the cause', (kind, setting) => {
  const driver = drive([calls('t1'), text('Fine.')], {
    tool_results: {
      look: [{ when: { pointer: '/q', equals: 'other' }, then: { content: 'other' } }, { then: { content: 'ok' } }],
    },
  });
  driver.command(go);
  driver.run();
  driver.command({ type: 'fork', head: driver.state.tables.nodes[1]?.id ?? null, stop: 'tools' });
  driver.branch = newest(driver);
  driver.command({ type: 'set-call', call: callId(driver, 't1'), source: 'scripted' });
  driver.command({ type: 'set-call', call: callId(driver, 't1'), ...setting });
  driver.command(go);
  driver.run();
  if (driver.at.phase === 'running') {
    driver.command({ type: 'edit-result', call: callId(driver, 't1'), result: { content: 'typed', is_error: false } });
    driver.command(go);
    driver.run();
  }
  expect(divergenceText(between(driver).divergence)).toContain(`messages.2.content.0, ${kind} by b (look)`);
});

test('an edited first question is named as the cause; a text as content has no block number', () => {
  const driver = drive([text('Fine.')]);
  driver.command(go);
  driver.run();
  const [question] = driver.state.tables.nodes;
  driver.command({
    type: 'edit-message',
    node: question?.id ?? '',
    message: { role: 'user', content: 'Where is my parcel?' },
    keep: false,
  });
  expect(divergenceText(between(driver).divergence)).toBe(
    'row 1, messages.0.content | messages.0.content, edited-message by b',
  );
});

test('open calls stand in the newest step with what is known of them', () => {
  const driver = stepTo(drive([calls('t1', use('t2', 'pay')), text('Fine.')]), 'results');
  const { rows } = between(driver, 'b1', 'b1');
  expect(rows.at(-1)?.a?.calls.map((call) => call.open?.state)).toEqual(['ok', 'ok']);
});

test('ten thousand messages are compared without the square of their number', () => {
  const one = EventLog.of(longSession(5000)).newest;
  const other = EventLog.of(longSession(5000)).newest;
  const [a, b] = [one, other].map((state) => ({ state, branch: state.record.branches[0] })) as [
    CompareSide,
    CompareSide,
  ];
  const from = performance.now();
  const comparison = compareBranches(a, b);
  expect(comparison.rows.length).toBe(5000);
  expect(comparison.divergence).toBeNull();
  // Some 0.1 s on an idle machine; the square of the turns would be minutes.
  expect(performance.now() - from).toBeLessThan(20_000);
}, 60_000);
