import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rebuildRequest } from '../loop/compose.ts';
import type { SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { configById } from '../session/tree.ts';
import { lint } from '../messages/lint.ts';
import type { Message } from '../messages/types.ts';
import { sendable } from '../session/sendable.ts';
import { checkState } from '../testing/check-state.ts';
import { freezeDeep } from '../testing/freeze.ts';
import { brokenPairs } from '../testing/pairing.ts';
import { anyHappening, anyHappeningAndEdits, anyScript } from '../testing/random-session.ts';
import type { Happening } from '../testing/random-session.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { snapshot } from '../testing/snapshot.ts';
import { story } from '../testing/stories.ts';

const TIGHT = { maxTurns: 6, maxIdenticalCalls: 2, maxRetries: 1, maxPauses: 1, maxToolErrors: 2, autoContinue: 1 };
const limits = fc.constantFrom({}, TIGHT, { autoContinue: 2, maxRetries: 0, tokenBudget: 100 });

/** Plays a random session; after each step every table is frozen, so that a later change would throw. */
function play(
  script: Parameters<typeof story>[0],
  happenings: readonly Happening[],
  given: object,
  after: (driver: SessionDriver) => void,
): SessionDriver {
  let driver = new SessionDriver(story(script, { limits: given }));
  for (const happening of happenings) {
    driver = happening.run(driver);
    freezeNew(driver);
    after(driver);
  }
  return driver;
}

const frozen = new WeakMap<EventLog, number>();

function freezeNew({ log }: SessionDriver): void {
  for (const event of log.events.slice(frozen.get(log) ?? 0)) freezeDeep(event);
  frozen.set(log, log.events.length);
  const { nodes, attempts, calls, configs, late } = log.newest.tables;
  for (const table of [nodes, attempts, calls, configs, late]) for (const entry of table) freezeDeep(entry);
  freezeDeep(log.newest.record);
}

const session = (happening: fc.Arbitrary<Happening>) =>
  fc.tuple(anyScript, fc.array(happening, { minLength: 5, maxLength: 80, size: 'max' }), limits);

describe('any sequence of commands and facts', { timeout: 60_000 }, () => {
  test('never throws and never leaves the legal states', () => {
    fc.assert(
      fc.property(session(anyHappeningAndEdits), ([script, happenings, given]) => {
        play(script, happenings, given, (driver) => expect(checkState(driver.state)).toEqual([]));
      }),
      { numRuns: 150 },
    );
  });

  test('sends, and leaves each branch with, messages that the API takes, unless a person broke them', () => {
    fc.assert(
      fc.property(session(anyHappening), ([script, happenings, given]) => {
        const { state } = play(script, happenings, given, (driver) => {
          for (const branch of driver.state.record.branches) {
            expect(brokenPairs(sendable(driver.state, branch))).toEqual([]);
          }
        });
        for (const branch of state.record.branches) expect(errorsIn(state, branch)).toEqual([]);
        for (const attempt of state.tables.attempts) {
          const { body, matches } = rebuildRequest(state, attempt);
          expect({ broken: brokenPairs(body.messages), matches }).toEqual({ broken: [], matches: true });
        }
      }),
      { numRuns: 100 },
    );
  });

  test('folds to the same states in pieces, from JSON, and at any place', () => {
    fc.assert(
      fc.property(
        session(anyHappeningAndEdits),
        fc.array(fc.nat(), { maxLength: 6 }),
        ([script, happenings, given], places) => {
          const { log } = play(script, happenings, given, (driver) => {
            // Looking back while events keep arriving.
            for (const place of places.slice(0, 1)) lookBack(driver.log, place);
          });
          const stored = log.events.map((event) => JSON.parse(JSON.stringify(event)) as SessionEvent);
          expect(snapshot(EventLog.of(stored).newest)).toEqual(snapshot(log.newest));
          const withoutChunks = stored.filter((event) => event.type !== 'response-chunk');
          expect(snapshotOfRest(EventLog.of(withoutChunks))).toEqual(snapshotOfRest(log));
          for (const place of places) lookBack(log, place);
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** What the API would say to the messages of a branch, were they sent now with something to answer. */
function errorsIn(state: SessionState, branch: Branch): string[] {
  const messages = sendable(state, branch);
  if (messages.length === 0) return [];
  const next: Message = { role: 'user', content: 'Go on.' };
  const request = {
    ...configById(state, branch.config).body,
    messages: messages.at(-1)?.role === 'assistant' ? [...messages, next] : messages,
  };
  return lint({ request }).flatMap(({ severity, path, message }) =>
    severity === 'error' ? [`${path}: ${message}`] : [],
  );
}

function lookBack(log: EventLog, place: number): void {
  const seq = place % (log.seq + 1);
  const scratch = EventLog.of(log.events.filter((event) => event.seq <= seq).map((event) => structuredClone(event)));
  expect(snapshot(log.stateAt(seq))).toEqual(snapshot(scratch.newest));
}

/** Without chunks the log does not know when the open stream was last heard, nor how far its clock came. */
function snapshotOfRest(log: EventLog): unknown {
  const { tables } = log.newest;
  return { nodes: tables.nodes, attempts: tables.attempts, calls: tables.calls, late: tables.late };
}
