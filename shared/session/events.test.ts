import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { rebuildRequest } from '../loop/compose.ts';
import { checkState } from '../testing/check-state.ts';
import type { EventBody, EventEnvelope, EventType, SessionEvent } from './events.ts';
import { EVENT_VERSION } from './events.ts';
import { EventLog } from './log.ts';
import { EVENT_TYPES } from './reduce.ts';
import { sendable } from './sendable.ts';
import { messagesOf } from './tree.ts';
import { upgradeEvent } from './upgrade.ts';

/** Fields of the envelope (but `branch`) that a body has as well: they would overwrite it. */
type Clash = {
  [T in EventType]: Extract<keyof Extract<EventBody, { type: T }>, Exclude<keyof EventEnvelope, 'branch'>>;
}[EventType];

test('no body names a field of the envelope', () => {
  expectTypeOf<Clash>().toEqualTypeOf<never>();
});

/** The kept files, one per version of the format; each must stay readable for ever. */
function kept(version: number): { lines: unknown[]; log: EventLog } {
  const text = readFileSync(new URL(`./fixtures/v${version}.loupe.jsonl`, import.meta.url), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const events = lines.map((line): SessionEvent => {
    const read = upgradeEvent(line);
    if (!read.ok) throw new Error(read.message);
    return read.event;
  });
  return { lines, log: EventLog.of(events) };
}

describe('the kept file of version 1', () => {
  const { lines, log } = kept(1);
  const { state, branches } = { state: log.newest, branches: log.newest.record.branches };

  test('holds every type of event, so that each stays readable', () => {
    const types = new Set(log.events.map((event) => event.type));
    expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual([]);
  });

  test('needs no upgrade', () => {
    expect(EVENT_VERSION).toBe(1);
    expect(log.events).toEqual(lines);
  });

  test('folds to the session it was written by', () => {
    expect(checkState(state)).toEqual([]);
    expect(branches.map(({ name, phase, outcome }) => [name, phase, outcome?.reason ?? null])).toEqual([
      ['main', 'ended', 'end_turn'],
      ['other', 'tools', null],
      ['edit 1', 'results', null],
      ['restart 1', 'request', null],
    ]);
    expect(state.tables.attempts.map((attempt) => attempt.outcome)).toEqual([
      'failed',
      'abandoned',
      ...Array.from({ length: 7 }, () => 'complete'),
    ]);
    expect(state.tables.attempts[1]?.message?.content).toEqual([{ type: 'text', text: '半个回答' }]);
    expect(state.tables.late.map((fact) => fact.what)).toEqual(['tool-result']);
  });

  test('still knows what was sent, byte for byte', () => {
    for (const attempt of state.tables.attempts) expect(rebuildRequest(state, attempt).matches).toBe(true);
  });

  test('still knows what was said', async () => {
    const said = branches.map((branch) => ({
      name: branch.name,
      path: messagesOf(state, branch.head),
      sendable: sendable(state, branch),
    }));
    await expect(`${JSON.stringify(said, null, 1)}\n`).toMatchFileSnapshot('./fixtures/v1.paths.json');
  });
});

describe('upgradeEvent', () => {
  test('goes one step at a time', () => {
    const step = (event: Record<string, unknown>) => ({ ...event, v: 0, type: `${String(event.type)}+` });
    const read = upgradeEvent({ v: -1, seq: 1, type: 'old' }, Object.assign([step], { '-1': step }));
    expect(read).toEqual({ ok: true, event: { v: 1, seq: 1, type: 'old++' } });
  });

  test('leaves an event of today as it is', () => {
    const event = { v: 1, seq: 3, type: 'late', extra: { unknown: true } };
    expect(upgradeEvent(event)).toEqual({ ok: true, event });
  });

  test.each([
    [{ v: 2, seq: 1, type: 'x' }, 'written by a newer Loupe (format 2; this one reads up to 1)'],
    [{ v: 0, seq: 1, type: 'x' }, 'Format 0 of a Loupe session is not known'],
    [{ v: 0.5, seq: 1, type: 'x' }, 'is not known'],
    [{ v: Number.NaN, seq: 1, type: 'x' }, 'is not known'],
    [{ seq: 1, type: 'x' }, 'not an event'],
    [{ v: 1, type: 'x' }, 'not an event'],
    [{ v: 1, seq: 1 }, 'not an event'],
    [null, 'not an event'],
    ['{}', 'not an event'],
    [[], 'not an event'],
  ])('refuses %j in words', (value, words) => {
    const read = upgradeEvent(value);
    expect(read.ok ? '' : read.message).toContain(words);
  });
});
