import { beforeEach, describe, expect, it } from 'vitest';
import { LogBuilder } from '../../shared/view/testing/build-log.ts';
import { pushEvents, pushLive, resetSession, setCursor, viewBranch } from './session-actions.ts';
import { useSession } from './session-store.ts';

function forked(): LogBuilder {
  const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
  const head = builder.answer([{ type: 'text', text: 'Hello.' }], 'end_turn');
  builder.add({
    type: 'branch-create',
    name: 'fork 1',
    why: 'fork',
    from: 'b1',
    head,
    config: 'c1',
    scriptCursor: 1,
    stop: 'response',
    copyCalls: false,
    resetCounters: false,
  });
  return builder;
}

beforeEach(() => resetSession('session-1'));

describe('the open session', () => {
  it('folds each event once, however often it comes', () => {
    const { events } = forked().log;
    pushEvents(events.slice(0, 4));
    pushEvents(events);
    expect(useSession.getState().log.events).toHaveLength(events.length);
  });

  it('looks at the branch that a fork came from while the cursor stands before the fork', () => {
    const { log } = forked();
    pushEvents(log.events);
    viewBranch(`b${log.seq}`);
    setCursor(2);
    expect(useSession.getState()).toMatchObject({ branch: 'b1', homeBranch: `b${log.seq}`, cursor: 2 });
    setCursor(null);
    expect(useSession.getState()).toMatchObject({ branch: `b${log.seq}`, cursor: null });
  });

  it('stays in the past while new events come, and is back at now at the newest one', () => {
    const { events } = forked().log;
    pushEvents(events.slice(0, -1));
    setCursor(2);
    const { viewed } = useSession.getState();
    pushEvents(events);
    expect(useSession.getState().viewed).toBe(viewed);
    setCursor(events.length);
    expect(useSession.getState().cursor).toBeNull();
  });

  it('drops live frames as soon as the log holds them', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
    const start = builder.add({
      type: 'request-start',
      config: 'c1',
      messages: ['m1.0'],
      bodyHash: '0',
      try: 1,
      turn: 1,
      scriptCursor: 0,
    });
    const request = `q${start.seq}`;
    pushEvents(builder.log.events);
    pushLive(request, [[1, 'a']]);
    pushLive(request, [
      [2, 'b'],
      [3, 'c'],
    ]);
    builder.add({ type: 'response-head', request, status: 200, requestId: null });
    builder.add({
      type: 'response-chunk',
      request,
      frames: [
        [1, 'a'],
        [2, 'b'],
      ],
    });
    pushEvents(builder.log.events);
    expect(useSession.getState().live.get(request)).toEqual([[3, 'c']]);
  });
});
