import { expect, test } from 'vitest';
import { drive, text } from '../../../shared/testing/stories.ts';
import { NO_COMPARISON } from '../../store/compare.ts';
import { defaultSides, sidesToSet } from './sides.ts';

function threeBranches() {
  const driver = drive([text('Fine.')]);
  driver.command({ type: 'fork', head: driver.at.head, stop: 'request', name: 'one' });
  driver.command({ type: 'fork', head: driver.at.head, stop: 'request', name: 'two' });
  const ids = driver.state.record.branches.map((branch) => branch.id);
  return { state: driver.state, ids };
}

test('a fork stands beside what it was forked from, the first branch beside its newest fork', () => {
  const { state, ids } = threeBranches();
  const [main, one, two] = ids.map((branch) => ({ session: 's', branch }));
  expect(defaultSides(state, 's', ids[1] ?? '')).toEqual({ left: main, right: one });
  expect(defaultSides(state, 's', ids[0] ?? '')).toEqual({ left: main, right: two });
});

test('one branch alone has nothing beside it', () => {
  const { state } = drive([text('Fine.')]);
  expect(defaultSides(state, 's', 'b1')).toEqual({ left: { session: 's', branch: 'b1' }, right: null });
});

test('a choice stays while it speaks of the open session, and what it lacks is filled in', () => {
  const { state, ids } = threeBranches();
  const [main, one] = ids.map((branch) => ({ session: 's', branch }));
  const fitting = (left: object | null | undefined, right: object | null | undefined) =>
    sidesToSet({ ...NO_COMPARISON, left, right } as never, state, 's', ids[1] ?? '');
  expect(fitting(one, main)).toBeNull();
  expect(fitting({ session: 'other', branch: 'b1' }, one)).toBeNull();
  expect(fitting(null, null)).toEqual({ left: main, right: one });
  expect(fitting(one, { session: 's', branch: 'b99' })).toEqual({ left: one, right: main });
  expect(fitting({ session: 'x', branch: 'b1' }, { session: 'y', branch: 'b1' })).toEqual({ left: main, right: one });
});
