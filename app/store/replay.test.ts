import { describe, expect, it } from 'vitest';
import { LogBuilder } from '../../shared/view/testing/build-log.ts';
import { recordedStops, replayStep } from './replay.ts';

/** Two turns that nobody stopped, and the end. */
function straightRun(): LogBuilder {
  const builder = new LogBuilder([{ role: 'user', content: 'Refund A-1001.' }]);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'lookup_order', input: { order_id: 'A-1001' } };
  const answer = builder.answer([call], 'tool_use');
  builder.run(`${answer}.0`, 'lookup_order', call.input, { content: 'delivered', is_error: false });
  builder.results();
  builder.answer([{ type: 'text', text: 'Done.' }], 'end_turn');
  builder.add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' });
  return builder;
}

describe('replaying a recorded run', () => {
  const { log } = straightRun();
  const stops = recordedStops(log, 'b1');
  const places = stops.map((stop) => `${stop.phase} ${stop.turn}`);

  it('finds each place the run came to rest at or passed', () => {
    expect(places).toEqual(['request 1', 'response 1', 'results 1', 'request 2', 'response 2', 'ended 2']);
  });

  it('shows at each of them the state it stands for', () => {
    expect(stops.map((stop) => log.stateAt(stop.seq).record.branches[0]?.phase)).toEqual(
      stops.map((stop) => stop.phase),
    );
  });

  const at = (place: string): number => stops[places.indexOf(place)]?.seq ?? 0;

  it.each([
    ['step', 'request 1', 'response 1'],
    ['step', 'results 1', 'request 2'],
    ['stepBack', 'request 2', 'results 1'],
    ['stepTurn', 'request 1', 'request 2'],
    ['stepTurn', 'response 1', 'response 2'],
    ['stepTurn', 'results 1', 'ended 2'],
    ['stepOut', 'request 1', 'ended 2'],
    ['continue', 'results 1', 'ended 2'],
    ['restart', 'results 1', 'request 1'],
  ] as const)('%s from %s leads to %s', (move, from, to) => {
    expect(replayStep(stops, at(from), move)).toBe(at(to));
  });

  it('leads back to now behind the last stop, and nowhere before the first', () => {
    expect(replayStep(stops, at('ended 2'), 'step')).toBeNull();
    expect(replayStep(stops, at('request 1'), 'stepBack')).toBeUndefined();
  });

  it('steps back from now to the stop before the one that now is', () => {
    expect(replayStep(stops, null, 'stepBack')).toBe(at('response 2'));
    expect(replayStep(stops, null, 'step')).toBeUndefined();
  });

  it('keeps an edit made at a stop with that stop', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
    builder.add({ type: 'stopped', stop: 'request', reason: 'breakpoint' });
    const { limits } = builder.log.newest.record;
    builder.add({ type: 'limits-set', limits: { ...limits, maxTurns: 9 }, before: limits });
    const edit = builder.add({
      type: 'history-edit',
      base: null,
      messages: [{ role: 'user', content: 'Hello' }],
      why: 'edit',
    });
    expect(recordedStops(builder.log, 'b1')).toEqual([{ seq: edit.seq, phase: 'request', turn: 1, halted: true }]);
  });
});
