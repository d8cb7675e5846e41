import { useMemo } from 'react';
import { useNewestBranch, useReplaying, useViewedBranch } from './hooks.ts';
import { type Pill, pillOf, replayPill } from './pill.ts';

/** What the state pill says about the looked-at branch. */
export function usePill(): Pill {
  const viewed = useViewedBranch();
  const newest = useNewestBranch();
  const replaying = useReplaying();
  return useMemo((): Pill => {
    if (!viewed) return { kind: 'none' };
    return replaying ? replayPill(viewed, newest ?? viewed) : pillOf(viewed);
  }, [viewed, newest, replaying]);
}
