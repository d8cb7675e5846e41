import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { needleOf } from '../../../shared/view/search-fold.ts';
import { type Found, type FoundPassage, hitAt, nextHit, NOTHING_FOUND } from '../../../shared/view/search.ts';
import { setQuery, type ShownHit, useSearch } from '../../store/search.ts';
import { useSession } from '../../store/session-store.ts';
import { Looker } from './looker.ts';
import { marksOf, showHit } from './show-hit.ts';

export interface SessionSearching {
  query: string;
  /** What is looked for, folded; null for an empty query. */
  needle: string | null;
  found: Found;
  /** True until everything has been looked through. */
  searching: boolean;
  /** Index of the hit in view among those on the path; -1 before the first. */
  at: number;
  go(step: 1 | -1): void;
  show(passage: FoundPassage): void;
}

/** Looks for the query of the search store in the whole open session, again whenever either changes. */
export function useSessionSearch(): SessionSearching {
  const query = useSearch((search) => search.query);
  const current = useSearch((search) => search.current);
  const needle = useMemo(() => needleOf(query), [query]);
  const found = useFound(needle);
  const shown = found?.needle === needle ? found.found : NOTHING_FOUND;
  useForgetWithSession();
  useEffect(() => useSearch.setState({ marks: marksOf(shown.here) }), [shown]);
  const at = useMemo(() => (current?.needle === needle ? indexOf(shown, current) : -1), [shown, current, needle]);
  const go = useCallback(
    (step: 1 | -1) => {
      const hit = needle === null ? null : hitAt(shown.here, nextHit(at, step, shown.hits), needle);
      if (hit && needle !== null) showHit({ ...hit, needle });
    },
    [shown, at, needle],
  );
  const show = useCallback(
    (passage: FoundPassage) => {
      const hit = needle === null ? null : hitAt([passage], 0, needle);
      if (hit && needle !== null) showHit({ ...hit, needle });
    },
    [needle],
  );
  return { query, needle, found: shown, searching: needle !== null && found?.needle !== needle, at, go, show };
}

interface FoundFor {
  needle: string;
  found: Found;
}

function useFound(needle: string | null): FoundFor | null {
  const [found, setFound] = useState<FoundFor | null>(null);
  const looker = useRef<Looker | null>(null);
  const newest = useSession((session) => session.newest);
  const viewed = useSession((session) => session.viewed);
  const branch = useSession((session) => session.branch);
  useEffect(() => {
    looker.current = new Looker((about, result) => setFound({ needle: about, found: result }));
    return () => looker.current?.stop();
  }, []);
  useEffect(() => {
    if (needle === null || !newest || !viewed || !branch) looker.current?.stop();
    else looker.current?.want({ needle, looked: { newest, viewed, branch } });
  }, [needle, newest, viewed, branch]);
  return found;
}

/** What was found in one session says nothing of the next. */
function useForgetWithSession(): void {
  useEffect(() => {
    const stop = useSession.subscribe((now, before) => {
      if (now.sessionId !== before.sessionId) setQuery('');
    });
    return stop;
  }, []);
}

/** Index of a hit among those on the path; -1 when it is not there (any more). */
function indexOf(found: Found, hit: ShownHit): number {
  const place = JSON.stringify(hit.passage.place);
  let before = 0;
  for (const passage of found.here) {
    const same = passage.field === hit.passage.field && passage.text === hit.passage.text;
    if (same && JSON.stringify(passage.place) === place) return before + hit.nth;
    before += passage.count;
  }
  return -1;
}
