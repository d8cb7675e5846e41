import { expect, test } from 'vitest';
import { pairOfCall, pathView, type Pair, type PathView } from './inspect-pairs.ts';
import { timingBars, timingOf } from './inspect-timing.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

function read(builder: LogBuilder, call: string) {
  const view = pathView(builder.log.newest, 'b1') as PathView;
  return timingOf(view, pairOfCall(view, call) as Pair);
}

test('while the result is held its part of the axis is fixed', () => {
  const { builder, call } = refundAtResults();
  expect(read(builder, call)).toEqual({ written: 810, run: 312, held: 10, paused: true });
  builder.add({ type: 'log-point', breakpoint: 'p1', text: 'a long lunch', hits: 1 }, 3_600_000);
  const timing = read(builder, call);
  expect(timing?.held).toBe(3_600_010);
  const bars = timing === null ? [] : timingBars(timing);
  expect(bars.map((bar) => bar.part)).toEqual(['written', 'run', 'held']);
  expect(bars[0]?.to).toBeCloseTo(0.563, 2);
  expect(bars[2]?.from).toBeCloseTo(0.78, 5);
  expect(bars[2]?.to).toBeCloseTo(1, 5);
});

test('once appended, held ends', () => {
  const { builder, call } = refundAtResults();
  builder.results();
  builder.add({ type: 'log-point', breakpoint: 'p1', text: null, hits: 1 }, 1000);
  expect(read(builder, call)).toEqual({ written: 810, run: 312, held: 20, paused: false });
});

test('a history without executions has no timing', () => {
  const builder = new LogBuilder([
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
  ]);
  const view = pathView(builder.log.newest, 'b1') as PathView;
  const pair: Pair = {
    toolUseId: 'a',
    name: 'f',
    use: { node: 'm1.1', message: 1, block: 0 },
    input: {},
    answer: null,
    result: null,
    call: null,
  };
  expect(timingOf(view, pair)).toBeNull();
});

test('nothing took any time: bars still are numbers', () => {
  for (const bar of timingBars({ written: 0, run: 0, held: null, paused: false })) {
    expect([bar.from, bar.to].every(Number.isFinite)).toBe(true);
  }
});
