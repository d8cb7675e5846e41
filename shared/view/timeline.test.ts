import { describe, expect, it } from 'vitest';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { lineageOf, markAt, markIndex, stepFrom, type Trace, TraceBuilder, turnSpan, windowOf } from './timeline.ts';
import { sinceStart, tracePicture } from './timeline-picture.ts';

function driver(id: string): SessionDriver {
  return new SessionDriver(scenarioFor(id, 'en'));
}

function trace(at: SessionDriver, branch = at.branch): TraceBuilder {
  const builder = new TraceBuilder(at.state.record, branch);
  builder.grow(at.log.events);
  return builder;
}

function steps(at: SessionDriver, count: number): SessionDriver {
  for (let index = 0; index < count; index++) {
    at.command({ type: 'next', granularity: 'stop' });
    at.run();
  }
  return at;
}

/** The trace as a line of text per level: `.` event, `|` stop, `x` error, `'` piece of a stream. */
function drawn({ marks, turns }: Trace): string {
  const signs = { event: '.', stop: '|', error: 'x' };
  const line = (level: string): string =>
    marks
      .map(
        (mark) =>
          (level === 'assistant' ? "'".repeat(mark.pieces) : ' '.repeat(mark.pieces)) +
          (mark.level === level ? signs[mark.kind] : ' '),
      )
      .join('')
      .trimEnd();
  const heads = turns.map((turn) => `${turn.turn}:${turn.reason}@${turn.from}`).join(' ');
  return ['user', 'assistant', 'tools']
    .map((level) => `${level.padEnd(9)} ${line(level)}`)
    .concat(heads)
    .join('\n');
}

describe('the trace of a branch', () => {
  it('is a square wave over the three levels', () => {
    const at = driver('refund');
    at.command({ type: 'continue' });
    at.run();
    expect(drawn(trace(at))).toMatchInlineSnapshot(`
      "user      ...       .       .
      assistant    ..'..   ..'..   ..'...
      tools             ..      ..
      1:tool_use@0 2:tool_use@10 3:end_turn@17"
    `);
  });

  it('marks stops, failed tries and failed tools', () => {
    const at = steps(driver('three-in-parallel'), 3);
    expect(drawn(trace(at))).toMatchInlineSnapshot(`
      "user      ...               |
      assistant    ..'..|.
      tools               |......x
      1:tool_use@0"
    `);
    const broken = driver('broken-stream');
    broken.command({ type: 'continue' });
    broken.run();
    expect(drawn(trace(broken))).toMatchInlineSnapshot(`
      "user      ...               .
      assistant    ..'x..x...'..   ..'...
      tools                     ..
      1:tool_use@0 2:end_turn@17"
    `);
  });

  it('counts no piece of a stream as a place', () => {
    const at = steps(driver('refund'), 3);
    const events = at.log.events.filter((event) => event.type !== 'response-chunk');
    expect(trace(at).marks.map((mark) => mark.seq)).toEqual(events.map((event) => event.seq));
  });

  it('is the same when the pieces were left out of what was sent', () => {
    const at = steps(driver('refund'), 3);
    const bare = new TraceBuilder(at.state.record, at.branch);
    bare.grow(at.log.events.filter((event) => event.type !== 'response-chunk'));
    expect(bare.marks).toEqual(trace(at).marks);
  });

  it('grows to the same trace event by event', () => {
    const at = steps(driver('failing-test'), 9);
    const slow = new TraceBuilder(at.state.record, at.branch);
    const events: typeof at.log.events = [];
    for (const event of at.log.events) {
      events.push(event);
      slow.grow(events);
    }
    expect(slow.marks).toEqual(trace(at).marks);
    expect(slow.turns).toEqual(trace(at).turns);
  });

  it('goes back into the branch that another came from', () => {
    const at = steps(driver('refund'), 3);
    at.command({ type: 'restart' });
    const made = at.state.record.branches.at(-1)!.id;
    expect(lineageOf(at.state.record, made)).toEqual([
      { branch: 'b1', from: 0 },
      { branch: made, from: Number(made.slice(1)) },
    ]);
    const own = trace(at, made);
    expect(own.marks.map((mark) => mark.seq)).toEqual(own.marks.map((mark) => mark.seq).toSorted((a, b) => a - b));
    expect(own.marks.at(-1)?.seq).toBeGreaterThanOrEqual(Number(made.slice(1)));
    expect(trace(at, 'b1').marks.at(-1)?.seq).toBeLessThan(Number(made.slice(1)));
  });
});

describe('moving along', () => {
  const at = steps(driver('failing-test'), 8);
  const all = trace(at);
  const last = all.marks.length - 1;

  it('finds marks by seq and by place', () => {
    for (const [index, mark] of all.marks.entries()) {
      expect(markIndex(all, mark.seq)).toBe(index);
      expect(markAt(all, mark.x)).toBe(index);
    }
    expect(markIndex(all, null)).toBe(last);
    expect(markAt(all, -5)).toBe(0);
    expect(markAt(all, all.width + 5)).toBe(last);
  });

  it('steps by event, by stop and by turn, and stays inside', () => {
    expect(stepFrom(all, 0, 'previous')).toBe(0);
    expect(stepFrom(all, last, 'next')).toBe(last);
    expect(all.marks[stepFrom(all, 0, 'nextStop')]?.kind).toBe('stop');
    const second = all.turns[1]!.from;
    expect(stepFrom(all, 0, 'nextTurn')).toBe(second);
    expect(stepFrom(all, second + 2, 'previousTurn')).toBe(second);
    expect(stepFrom(all, second, 'previousTurn')).toBe(0);
    expect(stepFrom(all, 3, 'last')).toBe(last);
  });

  it('covers every unit by exactly one turn', () => {
    for (let turn = 1; turn < all.turns.length; turn++) {
      expect(turnSpan(all, turn).left).toBe(turnSpan(all, turn - 1).right);
    }
    expect(turnSpan(all, all.turns.length - 1).right).toBe(all.width);
  });
});

describe('the window', () => {
  it('shows seven turns on either side, and always fifteen where there are as many', () => {
    const at = driver('long-haul');
    at.command({ type: 'continue' });
    at.run();
    const all = trace(at);
    expect(windowOf(all, 0, true)).toEqual({ first: 0, last: all.turns.length - 1 });
    expect(windowOf(all, 0, false)).toEqual({ first: 0, last: 14 });
    expect(windowOf(all, all.turns[11]!.from, false)).toEqual({ first: 4, last: 18 });
    expect(windowOf(all, all.marks.length - 1, false)).toEqual({
      first: all.turns.length - 15,
      last: all.turns.length - 1,
    });
  });

  it('is drawn with one path per kind of mark and names 60 px apart', () => {
    const at = steps(driver('failing-test'), 8);
    const all = trace(at);
    const frame = {
      first: 0,
      last: all.turns.length - 1,
      left: 100,
      width: 800,
      levels: { user: 10, assistant: 24, tools: 38 },
      ahead: true,
    };
    const picture = tracePicture(all, frame);
    expect(picture.wave.startsWith('M')).toBe(true);
    expect(picture.turns).toHaveLength(all.turns.length);
    for (const [index, name] of picture.names.entries()) {
      if (index > 0) expect(name.x - picture.names[index - 1]!.x).toBeGreaterThanOrEqual(60);
    }
    expect(picture.next).not.toBeNull();
  });
});

it('says times as an instrument does', () => {
  expect([1940, 59_996, 127_300, 299_970, 22_320_000, -5].map(sinceStart)).toEqual([
    '+1.94 s',
    '+1:00.0',
    '+2:07.3',
    '+5:00.0',
    '+6 h 12 min',
    '+0.00 s',
  ]);
});
