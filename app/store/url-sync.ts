import { NO_COMPARISON, useCompare } from './compare.ts';
import { openDrawer, useLayout } from './layout.ts';
import { openSession } from './load-session.ts';
import { select, useSelection } from './selection.ts';
import { setCursor, viewBranch } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { decodeUrl, encodeUrl, type UrlState } from './url-state.ts';

let pending: ReturnType<typeof setTimeout> | undefined;
const WAIT_MS = 150;

/** What the page shows now, as its link says it. */
function shown(): UrlState {
  const { sessionId, homeBranch, cursor } = useSession.getState();
  const { selection, inspectorTab, centreTab, list } = useSelection.getState();
  return {
    session: sessionId,
    branch: homeBranch,
    selection,
    inspectorTab: inspectorTab === 'pretty' ? null : inspectorTab,
    centreTab: centreTab === 'graph' ? null : centreTab,
    drawer: useLayout.getState().drawer,
    cursor,
    list,
    compare: centreTab === 'compare' ? useCompare.getState() : null,
  };
}

/** Writes the link into the address bar; only another session makes a new history entry. */
export function syncUrlNow(): void {
  clearTimeout(pending);
  pending = undefined;
  const next = encodeUrl(shown());
  const now = location.hash.replace(/^#/, '');
  if (next === now || next === '') return;
  const sameSession = decodeUrl(now).session === decodeUrl(next).session || now === '';
  if (sameSession) history.replaceState(null, '', `#${next}`);
  else history.pushState(null, '', `#${next}`);
}

/** Puts everything of a link but its session on the page (the session must be open). */
export function applyUrl(url: UrlState): void {
  const { newest } = useSession.getState();
  if (url.branch && newest?.record.branches.some((branch) => branch.id === url.branch)) viewBranch(url.branch);
  setCursor(url.cursor);
  select(url.selection);
  useSelection.setState({
    inspectorTab: url.inspectorTab ?? 'pretty',
    centreTab: url.centreTab ?? 'graph',
    list: url.list,
  });
  useCompare.setState(url.compare ?? NO_COMPARISON);
  openDrawer(url.drawer);
}

/** Keeps address bar and page alike, in both directions, until the returned function is called. */
export function watchUrl(): () => void {
  const later = (): void => {
    pending ??= setTimeout(syncUrlNow, WAIT_MS);
  };
  const stops = [useSession, useSelection, useLayout, useCompare].map((store) => store.subscribe(later));
  const travel = (): void => void follow(decodeUrl(location.hash));
  window.addEventListener('popstate', travel);
  later();
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('popstate', travel);
    clearTimeout(pending);
  };
}

/** The person went back, or pasted another link. */
async function follow(url: UrlState): Promise<void> {
  if (!url.session) return;
  if (url.session !== useSession.getState().sessionId && !(await openSession(url.session).catch(() => false))) return;
  applyUrl(url);
}
