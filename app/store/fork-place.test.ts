import { expect, test } from 'vitest';
import { calls, drive, stepTo, text } from '../../shared/testing/stories.ts';
import { forkPlace } from './fork-place.ts';

function finished() {
  const driver = drive([calls('t1'), text('Fine.')]);
  driver.command({ type: 'continue' });
  driver.run();
  return driver;
}

test('a message is forked at the stop behind it', () => {
  const { state, at } = finished();
  const [question, answer, results] = state.tables.nodes.map((node) => node.id);
  const place = (node = '') => forkPlace(state, at, { kind: 'node', node }, false);
  expect(place(question)).toEqual({ type: 'fork', head: question, stop: 'request' });
  expect(place(answer)).toEqual({ type: 'fork', head: answer, stop: 'response' });
  expect(place(results)).toEqual({ type: 'fork', head: results, stop: 'request' });
});

test('a tool run is forked where its result can be edited, a request where it was composed', () => {
  const { state, at } = finished();
  const [question, answer] = state.tables.nodes.map((node) => node.id);
  const [call] = state.tables.calls;
  expect(forkPlace(state, at, { kind: 'call', call: call?.id ?? '' }, false)).toMatchObject({
    head: answer,
    stop: 'results',
  });
  const [attempt] = state.tables.attempts;
  expect(forkPlace(state, at, { kind: 'attempt', request: attempt?.id ?? '' }, false)).toMatchObject({
    head: question,
    stop: 'request',
  });
});

test('a call without a result is forked where its input can be edited', () => {
  const { state, at } = stepTo(drive([calls('t1'), text('Fine.')]), 'tools');
  const call = at.calls[0]?.id ?? '';
  expect(forkPlace(state, at, { kind: 'call', call }, false)).toMatchObject({ head: at.head, stop: 'tools' });
});

test('without a selection, and in the past, it is the place that the page shows', () => {
  const { state, at } = finished();
  const node = state.tables.nodes[0]?.id ?? '';
  expect(forkPlace(state, at, null, false).head).toBe(at.head);
  expect(forkPlace(state, at, { kind: 'node', node }, true).head).toBe(at.head);
  expect(forkPlace(state, at, { kind: 'call', call: 'none' }, false).head).toBe(at.head);
});
