import { ALL_OPEN } from '../../../shared/view/graph-collapse.ts';
import { isMoving } from '../../../shared/session/reduce-support.ts';
import { branchById } from '../../../shared/session/tree.ts';
import { type FoundPassage, type Looked, requestWith } from '../../../shared/view/search.ts';
import type { SearchPlace } from '../../../shared/view/search-passages.ts';
import { type InspectorTab, select, type Selection, setFollow, useSelection } from '../../store/selection.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { type ShownHit, useSearch } from '../../store/search.ts';
import { useSession } from '../../store/session-store.ts';

/** What is looked at now; null while no session is open. */
export function lookedAt(): Looked | null {
  const { newest, viewed, branch } = useSession.getState();
  return newest && viewed && branch ? { newest, viewed, branch } : null;
}

/** Selects the place of a hit, in graph or list as they are, and tells the views to bring it into sight. */
export function showHit(hit: ShownHit): void {
  const looked = lookedAt();
  if (!looked) return;
  const { passage } = hit;
  if (passage.branch !== null) viewBranch(passage.branch);
  const branch = branchById(looked.newest, passage.branch ?? looked.branch);
  // While the loop moves, and where a selection opens its turn, a view that follows would jump back to the end.
  if (branch && (branch.turn > ALL_OPEN || isMoving(branch))) setFollow(false);
  const target = targetOf(passage, looked);
  useSelection.setState({ centreTab: 'graph', inspectorTab: target.tab });
  select(target.selection);
  useSearch.setState({ current: { ...hit } });
}

interface Target {
  selection: Selection;
  tab: InspectorTab;
}

function targetOf({ place }: FoundPassage, looked: Looked): Target {
  if (place.kind !== 'config') return { selection: selectionOf(place), tab: isSent(place) ? 'request' : 'pretty' };
  const shown = requestWith(looked, place.config);
  return { selection: shown ? selectionOf(shown) : { kind: 'next' }, tab: 'request' };
}

function isSent(place: SearchPlace): boolean {
  return place.kind === 'node' && place.sent === true;
}

function selectionOf(place: SearchPlace): Selection {
  switch (place.kind) {
    case 'node':
      return place.block === undefined
        ? { kind: 'node', node: place.node }
        : { kind: 'node', node: place.node, block: place.block };
    case 'call':
      return { kind: 'call', call: place.call };
    case 'attempt':
      return { kind: 'attempt', request: place.request };
    case 'config':
      return { kind: 'next' };
  }
}

/** What the graph marks for a list of found passages. */
export function marksOf(passages: readonly FoundPassage[]): ReadonlySet<string> {
  const marks = new Set<string>();
  for (const { place } of passages) {
    if (place.kind === 'node') {
      marks.add(place.node);
      if (place.block !== undefined) marks.add(`${place.node}.${place.block}`);
    } else if (place.kind === 'call') marks.add(`run:${place.call}`);
    else if (place.kind === 'attempt') marks.add(place.request);
  }
  return marks;
}
