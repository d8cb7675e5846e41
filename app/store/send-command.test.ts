import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandEnvelope } from '../../shared/debugger/command-types.ts';
import { refundAtResults } from '../../shared/view/testing/build-log.ts';
import { pushEvents, resetSession } from './session-actions.ts';
import { sendCommand } from './send-command.ts';
import { useSession } from './session-store.ts';
import { useToasts } from './toasts.ts';

const NEXT = { type: 'next', granularity: 'stop' } as const;
let sent: CommandEnvelope[] = [];

/** Answers every POST with the next of these bodies. */
function server(...answers: { status: number; body: unknown }[]): void {
  const queue = [...answers];
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)) as CommandEnvelope);
    const answer = queue.shift();
    if (!answer) return Promise.reject(new TypeError('offline'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
}

const accepted = (seq = 0) => ({ status: 200, body: { ok: true, seq } });

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  resetSession('session-1');
  pushEvents(refundAtResults().builder.log.events);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
});

describe('sending a command', () => {
  it('carries what the page has seen, and an id of its own', async () => {
    server(accepted());
    await sendCommand(NEXT);
    expect(sent).toEqual([
      {
        ...NEXT,
        branch: 'b1',
        at: useSession.getState().newest?.record.seq,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it('lets pause and terminate through without it', async () => {
    server(accepted(), accepted());
    await sendCommand({ type: 'pause' });
    await sendCommand({ type: 'terminate' });
    expect(sent.map((command) => command.at)).toEqual([undefined, undefined]);
  });

  it('takes a second press of Step while the first is under way for the same one', async () => {
    server(accepted());
    const [first, second] = await Promise.all([sendCommand(NEXT), sendCommand(NEXT)]);
    expect([first.ok, second]).toEqual([true, { ok: false, code: 'busy' }]);
    expect(sent).toHaveLength(1);
  });

  it('sends an edit once the command before it is folded in', async () => {
    const { builder } = refundAtResults();
    const before = builder.seq;
    server(accepted(before + 1), accepted());
    const edits = Promise.all([
      sendCommand({ type: 'edit-limits', limits: { maxTurns: 9 } }),
      sendCommand({ type: 'edit-limits', limits: { maxTurns: 10 } }),
    ]);
    await vi.advanceTimersByTimeAsync(1);
    const { limits } = builder.log.newest.record;
    pushEvents([builder.add({ type: 'limits-set', limits: { ...limits, maxTurns: 9 }, before: limits })]);
    await edits;
    expect(sent.map((command) => command.at)).toEqual([before, before + 1]);
  });

  it('says in words what another tab did', async () => {
    const { builder } = refundAtResults();
    const since = [builder.add({ type: 'continued', command: 'next', granularity: 'stop' })];
    server({ status: 409, body: { error: { code: 'stale', message: 'stale', phase: 'request', at: 12, since } } });
    expect(await sendCommand(NEXT)).toEqual({ ok: false, code: 'stale' });
    expect(useToasts.getState().toasts).toMatchObject([
      { role: 'alert', text: expect.stringContaining('It is at request now'), detail: 'Since then:\nStep' },
    ]);
  });

  it('words every other refusal itself', async () => {
    server({ status: 409, body: { error: { code: 'moving', message: 'x', phase: 'sending', at: 3 } } });
    await sendCommand(NEXT);
    expect(useToasts.getState().toasts[0]?.text).toBe('The run is moving. Pause it, then try again.');
  });

  it('tries once more with the same id when the server cannot be reached, then says so', async () => {
    server();
    const result = sendCommand(NEXT);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await result).toEqual({ ok: false, code: 'unreachable' });
    expect(new Set(sent.map((command) => command.id)).size).toBe(1);
    expect(sent).toHaveLength(2);
    expect(useToasts.getState().toasts[0]?.text).toContain('npm start');
  });
});
