import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionSummary } from '../../api/contract.ts';
import type { SessionEvent } from '../../session/events.ts';
import { type EventStore, SeqConflict } from '../event-store.ts';

/** A small event. */
export function logPoint(seq: number, text = `line ${seq}`, at = 1000 + seq): SessionEvent {
  return { v: 1, seq, at, branch: 'b1', type: 'log-point', breakpoint: 'p1', text, hits: 1 };
}

function chunk(seq: number): SessionEvent {
  return { v: 1, seq, at: 1000 + seq, branch: 'b1', type: 'response-chunk', request: 'r1', frames: [[1, 'data']] };
}

function summary(id: string, events: number): SessionSummary {
  return {
    id,
    title: 'A session',
    scenario: 'refund',
    model: 'claude-opus-5-5',
    createdAt: 1,
    updatedAt: 2,
    phase: 'request',
    moving: false,
    turn: 1,
    outcome: null,
    branches: 1,
    events,
  };
}

/**
 * What every store must do, whatever it is made of. `open` gives an empty one; it is closed after each test.
 */
export function storeContract(name: string, open: () => Promise<EventStore>): void {
  describe(`${name} store`, () => {
    let store: EventStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('gives back what was appended, in order', async () => {
      await store.append('s', [logPoint(1), logPoint(2)]);
      await store.append('s', [logPoint(3)]);
      expect(await store.read('s')).toEqual([logPoint(1), logPoint(2), logPoint(3)]);
      expect(await store.read('unknown')).toEqual([]);
    });

    it('reads inclusive ranges and leaves chunks out on demand', async () => {
      await store.append('s', [logPoint(1), chunk(2), logPoint(3), chunk(4), logPoint(5)]);
      const seqs = async (range: Parameters<EventStore['read']>[1]) => (await store.read('s', range)).map((e) => e.seq);
      expect(await seqs({ from: 2, to: 4 })).toEqual([2, 3, 4]);
      expect(await seqs({ from: 4 })).toEqual([4, 5]);
      expect(await seqs({ to: 2 })).toEqual([1, 2]);
      expect(await seqs({ from: 2, to: 5, chunks: false })).toEqual([3, 5]);
      expect(await seqs({ from: 9 })).toEqual([]);
    });

    it.each([
      ['a second first event', [logPoint(1)]],
      ['an event that exists', [logPoint(2)]],
      ['a gap after the newest', [logPoint(4)]],
      ['a gap inside the batch', [logPoint(3), logPoint(5)]],
      ['a step back inside the batch', [logPoint(3), logPoint(2)]],
      ['seq 0', [logPoint(0)]],
      ['a fraction', [logPoint(2.5)]],
    ])('refuses %s and keeps nothing of the batch', async (_what, events) => {
      await store.append('s', [logPoint(1), logPoint(2)]);
      await expect(store.append('s', events)).rejects.toBeInstanceOf(SeqConflict);
      expect((await store.read('s')).map((event) => event.seq)).toEqual([1, 2]);
    });

    it('refuses to begin a session anywhere but at 1', async () => {
      await expect(store.append('s', [logPoint(2)])).rejects.toMatchObject({
        name: 'SeqConflict',
        sessionId: 's',
        seq: 2,
      });
      expect(await store.session('s')).toBeNull();
    });

    it('lets exactly one of two racing writers win', async () => {
      await store.append('s', [logPoint(1)]);
      const outcomes = await Promise.allSettled([
        store.append('s', [logPoint(2, 'left'), logPoint(3, 'left')]),
        store.append('s', [logPoint(2, 'right')]),
      ]);
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('accepts an empty batch', async () => {
      await store.append('s', []);
      expect(await store.session('s')).toBeNull();
    });

    it.each([
      ['just under the payload size', 'x'.repeat(16 * 1024)],
      ['just over it', 'y'.repeat(16 * 1024 + 1)],
      ['ten megabytes of base64', 'QUJD'.repeat(2_500_000)],
      ['lone surrogates and NUL', `\ud800\u0000\udfff${'z'.repeat(20_000)}\ud83d`],
      ['quotes and line ends', `"\\\n\r\u2028${'é'.repeat(17_000)}`],
    ])('keeps a string of %s', async (_what, text) => {
      await store.append('s', [logPoint(1, text)]);
      const [event] = await store.read('s');
      expect(event?.type === 'log-point' && event.text === text).toBe(true);
    });

    it('keeps long strings under foreign keys, equal ones once, at every depth', async () => {
      const long = 'p'.repeat(20_000);
      const json = `{"__proto__":{"deep":[1,{"":"${long}"}]},"$payload":"mine","constructor":"${long}"}`;
      const event = { ...logPoint(1), text: JSON.parse(json) } as unknown as SessionEvent;
      await store.append('s', [event]);
      expect(JSON.stringify(await store.read('s'))).toBe(JSON.stringify([event]));
      expect(({} as { deep?: unknown }).deep).toBeUndefined();
    });

    it('hands out copies', async () => {
      await store.append('s', [logPoint(1)]);
      const [event] = await store.read('s');
      if (event?.type === 'log-point') event.text = 'changed';
      expect(await store.read('s')).toEqual([logPoint(1)]);
    });

    it('lists sessions by newest event first, with the summary of its moment', async () => {
      await store.append('old', [logPoint(1, 'a', 100)]);
      await store.append('new', [logPoint(1, 'a', 200)]);
      await store.saveSummary('old', 1, summary('old', 1));
      expect((await store.sessions()).map((session) => session.id)).toEqual(['new', 'old']);
      await store.append('old', [logPoint(2, 'b', 300)]);
      expect(await store.sessions()).toEqual([
        { id: 'old', newest: 2, summary: summary('old', 1), summarySeq: 1, deleted: false },
        { id: 'new', newest: 1, summary: null, summarySeq: 0, deleted: false },
      ]);
    });

    it('never replaces a newer summary by an older one', async () => {
      await store.append('s', [logPoint(1), logPoint(2)]);
      await store.saveSummary('s', 2, summary('s', 2));
      await store.saveSummary('s', 1, summary('s', 1));
      expect((await store.session('s'))?.summary?.events).toBe(2);
      await store.saveSummary('unknown', 1, summary('unknown', 1));
      expect(await store.session('unknown')).toBeNull();
    });

    it('hides a deleted session and brings it back whole', async () => {
      await store.append('s', [logPoint(1)]);
      expect(await store.setDeleted('s', true)).toBe(true);
      expect(await store.sessions()).toEqual([]);
      expect(await store.session('s')).toMatchObject({ id: 's', deleted: true });
      expect(await store.setDeleted('s', false)).toBe(true);
      expect((await store.sessions()).map((session) => session.id)).toEqual(['s']);
      expect(await store.setDeleted('unknown', true)).toBe(false);
    });
  });
}
