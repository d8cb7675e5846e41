import { useEffect, useMemo } from 'react';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { branchById } from '../../../shared/session/tree.ts';
import { type Comparison, compareBranches } from '../../../shared/view/compare.ts';
import type { CompareSide } from '../../../shared/view/compare-steps.ts';
import { type SideRef, useCompare } from '../../store/compare.ts';
import { useSession } from '../../store/session-store.ts';
import { readSession, useSessionLogs } from './session-logs.ts';
import { sidesToSet } from './sides.ts';

/** One side, as far as it is known. `problem`: why its session could not be read. */
export interface Side {
  ref: SideRef | null;
  /** Null while it is read, or when nothing is chosen. */
  side: CompareSide | null;
  /** It belongs to the open session: its messages can be selected. */
  here: boolean;
  problem: string | null;
}

/** Keeps the choice of sides true to the open session, and reads the sessions that it names. */
export function useKeepSides(): void {
  const compare = useCompare();
  const { sessionId, newest, homeBranch } = useSession();
  useEffect(() => {
    if (!newest || !sessionId || !homeBranch) return;
    const change = sidesToSet(compare, newest, sessionId, homeBranch);
    if (change) useCompare.setState(change);
    for (const side of [compare.left, compare.right]) {
      const foreign = side !== null && side.session !== sessionId;
      if (foreign && !useSessionLogs.getState().read.has(side.session)) void readSession(side.session);
    }
  }, [compare, newest, sessionId, homeBranch]);
}

export function useSide(ref: SideRef | null): Side {
  const sessionId = useSession((session) => session.sessionId);
  const newest = useSession((session) => session.newest);
  const other = useSessionLogs(({ read }) => (ref ? read.get(ref.session) : undefined));
  const here = ref?.session === sessionId;
  const state = here ? newest : (other?.state ?? null);
  const branch = state && ref ? branchOf(state, ref) : null;
  const side = useSteady(state, branch);
  return { ref, side, here, problem: here ? null : (other?.problem ?? null) };
}

function branchOf(state: SessionState, ref: SideRef): Branch | null {
  if (ref.branch !== null) return branchById(state, ref.branch) ?? null;
  return state.record.branches.find((branch) => !branch.deleted) ?? null;
}

/**
 * The side as an object that changes only with what a comparison reads: not with every piece of a stream, nor with
 * what other branches do.
 */
function useSteady(state: SessionState | null, branch: Branch | null): CompareSide | null {
  const tables = state?.tables;
  const { id, name, head, config, phase, calls, outcome, endedIn, lastAttempt, edited, deleted } = branch ?? NOTHING;
  return useMemo(
    () => (state && branch ? { state, branch } : null),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts that a comparison reads stand for the whole
    [tables, id, name, head, config, phase, calls, outcome, endedIn, lastAttempt, edited, deleted],
  );
}

const NOTHING: Partial<Branch> = {};

/** Null until both sides are known. */
export function useComparison(a: CompareSide | null, b: CompareSide | null): Comparison | null {
  return useMemo(() => (a && b ? compareBranches(a, b) : null), [a, b]);
}
