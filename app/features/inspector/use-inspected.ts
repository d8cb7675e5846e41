import { useMemo } from 'react';
import { pathView, type PathView } from '../../../shared/view/inspect-pairs.ts';
import { editTargetOf, subjectOf, type Subject } from '../../../shared/view/inspect-subject.ts';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import { useSelection } from '../../store/selection.ts';
import { useSession } from '../../store/session-store.ts';

/** What the inspector shows, looked up in the state being looked at. */
export interface Inspected {
  view: PathView;
  /** Null when the pick is not in this state. */
  subject: Subject | null;
  target: EditTarget | null;
}

/** Null while no session is open. */
export function useInspected(): Inspected | null {
  const viewed = useSession((session) => session.viewed);
  const branch = useSession((session) => session.branch);
  const selection = useSelection((state) => state.selection);
  const view = useMemo(() => (viewed && branch ? pathView(viewed, branch) : null), [viewed, branch]);
  return useMemo(() => {
    if (view === null) return null;
    const subject = subjectOf(view, selection);
    return { view, subject, target: subject === null ? null : editTargetOf(view, subject) };
  }, [view, selection]);
}
