import { expect, test } from 'vitest';
import type { Breakpoint } from '../session/breakpoint-types.ts';
import { branchById, nodeById } from '../session/tree.ts';
import { golden } from '../testing/golden.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { calls, drive, stepTo, text, use } from '../testing/stories.ts';
import { comparePlaces, placeOfCall, placeOfMessage, runToPlace } from './run-to-place.ts';

const go = { type: 'continue' } as const;
const set = (breakpoint: Omit<Breakpoint, 'enabled'>) =>
  ({ type: 'set-breakpoint', breakpoint: { ...breakpoint, enabled: true } }) as const;
const pay = (id: string, hitCondition: string) => set({ id, where: { kind: 'tool', name: 'pay' }, hitCondition });
const THREE_PAYMENTS = [
  calls(use('t1', 'pay')),
  calls(use('t2', 'pay')),
  calls(use('t3', 'pay')),
  text('Paid three times.'),
];

function toNewest(driver: SessionDriver): void {
  driver.branch = driver.state.record.branches.at(-1)?.id ?? '';
}

test('run to here', () =>
  golden(
    'run-to-here',
    'A one-shot breakpoint at one stop of one turn: it stops once, is gone, and another branch does not meet it.',
    drive(THREE_PAYMENTS),
    (t) => {
      t.command(set({ id: 'here', where: { kind: 'place', branch: 'b1', turn: 2, stop: 'tools' } }));
      t.command(go, 'turn 2 before its tool').run();
      t.command(go, 'to the end').run();
      t.command(set({ id: 'elsewhere', where: { kind: 'place', branch: 'b1', turn: 1, stop: 'response' } }));
      t.command({ type: 'restart' }).step('the new branch is looked at', toNewest);
      t.command(go, 'it is another branch').run();
    },
  ));

test('hits are counted anew', () =>
  golden(
    'hits-anew',
    'After a restart, and once a breakpoint watches something else, the first hit is the first.',
    drive(THREE_PAYMENTS),
    (t) => {
      t.command(pay('second', '== 2'));
      t.command(go).run();
      t.command({ type: 'restart' }).step('the new branch is looked at', toNewest);
      t.command(go, 'the second payment of the new run').run();
      t.command(pay('second', '== 1'));
      t.command(go, 'the third payment is the first one that the changed breakpoint meets').run();
    },
  ));

test('a place ahead is gone on to, one behind is asked for again, and here is here', () => {
  const driver = stepTo(drive(THREE_PAYMENTS), 'tools');
  const branch = branchById(driver.state, 'b1');
  if (!branch) throw new Error('no branch');
  const answer = nodeById(driver.state, branch.head);
  const to = (turn: number, stop: 'request' | 'response' | 'tools' | 'results') =>
    runToPlace(driver.state, branch, { turn, stop }, branch.head);
  expect(to(1, 'results')).toEqual({ way: 'ahead', goOn: true });
  expect(to(3, 'request')).toEqual({ way: 'ahead', goOn: true });
  expect(to(1, 'tools')).toEqual({ way: 'here' });
  expect(to(1, 'response')).toEqual({ way: 'again', begin: { type: 'restart' }, there: false });
  expect(to(1, 'request')).toEqual({ way: 'again', begin: { type: 'restart' }, there: true });
  expect(answer && placeOfMessage(answer)).toEqual({ turn: 1, stop: 'response' });
  expect(placeOfCall(driver.state, branch, branch.calls[0]?.id ?? '')).toEqual({ turn: 1, stop: 'results' });
  expect(placeOfCall(driver.state, branch, 'm999.0')).toBeNull();
});

test('behind a second question the run begins at that question', () => {
  const driver = drive([text('Hello.'), calls(use('t1', 'pay')), text('Paid.')]);
  driver.command(go);
  driver.run();
  driver.command({ type: 'say', text: 'Then pay.' });
  driver.command(go);
  driver.run();
  const branch = branchById(driver.state, 'b1');
  if (!branch) throw new Error('no branch');
  const question = driver.state.tables.nodes.findLast((node) => node.origin === 'say');
  const plan = runToPlace(driver.state, branch, { turn: 2, stop: 'tools' }, branch.head);
  expect(plan).toEqual({
    way: 'again',
    begin: { type: 'fork', head: question?.id, stop: 'request' },
    there: false,
  });
});

test('places have an order', () => {
  const places = [
    { turn: 2, stop: 'request' },
    { turn: 1, stop: 'results' },
    { turn: 1, stop: 'response' },
  ] as const;
  expect(places.toSorted(comparePlaces).map(({ turn, stop }) => `${turn} ${stop}`)).toEqual([
    '1 response',
    '1 results',
    '2 request',
  ]);
});
