import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Happening, anyHappeningAndEdits, anyScript } from '../testing/random-session.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { story } from '../testing/stories.ts';
import { graphOf, type GraphView } from './graph.ts';
import { PRESENTER } from './graph-metrics.ts';
import { path } from '../session/tree.ts';
import { cutPath, turnsOf } from './graph-turns.ts';
import { graphSvg } from './graph-svg.ts';
import type { GraphModel } from './graph-types.ts';
import { checkGraph } from './testing/check-graph.ts';

const session = fc.tuple(anyScript, fc.array(anyHappeningAndEdits, { minLength: 5, maxLength: 60, size: 'max' }));
const view: fc.Arbitrary<GraphView> = fc.record(
  {
    width: fc.constantFrom(984, 660, 1500, 400),
    past: fc.boolean(),
    metrics: fc.constant(PRESENTER),
  },
  { requiredKeys: ['width'] },
);

function play(
  script: Parameters<typeof story>[0],
  happenings: readonly Happening[],
  after: (driver: SessionDriver) => void,
): SessionDriver {
  let driver = new SessionDriver(story(script, { limits: { maxRetries: 1, maxPauses: 2 } }));
  for (const [index, happening] of happenings.entries()) {
    driver = happening.run(driver);
    // Every moment would be slow: every third one, and the last, are enough to meet all kinds in many runs.
    if (index % 3 === 0 || index === happenings.length - 1) after(driver);
  }
  return driver;
}

/** A model without what is only kept for making the next one. */
function drawn({ reuse: _reuse, memo: _memo, space: _space, ...model }: GraphModel): unknown {
  return model;
}

describe('the graph of any session', () => {
  it('keeps lanes, time and wires in order', () => {
    fc.assert(
      fc.property(session, view, ([script, happenings], look) => {
        play(script, happenings, (driver) => {
          for (const branch of driver.state.record.branches) {
            expect(checkGraph(graphOf(driver.state, branch.id, look), driver.state)).toEqual([]);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('is the same whether it grows from an earlier model or is made anew', () => {
    fc.assert(
      fc.property(session, ([script, happenings]) => {
        let grown: GraphModel | undefined;
        play(script, happenings, (driver) => {
          grown = graphOf(driver.state, driver.branch, { width: 984 }, grown);
          expect(drawn(grown)).toEqual(drawn(graphOf(driver.state, driver.branch, { width: 984 })));
        });
      }),
      { numRuns: 40 },
    );
  });

  it('is the same for every earlier event, however one travels', () => {
    fc.assert(
      fc.property(session, fc.infiniteStream(fc.nat(10_000)), ([script, happenings], jumps) => {
        const { log, branch } = play(script, happenings, () => undefined);
        let grown: GraphModel | undefined;
        for (let jump = 0; jump < 20; jump++) {
          const state = log.stateAt(1 + (jumps.next().value % log.seq));
          const at = state.record.branches.some((each) => each.id === branch) ? branch : 'b1';
          grown = graphOf(state, at, { width: 984, past: true }, grown);
          expect(checkGraph(grown, state)).toEqual([]);
          expect(drawn(grown)).toEqual(drawn(graphOf(state, at, { width: 984, past: true })));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('cuts a path into the same turns whatever was cut before', () => {
    fc.assert(
      fc.property(session, fc.infiniteStream(fc.nat(10_000)), ([script, happenings], jumps) => {
        const { log } = play(script, happenings, () => undefined);
        for (let jump = 0; jump < 40; jump++) {
          const state = log.stateAt(1 + (jumps.next().value % log.seq));
          for (const { id, head } of state.record.branches) {
            const nodes = path(state, head);
            expect(cutPath(state, id, head, true)).toEqual({ nodes, turns: turnsOf(state, id, nodes, true) });
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('can be written as well-formed SVG', () => {
    fc.assert(
      fc.property(session, fc.string({ unit: 'binary' }), ([script, happenings], title) => {
        const driver = play(script, happenings, () => undefined);
        const svg = graphSvg(graphOf(driver.state, driver.branch, { width: 984 }), { title });
        expect(svg.startsWith('<svg ')).toBe(true);
        expect(svg.match(/<(svg|title|g|text|tspan)\b/g)?.length).toBe(
          svg.match(/<\/(svg|title|g|text|tspan)>/g)?.length,
        );
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      }),
      { numRuns: 30 },
    );
  });
});
