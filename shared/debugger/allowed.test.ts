import { describe, expect, test } from 'vitest';
import type { PhaseName } from '../session/events.ts';
import type { Limits } from '../session/limits.ts';
import { IN_PHASE } from '../testing/phases.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { answer, calls, drive, stepTo, text, use } from '../testing/stories.ts';
import { allowed } from './allowed.ts';
import type { CommandName } from './allowed.ts';
import type { Command } from './command-types.ts';

const PHASES = Object.keys(IN_PHASE) as PhaseName[];

/** One command of each kind that fits the session it is given to. */
const COMMANDS: Record<CommandName, (driver: SessionDriver) => Command> = {
  continue: () => ({ type: 'continue' }),
  'resume-partial': () => ({ type: 'resume-partial' }),
  next: () => ({ type: 'next', granularity: 'stop' }),
  stepIn: () => ({ type: 'stepIn' }),
  stepOut: () => ({ type: 'stepOut' }),
  pause: () => ({ type: 'pause' }),
  terminate: () => ({ type: 'terminate' }),
  restart: () => ({ type: 'restart' }),
  say: () => ({ type: 'say', text: 'Hello?' }),
  fork: ({ at }) => ({ type: 'fork', head: at.head, stop: 'request' }),
  'what-if': ({ at }) => ({
    type: 'what-if',
    answer: at.lastAttempt ?? at.head ?? '',
    what: { kind: 'stop_reason', stop_reason: 'end_turn' },
  }),
  'rename-branch': () => ({ type: 'rename-branch', name: 'other' }),
  'delete-branch': () => ({ type: 'delete-branch' }),
  'restore-branch': () => ({ type: 'restore-branch' }),
  'edit-message': () => ({ type: 'edit-message', node: 'm1.0', message: { role: 'user', content: 'x' }, keep: false }),
  'edit-history': () => ({ type: 'edit-history', base: null, messages: [{ role: 'user', content: 'x' }] }),
  'edit-config': () => ({
    type: 'edit-config',
    config: { body: { model: 'm', max_tokens: 1 }, endpoint: 'live', policy: 'correct' },
  }),
  'edit-limits': () => ({ type: 'edit-limits', limits: { maxTurns: 7 } }),
  'raise-limit': () => ({ type: 'raise-limit', limit: 'maxTurns', to: 99 }),
  'set-call': ({ at }) => ({ type: 'set-call', call: at.calls.at(-1)?.id ?? 'none', source: 'typed' }),
  'edit-result': ({ at }) => ({
    type: 'edit-result',
    call: at.calls[0]?.id ?? 'none',
    result: { content: 'typed', is_error: false },
  }),
  'set-source': () => ({ type: 'set-source', tool: null, source: 'typed' }),
  fix: () => ({ type: 'fix', rule: 'any', path: 'messages.99' }),
  undo: () => ({ type: 'undo' }),
  redo: () => ({ type: 'redo' }),
};

test('every command in every phase is allowed, or refused for its reason', async () => {
  const names = Object.keys(COMMANDS) as CommandName[];
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const rows = names.map((name) => {
    const cells = PHASES.map((phase) => {
      const driver = IN_PHASE[phase]();
      const said = allowed(driver.state, 'b1')[name];
      const came = driver.command(COMMANDS[name](driver));
      // What the table refuses is refused; what it allows can only be refused for what the command names.
      if (said) expect(came).toEqual(said);
      return said ? said.code : came ? `(${came.code})` : 'yes';
    });
    return [name.padEnd(width), ...cells.map((cell) => cell.padEnd(20))].join('').trimEnd();
  });
  const head = ['command'.padEnd(width), ...PHASES.map((phase) => phase.padEnd(20))].join('').trimEnd();
  const about = 'What each command comes to in each phase; in parentheses: refused for what the command names.';
  await expect(`${about}\n\n${[head, ...rows].join('\n')}\n`).toMatchFileSnapshot(
    './golden/what-is-allowed.golden.txt',
  );
});

test('a session that is not there refuses by name', () => {
  const driver = IN_PHASE.request();
  driver.branch = 'b9';
  expect(driver.command({ type: 'continue' })).toEqual({ code: 'no-such-branch', detail: 'b9' });
  expect(() => allowed(driver.state, 'b9')).toThrow('branch b9 is not in the session');
});

describe('continue after an end', () => {
  interface End {
    reason: string;
    code: string | null;
    steps: Parameters<typeof drive>[0];
    limits?: Partial<Limits>;
  }
  const END: readonly End[] = [
    { reason: 'end_turn', code: 'ended-needs-say', steps: [text('x')] },
    { reason: 'stop_sequence', code: 'ended-needs-say', steps: [text('x', 'stop_sequence')] },
    { reason: 'max_tokens', code: 'ended-needs-edit', steps: [text('x', 'max_tokens')] },
    {
      reason: 'model_context_window_exceeded',
      code: 'ended-needs-edit',
      steps: [text('x', 'model_context_window_exceeded')],
    },
    { reason: 'refusal', code: 'ended-needs-edit', steps: [answer([], 'refusal')] },
    { reason: 'protocol_error', code: 'ended-needs-edit', steps: [text('x', 'tool_use')] },
    { reason: 'unknown_stop_reason', code: 'ended-needs-edit', steps: [text('x', 'new')] },
    { reason: 'unknown_stop_reason', code: 'ended-needs-edit', steps: [text('x', null)] },
    { reason: 'api_error', code: null, steps: [{ type: 'http_error', status: 401 }] },
    { reason: 'script_exhausted', code: null, steps: [] },
    { reason: 'max_turns', code: 'ended-at-limit', steps: [calls('t1')], limits: { maxTurns: 1 } },
    { reason: 'repeated_call', code: 'ended-at-limit', steps: [calls('t1')], limits: { maxIdenticalCalls: 0 } },
    { reason: 'pause_limit', code: 'ended-at-limit', steps: [text('x', 'pause_turn')], limits: { maxPauses: 0 } },
  ];
  test.each(END)('$reason: $code', ({ reason, code, steps, limits = {} }) => {
    const driver = drive(steps, { limits });
    driver.command({ type: 'continue' });
    driver.run();
    expect(driver.at.outcome?.reason).toBe(reason);
    expect(driver.command({ type: 'continue' })?.code ?? null).toBe(code);
  });
});

test('unreadable values are refused by name', () => {
  const driver = stepTo(drive([calls('t1', use('t2', 'pay'))]), 'tools');
  const bad = (command: unknown): string | undefined => driver.command(command as Command)?.detail;
  expect(bad({ type: 'edit-limits', limits: { maxTurns: -1 } })).toBe('maxTurns');
  expect(bad({ type: 'edit-limits', limits: { maxTurns: 1.5 } })).toBe('maxTurns');
  expect(bad({ type: 'edit-limits', limits: { truncationMark: 5 } })).toBe('truncationMark');
  expect(bad({ type: 'edit-limits', limits: { nothing: 5 } })).toBe('nothing');
  expect(bad({ type: 'edit-config', config: { body: {}, endpoint: 'live', policy: 'correct' } })).toBe('model');
  expect(bad({ type: 'edit-message', node: 'm1.0', message: { role: 'user' }, keep: false })).toBe('message');
  expect(bad({ type: 'edit-history', base: null, messages: [{ from: 'm77' }] })).toBe('m77');
  expect(bad({ type: 'edit-history', base: 'm78', messages: [] })).toBe('m78');
  expect(bad({ type: 'set-call', call: driver.at.calls[0]?.id, input: ['list'] })).toBe('input');
});
