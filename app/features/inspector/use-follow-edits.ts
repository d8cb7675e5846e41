import { useEffect, useRef } from 'react';
import { followEdit } from '../../../shared/view/inspect-follow.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { useSelection } from '../../store/selection.ts';

/**
 * Keeps what is picked on the branch: when an edit (here, in the graph, by Fix, by undo, in another tab) puts
 * another message in its place, that one is picked.
 */
export function useFollowEdits(view: PathView | null): void {
  const before = useRef<PathView | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = view;
    if (view === null || last === null) return;
    const next = followEdit(last, view, useSelection.getState().selection);
    // Not through `select`: a person who closed the inspector did not ask for it.
    if (next !== null) useSelection.setState({ selection: next });
  }, [view]);
}
