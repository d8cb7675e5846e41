import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandEnvelope } from '../shared/debugger/command-types.ts';
import type { SessionEvent } from '../shared/session/events.ts';
import { createMemoryStore } from '../shared/host/store-memory.ts';
import { type EventStore, SeqConflict } from '../shared/host/event-store.ts';
import { testApp, type TestApp } from './testing/test-app.ts';

let store: EventStore;
let test: TestApp;
beforeEach(() => {
  store = createMemoryStore();
  test = testApp({ store });
});
afterEach(() => test.close());

let counter = 0;
const command = (given: Partial<CommandEnvelope> = {}) =>
  ({ id: `h${(counter += 1)}`, branch: 'b1', type: 'say', text: 'More', ...given }) as CommandEnvelope;
const create = (id: string) => test.host.create({ id, scenario: 'lookup' });

/** A store whose next append fails, as on a full disk. */
function failingOnce(error: Error): EventStore {
  let failures = 1;
  return {
    ...store,
    append: async (id, events) => {
      if (events[0]?.seq !== 1 && failures > 0) {
        failures -= 1;
        throw error;
      }
      return store.append(id, events);
    },
  };
}

describe('when the store fails', () => {
  it.each([
    ['is full', new Error('disk full')],
    ['was written by somebody else', new SeqConflict('s1', 2)],
  ])('because it %s, the command fails and the session goes on from what is on disk', async (_why, error) => {
    test = testApp({ store: failingOnce(error) });
    await create('s1');
    const before = await test.host.open('s1');
    await expect(test.host.command('s1', command({ id: 'same' }))).rejects.toBe(error);
    expect(before.closed.aborted).toBe(true);
    const after = await test.host.open('s1');
    expect(after).not.toBe(before);
    expect(after.log.seq).toBe(1);
    // Not remembered as answered: the same id may be tried again.
    expect(await test.host.command('s1', command({ id: 'same' }))).toMatchObject({ ok: true });
    expect((await store.read('s1')).length).toBeGreaterThan(1);
  });

  it('nothing that is not on disk was shown', async () => {
    test = testApp({ store: failingOnce(new Error('disk full')) });
    await create('s1');
    const session = await test.host.open('s1');
    const shown: SessionEvent[] = [];
    session.watch(() => shown.push(...session.eventsFrom(2, 100)));
    await test.host.command('s1', command()).catch(() => undefined);
    expect([shown, session.stored, session.eventsFrom(1, 100).length]).toEqual([[], 1, 1]);
  });
});

describe('the list', () => {
  it('opens nothing that it knows the truth about', async () => {
    await create('s1');
    await test.close();
    const reads: string[] = [];
    const counting: EventStore = { ...store, read: (id, range) => (reads.push(id), store.read(id, range)) };
    test = testApp({ store: counting });
    expect(await test.host.list()).toMatchObject([{ id: 's1', events: 1 }]);
    expect(reads).toEqual([]);
  });

  it('opens what was written after its summary', async () => {
    await create('s1');
    await test.close();
    const [first] = await store.read('s1');
    if (first === undefined) throw new Error('no event');
    await store.append('s1', [{ ...first, seq: 2, type: 'branch-change', name: 'renamed' } as SessionEvent]);
    test = testApp({ store });
    expect(await test.host.list()).toMatchObject([{ id: 's1', events: 2 }]);
  });

  it('leaves out what cannot be read, and says why', async () => {
    await create('s1');
    await store.append('s2', [
      { v: 99, seq: 1, at: 0, branch: 'b1', type: 'session-create' } as unknown as SessionEvent,
    ]);
    expect((await test.host.list()).map(({ id }) => id)).toEqual(['s1']);
    await expect(test.host.open('s2')).rejects.toMatchObject({
      status: 409,
      code: 'unreadable-session',
      message: /newer Loupe/,
    });
    await expect(test.close()).rejects.toThrow(/newer Loupe/);
    test = testApp();
  });

  it('can be rid of what cannot be read', async () => {
    await store.append('s2', [
      { v: 99, seq: 1, at: 0, branch: 'b1', type: 'session-create' } as unknown as SessionEvent,
    ]);
    await test.host.remove('s2');
    expect(await store.session('s2')).toMatchObject({ deleted: true });
  });

  it('tells of a session that moves right now', async () => {
    await create('s1');
    await test.host.command('s1', command({ type: 'continue' } as Partial<CommandEnvelope>));
    expect(await test.host.list()).toMatchObject([{ id: 's1', moving: true, phase: 'sending' }]);
  });
});

describe('open sessions', () => {
  it('are one for all who ask at the same time', async () => {
    await create('s1');
    const [left, right] = await Promise.all([test.host.open('s1'), test.host.open('s1')]);
    expect(left).toBe(right);
  });

  it('are closed when there are many, longest idle first, but never one that is watched', async () => {
    await create('watched');
    const watched = await test.host.open('watched');
    const unwatch = watched.watch(() => {});
    await create('idle');
    const idle = await test.host.open('idle');
    for (let index = 0; index < 50; index += 1) await create(`more-${index}`);
    expect([watched.closed.aborted, idle.closed.aborted]).toEqual([false, true]);
    unwatch();
    expect(await test.host.command('idle', command())).toMatchObject({ ok: true });
  });

  it('end with the host, and no new one is opened', async () => {
    await create('s1');
    const session = await test.host.open('s1');
    await test.host.close();
    expect(session.closed.aborted).toBe(true);
    await expect(test.host.open('s1')).rejects.toMatchObject({ status: 503, code: 'shutting-down' });
    await expect(test.host.create({ id: 's9', scenario: 'lookup' })).rejects.toMatchObject({ status: 503 });
  });
});
