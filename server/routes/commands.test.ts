import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandReply, RefusalReply } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { COMMAND_TYPES } from './command-schema.ts';
import { readCommand } from './read-command.ts';

let test: TestApp;
beforeEach(async () => {
  test = testApp();
  await test.post('/api/sessions', { id: 's1', scenario: 'lookup' });
});
afterEach(async () => {
  await test.close();
});

let counter = 0;
const send = (command: Record<string, unknown>) =>
  test.post('/api/sessions/s1/commands', { id: `command-${(counter += 1)}`, branch: 'b1', ...command });
const accepted = async (command: Record<string, unknown>) => {
  const answer = await send(command);
  expect(answer.status).toBe(200);
  return (await answer.json()) as CommandReply;
};
const refused = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as RefusalReply).error,
});
const events = async () => (await (await test.call('/api/sessions/s1/events')).json()) as SessionEvent[];

/** Waits until the newest event is a stop or an end. */
async function rest(): Promise<SessionEvent> {
  const session = await test.host.open('s1');
  for (;;) {
    const newest = session.log.events.at(-1);
    const [branch] = session.log.newest.record.branches;
    if (newest !== undefined && branch !== undefined && !session.summary.moving) return newest;
    await new Promise<void>((resolve) => {
      const unwatch = session.watch(() => {
        unwatch();
        resolve();
      });
    });
  }
}

describe('commands', () => {
  it('walk the loop stop by stop to its end', async () => {
    const stops: (string | undefined)[] = [];
    for (let step = 0; step < 8; step += 1) {
      await accepted({ type: 'next', granularity: 'stop' });
      const newest = await rest();
      stops.push(newest.type === 'stopped' ? newest.stop : newest.type);
      if (newest.type === 'run-end') break;
    }
    expect(stops).toEqual(['response', 'tools', 'results', 'request', 'response', 'run-end']);
    const end = (await events()).at(-1);
    expect(end).toMatchObject({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' } });
    expect(JSON.stringify(await events())).toContain('It is 42.');
  });

  it('act once per id, and answer a repeat the same', async () => {
    const first = await send({ type: 'next', granularity: 'stop', id: 'same' });
    const reply = await first.json();
    await rest();
    const again = await send({ type: 'next', granularity: 'stop', id: 'same' });
    expect([again.status, await again.json()]).toEqual([200, reply]);
    expect((await events()).filter(({ type }) => type === 'request-start')).toHaveLength(1);
  });

  it('act once even when both copies arrive at the same time', async () => {
    const answers = await Promise.all([1, 2].map(() => send({ type: 'restart', id: 'twice' })));
    const [left, right] = await Promise.all(answers.map((answer) => answer.json()));
    expect(left).toEqual(right);
    expect((await events()).filter(({ type }) => type === 'branch-create')).toHaveLength(1);
  });

  it('are remembered over a restart', async () => {
    const reply = await accepted({ type: 'restart', id: 'before' });
    expect(reply.branch).toMatch(/^b\d+$/);
    await test.close();
    const { store } = test;
    test = testApp({ store });
    expect(await accepted({ type: 'restart', id: 'before' })).toEqual(reply);
  });

  it('that are refused get the same refusal again', async () => {
    const first = await refused(await send({ type: 'undo', id: 'no' }));
    expect(first).toMatchObject({ status: 409, code: 'nothing-to-undo', phase: 'request', at: 1 });
    await accepted({ type: 'say', text: 'Something else' });
    expect(await refused(await send({ type: 'undo', id: 'no' }))).toEqual(first);
  });

  it('are stale once something else happened, and say what', async () => {
    await accepted({ type: 'next', granularity: 'stop', at: 1 });
    await rest();
    const stale = await refused(await send({ type: 'next', granularity: 'stop', at: 1 }));
    expect(stale).toMatchObject({ status: 409, code: 'stale', phase: 'response' });
    expect(stale.since?.length).toBeLessThanOrEqual(20);
    expect(stale.since?.at(-1)).toMatchObject({ type: 'stopped', stop: 'response' });
    expect(stale.message).toMatch(/try again/);
  });

  it.each<[Record<string, unknown>, number, string]>([
    [{ type: 'next', granularity: 'stop', branch: 'b99' }, 404, 'no-such-branch'],
    [{ type: 'fork', head: 'm99', stop: 'request' }, 404, 'no-such-node'],
    [{ type: 'what-if', answer: 'm99', what: { kind: 'fault', fault: 'overloaded' } }, 404, 'no-such-node'],
    [{ type: 'say', text: '  ' }, 400, 'empty-text'],
    [{ type: 'pause' }, 409, 'not-moving'],
    [{ type: 'delete-branch' }, 409, 'last-branch'],
  ])('%j: %i %s', async (command, status, code) => {
    const error = await refused(await send(command));
    expect(error).toMatchObject({ status, code });
    expect(error.message).not.toContain('%');
  });

  it('for a session that is not there are a 404', async () => {
    const answer = await test.post('/api/sessions/unknown/commands', { id: 'x', branch: 'b1', type: 'pause' });
    expect([answer.status, (await refused(answer)).code]).toEqual([404, 'no-such-session']);
  });
});

describe('reading a command', () => {
  const base = { id: 'c1', branch: 'b1' };
  const message = { role: 'user', content: 'x' };
  const config = { body: { model: 'm', max_tokens: 1 }, endpoint: 'scripted', policy: 'correct' };

  const good: Record<string, unknown>[] = [
    { type: 'continue', openCalls: 'run', thinking: 'drop' },
    { type: 'next', granularity: 'turn' },
    { type: 'stepIn' },
    { type: 'stepOut' },
    { type: 'pause' },
    { type: 'terminate' },
    { type: 'resume-partial' },
    { type: 'restart' },
    { type: 'say', text: '' },
    { type: 'fork', head: null, stop: 'tools', name: 'n' },
    { type: 'what-if', answer: 'm8', what: { kind: 'stop_reason', stop_reason: null } },
    { type: 'rename-branch', name: 'n' },
    { type: 'delete-branch' },
    { type: 'restore-branch' },
    { type: 'edit-message', node: 'm1', message: { ...message, extra_field: 1 }, keep: true },
    { type: 'edit-history', base: null, messages: [{ from: 'm1' }, { role: 'assistant', content: [] }] },
    { type: 'edit-config', config },
    { type: 'edit-limits', limits: { maxTurns: 3, truncationMark: '…' } },
    { type: 'raise-limit', limit: 'maxTurns', to: 4 },
    { type: 'set-call', call: 'm1.0', input: null, injection: { kind: 'delay', ms: 5 }, decision: 'deny' },
    { type: 'edit-result', call: 'm1.0', result: { content: [{ type: 'text', text: 'x' }], is_error: false } },
    { type: 'set-source', tool: null, source: 'typed' },
    { type: 'fix', rule: 'tool-use-unanswered' },
    { type: 'undo' },
    { type: 'redo' },
    {
      type: 'set-breakpoint',
      breakpoint: { id: 'p', enabled: true, where: { kind: 'tool', name: '*' }, condition: 'x' },
    },
    { type: 'remove-breakpoint', breakpoint: 'p' },
    { type: 'set-exception-breakpoints', exceptions: { runFailed: true, failedTry: false, toolError: true } },
  ];

  it('knows one good body for every command', () => {
    expect(good.map(({ type }) => type)).toEqual(COMMAND_TYPES);
  });

  it.each(good)('takes $type, and gives back the very same object', (command) => {
    const body = { ...base, at: 5, ...command };
    expect(readCommand(body)).toBe(body);
  });

  it.each<[body: unknown, says: RegExp]>([
    [null, /must be an object/],
    [[], /must be an object/],
    [{ ...base }, /`type` must be one of continue, next.*it is missing/],
    [{ ...base, type: 'fly' }, /it is "fly"/],
    [{ ...base, type: '__proto__' }, /it is "__proto__"/],
    [{ branch: 'b1', type: 'pause' }, /`id`/],
    [{ id: '', branch: 'b1', type: 'pause' }, /`id`/],
    [{ id: 'x', type: 'pause' }, /`branch`/],
    [{ ...base, type: 'pause', at: -1 }, /`at`/],
    [{ ...base, type: 'pause', extra: 1 }, /extra/],
    [{ ...base, type: 'next' }, /`granularity`/],
    [{ ...base, type: 'say', text: 5 }, /`text`: expected string, received number/],
    [
      { ...base, type: 'edit-message', node: 'm1', keep: true, message: { role: 'tool', content: 'x' } },
      /`message`: must have a role/,
    ],
    [{ ...base, type: 'edit-message', node: 'm1', keep: true, message: { role: 'user', content: [{}] } }, /`message`/],
    [{ ...base, type: 'edit-history', base: null, messages: [{ role: 'user' }] }, /`messages.0/],
    [{ ...base, type: 'edit-config', config: { ...config, body: { model: 'm', messages: [] } } }, /without `messages`/],
    [{ ...base, type: 'edit-limits', limits: { maxTurn: 3 } }, /maxTurn/],
    [{ ...base, type: 'edit-limits', limits: { maxTurns: 1.5 } }, /`limits.maxTurns`/],
    [{ ...base, type: 'raise-limit', limit: 'truncationMark', to: 1 }, /`limit`/],
    [{ ...base, type: 'edit-result', call: 'm1.0', result: { content: 5, is_error: false } }, /`result.content`/],
    [
      { ...base, type: 'set-breakpoint', breakpoint: { id: 'p', enabled: true, where: { kind: 'regex' } } },
      /`breakpoint.where/,
    ],
  ])('refuses %j', (body, says) => {
    expect(() => readCommand(body)).toThrow(says);
  });

  it('keeps an own __proto__ key of a message', () => {
    const body = JSON.parse(
      '{"id":"c","branch":"b1","type":"edit-message","node":"m1","keep":false,"message":{"role":"user","content":"x","__proto__":{"a":1}}}',
    ) as unknown;
    expect(JSON.stringify(readCommand(body))).toContain('"__proto__":{"a":1}');
  });
});
