import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** The rows in sight of a scrolling box. */
export interface Rows {
  /** Height of all rows in px. */
  total: number;
  items: readonly { index: number; start: number }[];
  /** Ref of a row whose height is not known before it is drawn; needs `data-index`. */
  measure(element: HTMLElement | null): void;
  scrollTo(index: number): void;
}

/** Only the rows in sight, and a few around them, are mounted. `size` is their height in px, or a guess at it. */
export function useRows(count: number, size: number, scroller: RefObject<HTMLElement | null>): Rows {
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the React Compiler
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 14,
  });
  return {
    total: virtual.getTotalSize(),
    items: virtual.getVirtualItems(),
    measure: virtual.measureElement,
    scrollTo: virtual.scrollToIndex,
  };
}
