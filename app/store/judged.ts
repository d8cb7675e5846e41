import { create } from 'zustand';
import type { BranchId } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { useSession } from './session-store.ts';

/** The state whose problems are shown. */
export interface Judged {
  viewed: SessionState | null;
  branch: BranchId | null;
}

/** Rest of the needle after which the past is judged, in ms. */
const STILL_MS = 120;

/**
 * What the rules are asked about: what is viewed, and while somebody travels, the place where the needle comes to
 * rest. Judging a long conversation costs more than drawing it, and nobody reads problems of places they fly over.
 */
export const useJudged = create<Judged>()(() => ({ viewed: null, branch: null }));

let pending: ReturnType<typeof setTimeout> | undefined;
let session: string | null = null;

function judgeNow(): void {
  const { viewed, branch } = useSession.getState();
  useJudged.setState({ viewed, branch });
}

useSession.subscribe((now) => {
  const judged = useJudged.getState();
  if (now.viewed === judged.viewed && now.branch === judged.branch) return clearTimeout(pending);
  const other = now.sessionId !== session;
  session = now.sessionId;
  clearTimeout(pending);
  if (now.cursor === null || other) judgeNow();
  else pending = setTimeout(judgeNow, STILL_MS);
});
