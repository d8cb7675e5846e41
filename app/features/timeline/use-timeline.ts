import { useMemo } from 'react';
import { type Trace, windowOf } from '../../../shared/view/timeline.ts';
import { useSession } from '../../store/session-store.ts';
import { tracePlace } from '../../store/trace.ts';

/** More turns than this are shown as an overview with a window of fifteen. */
const ALL_UP_TO = 40;

export interface TimelineView {
  trace: Trace;
  /** Number of places: changes whenever the trace has grown. */
  count: number;
  /** Place looked at. */
  index: number;
  past: boolean;
  first: number;
  last: number;
  overview: boolean;
}

/** The trace of the branch that is looked at, and where on it the page stands; null while there is no session. */
export function useTimeline(): TimelineView | null {
  const newest = useSession((session) => session.newest);
  const branch = useSession((session) => session.homeBranch);
  const cursor = useSession((session) => session.cursor);
  const log = useSession((session) => session.log);
  return useMemo(() => {
    const place = tracePlace(log, newest, branch, cursor);
    if (!place) return null;
    const { trace, index } = place;
    const overview = trace.turns.length > ALL_UP_TO;
    const count = trace.marks.length;
    return { trace, count, index, past: cursor !== null, overview, ...windowOf(trace, index, !overview) };
  }, [log, newest, branch, cursor]);
}
