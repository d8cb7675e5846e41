import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refundAtResults } from '../../shared/view/testing/build-log.ts';
import { useJudged } from './judged.ts';
import { pushEvents, resetSession, setCursor } from './session-actions.ts';

describe('what the rules are asked about', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    resetSession('one');
    pushEvents(refundAtResults().builder.log.events);
  });
  afterEach(() => {
    resetSession(null);
    vi.useRealTimers();
  });

  const seq = (): number | undefined => useJudged.getState().viewed?.record.seq;

  it('is what is viewed while the page shows now', () => {
    expect(seq()).toBe(11);
  });

  it('waits in the past until the needle rests', () => {
    setCursor(4);
    vi.advanceTimersByTime(100);
    setCursor(5);
    vi.advanceTimersByTime(100);
    expect(seq()).toBe(11);
    vi.advanceTimersByTime(30);
    expect(seq()).toBe(5);
  });

  it('is now at once when somebody returns', () => {
    setCursor(4);
    vi.advanceTimersByTime(200);
    expect(seq()).toBe(4);
    setCursor(null);
    expect(seq()).toBe(11);
  });
});
