import { create } from 'zustand';
import type { Hit } from '../../shared/view/search.ts';

/** A hit that is shown, with what was looked for (folded). */
export interface ShownHit extends Hit {
  needle: string;
}

export interface SearchData {
  query: string;
  /** What holds a hit, as the graph names it: `m12`, `m12.3`, `run:m12.2`, `q7`. */
  marks: ReadonlySet<string>;
  /** The hit in view; a new object at every move, so that a view can follow it. */
  current: ShownHit | null;
}

const NOTHING: SearchData = { query: '', marks: new Set(), current: null };

/** What is looked for in the session. The views mark and show it; `features/search` fills it. */
export const useSearch = create<SearchData>()(() => NOTHING);

/** Another query: what the last one had found is no longer marked. */
export function setQuery(query: string): void {
  useSearch.setState({ ...NOTHING, query });
}
