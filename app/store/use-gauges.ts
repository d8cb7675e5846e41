import { useMemo } from 'react';
import { useNow } from '../ui/use-now.ts';
import { type Gauge, gaugesOf } from './gauges.ts';
import { useReplaying, useViewed, useViewedBranch } from './hooks.ts';

const TICK_MS = 200;

/** The gauges of the looked-at branch; the clock runs on while the branch moves. */
export function useGauges(): readonly Gauge[] {
  const state = useViewed();
  const branch = useViewedBranch();
  const replaying = useReplaying();
  const now = useNow(!replaying && branch?.movingSince != null ? TICK_MS : null);
  const at = replaying ? (state?.record.at ?? 0) : now;
  return useMemo(() => (state && branch ? gaugesOf(state, branch, at) : []), [state, branch, at]);
}
