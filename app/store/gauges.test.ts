import { describe, expect, it } from 'vitest';
import { LogBuilder, refundAtResults } from '../../shared/view/testing/build-log.ts';
import { elapsed, gaugesOf, repeats } from './gauges.ts';

function newest(builder: LogBuilder) {
  const state = builder.log.newest;
  const branch = state.record.branches[0];
  if (!branch) throw new Error('the built session has no branch');
  return { state, branch };
}

/** Asks for the same thing again and again, with these results. */
function asking(...results: string[]): LogBuilder {
  const builder = new LogBuilder([{ role: 'user', content: 'Go' }]);
  for (const [index, content] of results.entries()) {
    const use = { type: 'tool_use', id: `toolu_${index}`, name: 'poll', input: { job: 7 } };
    const answer = builder.answer([use], 'tool_use');
    builder.run(`${answer}.0`, 'poll', use.input, { content, is_error: false });
    builder.results();
  }
  return builder;
}

describe('gauges', () => {
  it('show what is used of each limit', () => {
    const { state, branch } = newest(refundAtResults().builder);
    expect(gaugesOf(state, branch, state.record.at).map(({ name, value, limit }) => [name, value, limit])).toEqual([
      ['turns', 1, 50],
      ['tokens', 557, 200_000],
      ['time', branch.counters.elapsedMs, 300_000],
      ['repeats', 1, 3],
    ]);
  });

  it('count a call again only while its result stays the same', () => {
    const count = (...results: string[]): number => {
      const { state, branch } = newest(asking(...results));
      return repeats(state, branch);
    };
    expect(count()).toBe(0);
    expect(count('wait', 'wait', 'wait')).toBe(3);
    expect(count('wait', 'wait', 'done')).toBe(1);
  });

  it('let the clock run on while the branch moves', () => {
    const { branch } = newest(refundAtResults().builder);
    const counters = { ...branch.counters, elapsedMs: 400 };
    expect(elapsed({ ...branch, counters, movingSince: 1000 }, 1250)).toBe(650);
    expect(elapsed({ ...branch, counters, movingSince: null }, 9999)).toBe(400);
  });
});
