import type { BranchId, RawFrame, RequestId, SessionEvent } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { ancestorIn } from './lineage.ts';
import { emptySession, useSession } from './session-store.ts';

/** Makes `sessionId` the open session, without any event yet. */
export function resetSession(sessionId: string | null): void {
  useSession.setState({ ...emptySession(), sessionId, connection: sessionId ? 'connecting' : 'idle' });
}

/**
 * Folds new events in, in order of seq; those already folded are skipped, so a reconnect may overlap. The
 * looked-at branch follows a branch that this page's own command made through `viewBranch`.
 */
export function pushEvents(events: readonly SessionEvent[]): void {
  const { log, live } = useSession.getState();
  const before = log.seq;
  const fresh = events.filter((event) => event.seq > before);
  if (fresh.length === 0) return;
  for (const event of fresh) log.push(event);
  const newest = log.newest;
  useSession.setState((state) => ({
    newest,
    viewed: state.cursor === null ? newest : state.viewed,
    ...chosenBranch(state, newest),
    live: withoutLogged(live, fresh),
  }));
}

/** Adds frames that are not in the log yet; the numbered chunk that follows replaces them. */
export function pushLive(request: RequestId, frames: RawFrame[]): void {
  useSession.setState(({ live }) => ({ live: new Map(live).set(request, [...(live.get(request) ?? []), ...frames]) }));
}

/** Looks at the state after event `seq`; null, or anything from the newest event on, returns to now. */
export function setCursor(seq: number | null): void {
  const { log, newest, homeBranch } = useSession.getState();
  if (!newest || !homeBranch) return;
  const cursor = seq === null || seq >= newest.record.seq ? null : Math.max(1, Math.round(seq));
  const viewed = cursor === null ? newest : log.stateAt(cursor);
  const branch = ancestorIn(viewed, newest, homeBranch) ?? viewed.record.branches[0]?.id ?? null;
  useSession.setState({ cursor, viewed, branch });
}

/** Looks at another branch, at its newest state. */
export function viewBranch(branch: BranchId): void {
  const { newest } = useSession.getState();
  useSession.setState({ branch, homeBranch: branch, cursor: null, viewed: newest });
}

/** A deleted or unknown branch gives way to the newest one that is left. */
function chosenBranch(
  session: { branch: BranchId | null; homeBranch: BranchId | null; cursor: number | null },
  newest: SessionState,
): { branch: BranchId | null; homeBranch: BranchId | null } {
  const home = newest.record.branches.find((each) => each.id === session.homeBranch && !each.deleted);
  const homeBranch = home?.id ?? firstBranch(newest);
  return { homeBranch, branch: session.cursor === null ? homeBranch : session.branch };
}

/** A live frame is dropped once the log holds its chunk or the end of its request. */
function withoutLogged(
  live: ReadonlyMap<RequestId, RawFrame[]>,
  fresh: readonly SessionEvent[],
): ReadonlyMap<RequestId, RawFrame[]> {
  if (live.size === 0) return live;
  const next = new Map(live);
  for (const event of fresh) {
    if (event.type === 'response-end' || event.type === 'request-error') next.delete(event.request);
    if (event.type === 'response-chunk') dropLogged(next, event.request, event.frames.length);
  }
  return next;
}

/** A chunk holds the oldest live frames, in order; whatever came after it stays. */
function dropLogged(live: Map<RequestId, RawFrame[]>, request: RequestId, count: number): void {
  const rest = (live.get(request) ?? []).slice(count);
  if (rest.length === 0) live.delete(request);
  else live.set(request, rest);
}

function firstBranch(state: SessionState): BranchId | null {
  const alive = state.record.branches.filter((branch) => !branch.deleted);
  return alive.at(-1)?.id ?? null;
}
