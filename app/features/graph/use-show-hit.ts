import { useEffect, useRef } from 'react';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import { useSearch } from '../../store/search.ts';
import { useSelection } from '../../store/selection.ts';
import { nodeOfSelection } from './targets.ts';

/**
 * Brings the hit of the search into view, once for each move. Selecting it opens its turn, so it may stand only in
 * the model after the next one.
 */
export function useShowHit(model: GraphModel, reveal: (node: string) => void): void {
  const current = useSearch((search) => search.current);
  const shown = useRef(current);
  useEffect(() => {
    if (current === null || shown.current === current) return;
    const node = nodeOfSelection(model, useSelection.getState().selection);
    if (!node) return;
    shown.current = current;
    reveal(node.id);
  }, [current, model, reveal]);
}
