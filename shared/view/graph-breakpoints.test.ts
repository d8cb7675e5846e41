import { describe, expect, it } from 'vitest';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import type { Breakpoint, BreakpointWhere } from '../session/breakpoint-types.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { graphOf } from './graph.ts';

/** `turn stop look` of every marked level once the refund scenario has run to its end. */
function marks(where: BreakpointWhere, more: Partial<Breakpoint> = {}): string[] {
  const at = new SessionDriver(scenarioFor('refund', 'en'));
  at.command({ type: 'continue' });
  at.run();
  at.command({ type: 'set-breakpoint', breakpoint: { id: 'p', where, enabled: true, ...more } });
  const levels = graphOf(at.state, at.branch, { width: 984 }).segments.flatMap(({ segment }) => segment.levels);
  return levels.flatMap(({ turn, stop, breakpoint, breakpoints }) =>
    breakpoint ? [`${turn} ${stop} ${breakpoint} ${breakpoints?.join()}`] : [],
  );
}

describe('breakpoints in the graph', () => {
  it.each<[BreakpointWhere, string[]]>([
    [{ kind: 'stop', stop: 'results' }, ['1 results on p', '2 results on p']],
    [{ kind: 'tool', name: '*refund' }, ['2 tools on p']],
    [{ kind: 'stop_reason', value: 'end_turn' }, ['3 response on p']],
    [{ kind: 'error-result' }, []],
    [{ kind: 'text', contains: 'Done. I refunded' }, ['3 response on p']],
    [{ kind: 'text', contains: 'RF-7731' }, ['2 results on p', '3 response on p']],
    [{ kind: 'text', contains: '' }, []],
    [{ kind: 'place', branch: 'b1', turn: 2, stop: 'tools' }, ['2 tools on p']],
    [{ kind: 'place', branch: 'b9', turn: 2, stop: 'tools' }, []],
    [{ kind: 'tokens', over: 1 }, []],
    [{ kind: 'problem', severity: 'error' }, []],
  ])('%o', (where, expected) => {
    expect(marks(where)).toEqual(expected);
  });

  it('a log point and one that is off look different', () => {
    const where = { kind: 'tool', name: 'lookup_order' } as const;
    expect(marks(where, { logMessage: 'looks up' })).toEqual(['1 tools log p']);
    expect(marks(where, { enabled: false })).toEqual(['1 tools off p']);
  });
});
