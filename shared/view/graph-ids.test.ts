import { expect, it } from 'vitest';
import { callLabels } from './graph-ids.ts';

it('takes the end of the id, where ids of one answer differ', () => {
  const [label] = callLabels([{ toolUseId: 'toolu_01Vb7Qd2', name: 'lookup_order' }]);
  expect(label).toEqual({ tag: '7Qd2', ordinal: null, hue: 0 });
});

it('falls back to the place when two ends are equal, empty or missing', () => {
  const labels = callLabels([
    { toolUseId: 'a_same', name: 'read_file' },
    { toolUseId: 'b_same', name: 'read_file' },
    { toolUseId: '', name: 'list' },
  ]);
  expect(labels.map((label) => label.tag)).toEqual(['01', '02', '03']);
});

it('numbers a name that repeats and leaves a single one alone', () => {
  const calls = [
    { toolUseId: 'toolu_h4Kx', name: 'read_file' },
    { toolUseId: 'toolu_m9Rt', name: 'grep' },
    { toolUseId: 'toolu_c2Vz', name: 'read_file' },
  ];
  const labels = callLabels(calls);
  expect(labels.map((label) => label.ordinal)).toEqual(['01', null, '03']);
});

it('never splits a character in two', () => {
  const [label] = callLabels([{ toolUseId: 'id_😀😀😀😀', name: 'x' }]);
  expect(label?.tag).toBe('😀😀😀😀');
});

it('repeats the hues after the sixth call', () => {
  const calls = Array.from({ length: 7 }, (_, index) => ({ toolUseId: `toolu_${index}abc`, name: `t${index}` }));
  expect(callLabels(calls).map((label) => label.hue)).toEqual([0, 1, 2, 3, 4, 5, 0]);
});
