import { describe, expect, it } from 'vitest';
import { checkBreakpoint, tidyBreakpoint } from '../../../shared/debugger/check-breakpoint.ts';
import type { Breakpoint, BreakpointWhere } from '../../../shared/session/breakpoint-types.ts';
import { draftOf, EMPTY_FORM, valuesOf } from './form-values.ts';

const KINDS: BreakpointWhere[] = [
  { kind: 'stop', stop: 'results' },
  { kind: 'tool', name: 'process_*' },
  { kind: 'stop_reason', value: 'max_tokens' },
  { kind: 'error-result' },
  { kind: 'tokens', over: 50_000 },
  { kind: 'cost', over: 0.25 },
  { kind: 'same-call', times: 3 },
  { kind: 'problem', severity: 'warning' },
  { kind: 'text', contains: ' refund ' },
  { kind: 'node', node: 'm3', stop: 'tools', once: true },
  { kind: 'place', branch: 'b1', turn: 2, stop: 'response' },
];

describe('the form of a breakpoint', () => {
  it.each(KINDS)('gives back what it was filled with: $kind', (where) => {
    const { id: _id, ...draft }: Breakpoint = {
      id: 'p',
      where,
      enabled: false,
      condition: 'turn > 1',
      hitCondition: '% 2',
      logMessage: 'turn {turn}',
    };
    expect(tidyBreakpoint(draftOf(valuesOf({ id: 'p', ...draft })))).toEqual(draft);
    const bare = { where, enabled: true };
    expect(tidyBreakpoint(draftOf(valuesOf({ id: 'p', ...bare })))).toEqual(bare);
  });

  it.each([
    ['tool', {}, 'toolName'],
    ['tool', { tool: ' * ' }, null],
    ['stop_reason', { reason: ' ' }, 'reasonMissing'],
    ['text', {}, 'textMissing'],
    ['tokens', { tokens: 'many' }, 'numberMissing'],
    ['tokens', { tokens: '50,000' }, null],
    ['tokens', { tokens: '-1' }, 'numberMissing'],
    ['cost', { cost: '' }, 'numberMissing'],
    ['cost', { cost: '$0.25' }, null],
    ['same-call', { times: '1' }, 'numberMissing'],
    ['same-call', { times: '2.5' }, 'numberMissing'],
    ['same-call', { times: '2' }, null],
  ] as const)('%s with %o: %s', (kind, part, fault) => {
    expect(checkBreakpoint(draftOf({ ...EMPTY_FORM, kind, ...part })).where).toBe(fault);
  });
});
