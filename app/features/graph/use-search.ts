import { useCallback, useEffect, useState } from 'react';
import type { MessageNode } from '../../../shared/session/state.ts';
import { branchById, path } from '../../../shared/session/tree.ts';
import { type Hit, type Matcher, matcherOf, searchMessage } from '../../../shared/view/graph-search.ts';
import { select } from '../../store/selection.ts';
import { useSession } from '../../store/session-store.ts';
import { useGraph } from './graph-store.ts';

export interface Search {
  query: string;
  /** Hits so far, oldest first. */
  hits: readonly Hit[];
  /** Index of the hit in view; -1 before the first. */
  at: number;
  searching: boolean;
  setQuery(query: string): void;
  go(step: 1 | -1): void;
}

/** What was found for a query; a result for another query counts as none. */
interface Found {
  query: string;
  hits: readonly Hit[];
  done: boolean;
  at: number;
}

/** Longest stretch of work before the page may draw and take input again. */
const SLICE_MS = 12;
/** Typing on waits this long before a search begins. */
const PAUSE_MS = 120;
const NOTHING: Found = { query: '', hits: [], done: true, at: -1 };

/** Finds a text in the messages of the looked-at path, in slices, so that the page stays awake. */
export function useSearch(reveal: (hit: Hit) => void): Search {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>(NOTHING);
  const head = useSession(({ viewed, branch }) => (viewed && branch ? branchById(viewed, branch)?.head : null));
  useEffect(() => {
    const matches = matcherOf(query);
    const { viewed } = useSession.getState();
    if (!matches || !viewed || !head) return;
    return searchSlowly(path(viewed, head), matches, (hits, done) => setFound({ query, hits, done, at: -1 }));
  }, [query, head]);
  const current =
    found.query === query && matcherOf(query) ? found : { ...NOTHING, query, done: matcherOf(query) === null };
  const { hits, at } = current;
  useEffect(() => {
    useGraph.setState({ hits: new Set(hits.flatMap((hit) => [hit.node, `${hit.node}.${hit.block}`])) });
  }, [hits]);
  useEffect(() => () => useGraph.setState({ hits: new Set(), hit: null }), []);
  const go = useCallback(
    (step: 1 | -1) => {
      const next = at < 0 ? (step > 0 ? 0 : hits.length - 1) : (at + step + hits.length) % hits.length;
      const hit = hits[next];
      if (!hit) return;
      setFound((before) => ({ ...before, at: next }));
      select({ kind: 'node', node: hit.node, block: hit.block });
      reveal(hit);
    },
    [hits, at, reveal],
  );
  return { query, hits, at, searching: !current.done, setQuery, go };
}

/** Searches in slices and tells what it has after each; the returned function stops it. */
function searchSlowly(
  nodes: readonly MessageNode[],
  matches: Matcher,
  tell: (hits: readonly Hit[], done: boolean) => void,
): () => void {
  const found: Hit[] = [];
  let next = 0;
  let timer = setTimeout(function slice() {
    const until = performance.now() + SLICE_MS;
    for (; next < nodes.length && performance.now() < until; next++) {
      const node = nodes[next];
      if (node) found.push(...searchMessage(node, next, matches));
    }
    const done = next >= nodes.length;
    tell(found.slice(), done);
    if (!done) timer = setTimeout(slice);
  }, PAUSE_MS);
  return () => clearTimeout(timer);
}
