import { type RefCallback, useCallback } from 'react';
import { setFocused, useGraph } from './graph-store.ts';

interface NodeFocus {
  ref: RefCallback<HTMLElement>;
  tabIndex: number;
  onFocus(): void;
}

/**
 * Makes a node part of the graph's single tab stop: only the one the keyboard is at can be reached with Tab, and a
 * node that was asked for before it was on the page takes the focus when it comes.
 */
export function useNodeFocus(id: string, stop?: boolean): NodeFocus {
  const here = useGraph((graph) => graph.focused === id);
  const wanted = useGraph((graph) => graph.pending === id);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !wanted) return;
      element.focus({ preventScroll: true });
      useGraph.setState({ pending: null });
    },
    [wanted],
  );
  return { ref, tabIndex: (stop ?? here) ? 0 : -1, onFocus: () => here || setFocused(id) };
}
