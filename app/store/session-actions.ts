import type { BranchId, RawFrame, RequestId, SessionEvent } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';
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
    branch: state.branch ?? firstBranch(newest),
    live: withoutLogged(live, fresh),
  }));
}

/** Adds frames that are not in the log yet; the numbered chunk that follows replaces them. */
export function pushLive(request: RequestId, frames: RawFrame[]): void {
  useSession.setState(({ live }) => ({ live: new Map(live).set(request, [...(live.get(request) ?? []), ...frames]) }));
}

/** Looks at the state after event `seq`; null returns to now. */
export function setCursor(seq: number | null): void {
  const { log, newest } = useSession.getState();
  if (!newest) return;
  const end = newest.record.seq;
  const cursor = seq === null || seq >= end ? null : Math.max(1, Math.round(seq));
  const viewed = cursor === null ? newest : log.stateAt(cursor);
  useSession.setState((state) => ({ cursor, viewed, branch: existing(viewed, state.branch) }));
}

/** Looks at another branch, at its newest state. */
export function viewBranch(branch: BranchId): void {
  const { newest } = useSession.getState();
  useSession.setState({ branch, cursor: null, viewed: newest });
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

function existing(state: SessionState, branch: BranchId | null): BranchId | null {
  return state.record.branches.some((each) => each.id === branch) ? branch : (state.record.branches[0]?.id ?? null);
}
