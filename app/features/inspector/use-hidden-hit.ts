import { useMemo } from 'react';
import { placeIn } from '../../../shared/view/search-fold.ts';
import { useSearch } from '../../store/search.ts';

/**
 * Where the hit of the search stands in a text, if it lies behind the part that is `shown` at first (UTF-16 units);
 * null when there is none or it can be seen.
 */
export function useHiddenHit(text: string, shown: number): number | null {
  const current = useSearch((search) => search.current);
  return useMemo(() => {
    if (current === null || text.length <= shown) return null;
    const at = current.passage.text === text ? current.at : placeIn(text, current.needle, 0);
    return at + current.needle.length > shown ? at : null;
  }, [current, text, shown]);
}
