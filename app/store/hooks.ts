import { useMemo } from 'react';
import { allowed } from '../../shared/debugger/allowed.ts';
import type { Problem } from '../../shared/messages/lint.ts';
import { branchById } from '../../shared/session/tree.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { useJudged } from './judged.ts';
import { problemsOf, useLinter } from './problems.ts';
import { useSession } from './session-store.ts';

/** The state being looked at: at the cursor, or the newest one. Null until the first events are in. */
export function useViewed(): SessionState | null {
  return useSession((session) => session.viewed);
}

/** The looked-at branch in the state being looked at. */
export function useViewedBranch(): Branch | null {
  return useSession(({ viewed, branch }) => find(viewed, branch));
}

/** The looked-at branch as it is now, whatever the cursor says. */
export function useNewestBranch(): Branch | null {
  return useSession(({ newest, branch }) => find(newest, branch));
}

/** True while the page shows the past: then the toolbar replays and edits become forks. */
export function useReplaying(): boolean {
  return useSession((session) => session.cursor !== null);
}

/** For every command, why it cannot act on the looked-at branch now (null = it can). */
export function useAllowed(): ReturnType<typeof allowed> | null {
  const newest = useSession((session) => session.newest);
  const branch = useSession((session) => session.branch);
  return useMemo(() => (newest && branch ? allowed(newest, branch) : null), [newest, branch]);
}

function find(state: SessionState | null, branch: string | null): Branch | null {
  return state && branch ? (branchById(state, branch) ?? null) : null;
}

const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Problems of the request that would leave next from the looked-at branch, in what is viewed. Derived. Empty for the
 * moment until the rules are loaded; while somebody travels through time, those of the place they rested at last.
 */
export function useProblems(): readonly Problem[] {
  const lint = useLinter((linter) => linter.lint);
  return useJudged(({ viewed, branch }) => {
    const at = find(viewed, branch);
    return lint && viewed && at ? problemsOf(lint, viewed, at) : NO_PROBLEMS;
  });
}
