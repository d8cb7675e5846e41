import { expect, test } from 'vitest';
import type { Message } from '../messages/types.ts';
import type { ConfigData } from '../session/events.ts';
import { branchById } from '../session/tree.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { calls, drive, OVERLOADED, stepTo, text, use } from '../testing/stories.ts';
import { pathRequests, type RequestChange, requestChange } from './compare-requests.ts';
import type { CompareSide } from './compare-steps.ts';

const go = { type: 'continue' } as const;

function side(driver: SessionDriver): CompareSide {
  const branch = branchById(driver.state, driver.branch);
  if (!branch) throw new Error('no branch');
  return { state: driver.state, branch };
}

/** The newest request against the one before it. */
function newest(driver: SessionDriver): RequestChange {
  const requests = pathRequests(side(driver));
  const last = requests.at(-1);
  if (!last) throw new Error('no request');
  return requestChange(side(driver), requests.at(-2) ?? null, last);
}

const shape = ({ diff }: RequestChange): string =>
  [
    `again ${diff.again}`,
    ...diff.keys.map((key) => `${key.key} ${key.kind}`),
    ...diff.messages.map((each) => `${each.kind} ${each.at}`),
  ].join(', ');

function editConfig(driver: SessionDriver, change: Record<string, unknown>): void {
  const { body, endpoint, policy } = driver.state.tables.configs[0] as ConfigData;
  driver.command({ type: 'edit-config', config: { body: { ...body, ...change }, endpoint, policy } as ConfigData });
}

test('every try is a request; the next one stands at the end while one would leave', () => {
  const driver = drive([OVERLOADED, calls('t1'), text('Fine.')]);
  expect(pathRequests(side(driver)).map((each) => [each.number, each.kind])).toEqual([[1, 'next']]);
  driver.command(go);
  driver.run();
  expect(pathRequests(side(driver)).map((each) => [each.number, each.kind, each.turn, each.try])).toEqual([
    [1, 'lost', 1, 1],
    [2, 'answered', 1, 2],
    [3, 'answered', 2, 1],
  ]);
});

test('a loop appends: everything before is sent again, a retry sends nothing anew', () => {
  const driver = drive([OVERLOADED, calls('t1'), text('Fine.')]);
  driver.command(go);
  driver.run();
  const [first, second, third] = pathRequests(side(driver));
  if (!first || !second || !third) throw new Error('three requests expected');
  expect(shape(requestChange(side(driver), null, first))).toBe('again 0, new 0');
  expect(shape(requestChange(side(driver), first, second))).toBe('again 1');
  const change = requestChange(side(driver), second, third);
  expect(shape(change)).toBe('again 1, new 1, new 2');
  expect(change.cache.brokenAt).toBeNull();
  expect(change.input).toEqual({ again: second.figures.input, total: third.figures.input, estimated: false });
});

test('the next request is estimated, with the results that are held', () => {
  const driver = stepTo(drive([calls('t1', use('t2', 'pay')), text('Fine.')]), 'results');
  const change = newest(driver);
  expect(shape(change)).toBe('again 1, new 1, new 2');
  expect(change.input.estimated).toBe(true);
  expect(change.cache.lost).toBeNull();
});

const usage = (fresh: number, read: number, written: number): Record<string, unknown> => ({
  usage: {
    input_tokens: fresh,
    output_tokens: 5,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  },
});

function cached(second: Record<string, unknown>): SessionDriver {
  const first = calls('t1');
  const last = text('Fine.');
  const driver = drive([
    { ...first, message: { ...first.message, ...usage(10, 0, 900) } },
    { ...last, message: { ...last.message, ...second } },
  ]);
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  return driver;
}

test('what was held is read again while the beginning stays', () => {
  const driver = cached(usage(10, 900, 60));
  driver.command(go);
  driver.run();
  expect(newest(driver).cache).toMatchObject({ read: 900, written: 60, held: 900, lost: 0, brokenAt: null });
});

test.each<[string, Record<string, unknown>, object]>([
  [
    'tools',
    { tools: [{ name: 'other', description: 'x', input_schema: { type: 'object' } }], system: 'New.' },
    { part: 'tools', key: 'tools' },
  ],
  ['system', { system: 'New.' }, { part: 'system', key: 'system' }],
  ['model', { model: 'claude-opus-4-5' }, { part: 'model', key: 'model' }],
  ['tool_choice', { tool_choice: { type: 'any' } }, { part: 'messages-settings', key: 'tool_choice' }],
])('a changed %s loses the cache behind it', (_name, change, brokenAt) => {
  const driver = cached(usage(970, 0, 0));
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  editConfig(driver, change);
  driver.command(go);
  driver.run();
  expect(newest(driver).cache).toMatchObject({ held: 900, lost: 900, brokenAt });
});

test('marks that move are no change and break nothing', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const question = (more: object): Message =>
    ({ role: 'user', content: [{ type: 'text', text: 'Where?', ...more }] }) as Message;
  const request = (more: object) => ({
    model: 'm',
    max_tokens: 10,
    stream: true as const,
    tools: [{ name: 'look', description: 'look', input_schema: { type: 'object' as const } }],
    messages: [question(more)],
  });
  const driver = drive([calls('t1'), text('Fine.')], { request: request(mark) });
  driver.command(go);
  driver.run();
  const [, second] = driver.state.tables.nodes;
  driver.command({ type: 'fork', head: second?.id ?? null, stop: 'request' });
  driver.branch = driver.state.record.branches.at(-1)?.id ?? 'b1';
  const [first] = driver.state.tables.nodes;
  const requests = pathRequests(side(driver));
  expect(requests.length).toBeGreaterThan(0);
  driver.command({ type: 'edit-message', node: first?.id ?? '', message: question({}), keep: true });
  driver.branch = driver.state.record.branches.at(-1)?.id ?? 'b1';
  const [before] = requests;
  const [after] = pathRequests(side(driver));
  if (!before || !after) throw new Error('requests expected');
  const change = requestChange(
    side(driver),
    before,
    after.attempt === null ? after : { ...after, attempt: null, kind: 'next' },
  );
  expect(change.remarked).toContain('messages.0');
  expect(change.cache).toMatchObject({ marked: true, brokenAt: null });
});
