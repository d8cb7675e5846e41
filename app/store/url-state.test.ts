import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_COMPARISON, type CompareData } from './compare.ts';
import type { Selection } from './selection.ts';
import { decodeUrl, EMPTY_URL, encodeUrl, type UrlState } from './url-state.ts';

const id = fc.stringMatching(/^[a-z][a-z0-9.-]{0,11}$/);
const selection: fc.Arbitrary<Selection | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom<Selection>({ kind: 'results' }, { kind: 'next' }),
  id.map((node): Selection => ({ kind: 'node', node })),
  fc.record({ kind: fc.constant('node' as const), node: id, block: fc.nat(99) }),
  id.map((call): Selection => ({ kind: 'call', call })),
  id.map((request): Selection => ({ kind: 'attempt', request })),
);
const side = fc.option(fc.record({ session: fc.uuid(), branch: id }));
const compare: fc.Arbitrary<CompareData> = fc.record({
  mode: fc.constantFrom('sides', 'requests'),
  left: side,
  right: side,
  request: fc.option(fc.integer({ min: 1, max: 10_000 })),
  onlyDifferent: fc.boolean(),
});
const view = fc.oneof(
  fc.record({ centreTab: fc.constantFrom(null, 'graph' as const), compare: fc.constant(null) }),
  fc.record({ centreTab: fc.constant('compare' as const), compare }),
);
const shown = fc.record({
  session: fc.uuid(),
  branch: fc.option(id),
  selection,
  inspectorTab: fc.option(fc.constantFrom('pretty', 'json', 'request', 'stream', 'diff')),
  drawer: fc.option(fc.constantFrom('problems', 'console', 'tokens', 'limits')),
  cursor: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  list: fc.boolean(),
});
const urlState: fc.Arbitrary<UrlState> = fc.tuple(shown, view).map(([rest, where]) => ({ ...rest, ...where }));

describe('url state', () => {
  it('comes back as it went out', () => {
    fc.assert(
      fc.property(urlState, (state) => {
        expect(decodeUrl(`#${encodeUrl(state)}`)).toEqual(state);
      }),
    );
  });

  it('names a branch of the open session alone, one of another with its session', () => {
    const compare = { ...NO_COMPARISON, left: { session: 's', branch: 'b1' }, right: { session: 't', branch: null } };
    const fragment = encodeUrl({ ...EMPTY_URL, session: 's', centreTab: 'compare', compare });
    expect(fragment).toBe('v=1&session=s&view=compare&left=b1&right=t%7E');
    expect(decodeUrl(fragment).compare).toEqual(compare);
  });

  it('reads any fragment without an error', () => {
    fc.assert(
      fc.property(fc.string(), (fragment) => {
        expect(() => decodeUrl(fragment)).not.toThrow();
      }),
    );
  });

  it('shows nothing without a session', () => {
    expect(encodeUrl(EMPTY_URL)).toBe('');
    expect(decodeUrl('')).toEqual(EMPTY_URL);
  });

  it('leaves a version it does not know alone', () => {
    expect(decodeUrl('#v=9&session=abc&at=4')).toEqual(EMPTY_URL);
  });

  it('drops damaged parts and keeps the rest', () => {
    expect(decodeUrl('#v=1&session=abc&at=-3&tab=colours&select=node:&drawer=limits')).toEqual({
      ...EMPTY_URL,
      session: 'abc',
      drawer: 'limits',
    });
  });
});
