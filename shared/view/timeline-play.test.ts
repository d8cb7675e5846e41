import { describe, expect, it } from 'vitest';
import { jumpFrom } from './timeline-jump.ts';
import { LONGEST_GAP_MS, PlayClock, SHORTEST_GAP_MS } from './timeline-play.ts';
import { type Trace, TraceBuilder } from './timeline.ts';
import { LogBuilder } from './testing/build-log.ts';

/** Two turns with a failed tool, a long thought of a person, a breakpoint, and the end. */
function story(): { builder: LogBuilder; trace: Trace } {
  const builder = new LogBuilder([{ role: 'user', content: 'Refund A-1001.' }]);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'lookup_order', input: {} };
  const answer = builder.answer([call], 'tool_use');
  builder.add({ type: 'stopped', reason: 'breakpoint', stop: 'tools' });
  builder.add({ type: 'continued', command: 'continue' }, 60_000);
  builder.run(`${answer}.0`, 'lookup_order', {}, { content: 'no such order', is_error: true });
  builder.results();
  builder.answer([{ type: 'text', text: 'Done.' }], 'end_turn');
  builder.add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' });
  const trace = new TraceBuilder(builder.log.newest.record, 'b1');
  trace.grow(builder.log.events);
  return { builder, trace };
}

describe('playing a trace', () => {
  const { trace } = story();
  const times = trace.marks.map((_, index) => new PlayClock().timeOf(trace, index));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));

  it('shows every event for a moment and no pause for long', () => {
    expect(Math.min(...gaps)).toBe(SHORTEST_GAP_MS);
    expect(Math.max(...gaps)).toBe(LONGEST_GAP_MS);
    expect(gaps.filter((gap) => gap === 800)).toHaveLength(2);
  });

  it('finds the place of every moment again', () => {
    const clock = new PlayClock();
    for (const [index, time] of times.entries()) {
      expect(clock.indexAt(trace, time)).toBe(index);
      expect(clock.indexAt(trace, time + SHORTEST_GAP_MS - 1)).toBe(index);
    }
    expect(clock.indexAt(trace, 1e9)).toBe(trace.marks.length - 1);
    expect(clock.indexAt(trace, -5)).toBe(0);
  });

  it('goes on where events were added since', () => {
    const { builder, trace } = story();
    const clock = new PlayClock();
    const end = clock.timeOf(trace, trace.marks.length - 1);
    builder.add({ type: 'run-start', mode: 'live', phase: 'request' }, 500);
    (trace as TraceBuilder).grow(builder.log.events);
    expect(clock.timeOf(trace, trace.marks.length - 1)).toBe(end + 500);
  });
});

describe('jumping along a trace', () => {
  const { trace } = story();
  const last = trace.marks.length - 1;
  const none = new Set<number>();

  it('finds breakpoints, in both directions', () => {
    const at = jumpFrom(trace, 0, 'breakpoint', 'next', none) ?? -1;
    expect(trace.marks[at]).toMatchObject({ stop: 'tools', breakpoint: true });
    expect(jumpFrom(trace, last, 'breakpoint', 'previous', none)).toBe(at);
    expect(jumpFrom(trace, at, 'breakpoint', 'next', none)).toBeNull();
  });

  it('finds what went wrong, and messages that the rules find fault with', () => {
    const at = jumpFrom(trace, 0, 'problem', 'next', none) ?? -1;
    expect(trace.marks[at]?.kind).toBe('error');
    const faulty = new Set([trace.marks[last - 1]?.seq ?? 0]);
    expect(jumpFrom(trace, at, 'problem', 'next', faulty)).toBe(last - 1);
    expect(jumpFrom(trace, at, 'problem', 'previous', none)).toBeNull();
  });

  it('goes by turns and says when there are no more', () => {
    const second = jumpFrom(trace, 0, 'turn', 'next', none) ?? -1;
    expect(trace.turns[trace.marks[second]?.turn ?? 0]).toMatchObject({ turn: 2, from: second });
    expect(jumpFrom(trace, last, 'turn', 'next', none)).toBeNull();
    expect(jumpFrom(trace, second, 'turn', 'previous', none)).toBe(0);
    expect(jumpFrom(trace, 0, 'turn', 'previous', none)).toBeNull();
  });
});
