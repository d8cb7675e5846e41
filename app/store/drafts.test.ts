// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Draft, draftKey, putDraft, useDrafts } from './drafts.ts';

const TARGET = { kind: 'result', call: 'm2.0' } as const;
const KEY = draftKey('s1', 'b1', TARGET);
const draft = (part: Partial<Draft> = {}): Draft => ({
  target: TARGET,
  name: 'Result of f',
  text: 'mine',
  isError: false,
  keep: false,
  baseText: 'stored',
  baseError: false,
  ...part,
});

afterEach(() => {
  useDrafts.setState({ drafts: new Map() });
  sessionStorage.clear();
});

describe('drafts', () => {
  it('are found again after the page was loaded anew', async () => {
    putDraft(KEY, draft());
    window.dispatchEvent(new Event('pagehide'));
    vi.resetModules();
    const again = await import('./drafts.ts');
    expect(again.useDrafts.getState().drafts.get(KEY)).toEqual(draft());
  });

  it('end where the text is back at what it began from', () => {
    putDraft(KEY, draft());
    putDraft(KEY, draft({ text: 'stored' }));
    expect(useDrafts.getState().drafts.size).toBe(0);
    putDraft(KEY, draft({ text: 'stored', isError: true }));
    expect(useDrafts.getState().drafts.size).toBe(1);
  });

  it('a broken store is an empty one', async () => {
    sessionStorage.setItem('loupe.drafts', '{broken');
    vi.resetModules();
    const again = await import('./drafts.ts');
    expect(again.useDrafts.getState().drafts.size).toBe(0);
  });

  it('belong to one branch of one session', () => {
    const keys = ['s1', 's2'].flatMap((session) => ['b1', 'b2'].map((branch) => draftKey(session, branch, TARGET)));
    expect(new Set(keys).size).toBe(4);
  });
});
