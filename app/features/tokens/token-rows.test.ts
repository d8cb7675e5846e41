import { describe, expect, it } from 'vitest';
import { LogBuilder } from '../../../shared/view/testing/build-log.ts';
import { labelledPlaces, niceTicks } from './nice-ticks.ts';
import { tokenRows, totalsByModel } from './token-rows.ts';

function rowsOf(builder: LogBuilder, branch = 0) {
  const state = builder.log.newest;
  const at = state.record.branches[branch];
  return at ? tokenRows(state, at) : [];
}

/** Two answers with a say between them. */
function talk(): { builder: LogBuilder; first: string } {
  const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
  const first = builder.answer([{ type: 'text', text: 'Hello.' }], 'end_turn');
  builder.add({ type: 'message-append', role: 'user', content: 'More', origin: 'say' });
  builder.answer([{ type: 'text', text: 'Yes.' }], 'end_turn');
  return { builder, first };
}

describe('tokens by request', () => {
  it('adds up what each request read', () => {
    const rows = rowsOf(talk().builder);
    expect(rows.map(({ input, output, sum }) => [input, output, sum])).toEqual([
      [486, 71, 486],
      [486, 71, 972],
    ]);
  });

  it('counts for a fork only what led to it', () => {
    const { builder, first } = talk();
    builder.add({
      type: 'branch-create',
      name: 'fork 1',
      why: 'fork',
      from: 'b1',
      head: first,
      config: 'c1',
      scriptCursor: 1,
      stop: 'response',
      copyCalls: false,
      resetCounters: false,
    });
    expect(rowsOf(builder, 1).map((row) => row.sum)).toEqual([486]);
  });

  it('sums by model and knows no price for an unknown one', () => {
    const rows = rowsOf(talk().builder);
    expect(totalsByModel(rows)).toMatchObject([{ model: 'claude-opus-5-5', requests: 2, input: 972, output: 142 }]);
    expect(totalsByModel(rows.map((row) => ({ ...row, cost: 'unknown' as const })))[0]?.cost).toBe('unknown');
  });
});

describe('axes', () => {
  it.each([
    [780, 5, [0, 200, 400, 600, 800]],
    [3, 5, [0, 1, 2, 3]],
    [0, 5, [0, 1]],
    [200_000, 4, [0, 50_000, 100_000, 150_000, 200_000]],
  ])('up to %d have round lines', (max, count, ticks) => {
    expect(niceTicks(max, count)).toEqual(ticks);
  });

  it('label the first and the last place and evenly between', () => {
    expect(labelledPlaces(3, 8)).toEqual([1, 2, 3]);
    expect(labelledPlaces(22, 6)).toEqual([1, 6, 11, 16, 22]);
  });
});
