import { useStoreApi } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { GUTTER } from '../../../shared/view/lanes.ts';

/** Px beyond the view that are drawn as well, so that scrolling shows no blank. */
const MARGIN = 700;
/** How near the drawn stretch may come to the view before it moves. */
const SLACK = 200;

export interface DrawnStretch {
  top: number;
  bottom: number;
}

/**
 * Follows pan and zoom. Everything below `element` that has `data-move` is moved along at once, without drawing
 * anything again; the stretch of the graph that is drawn (in graph px) changes only when the view nears its end.
 */
export function useDrawnStretch(element: HTMLElement | null): DrawnStretch {
  const store = useStoreApi();
  const [stretch, setStretch] = useState<DrawnStretch>({ top: -MARGIN, bottom: 2000 });
  const drawn = useRef(stretch);
  useEffect(() => {
    if (!element) return;
    const update = (): void => {
      const { transform, height } = store.getState();
      const [, y, zoom] = transform;
      moveAlong(element, transform);
      const top = -y / zoom;
      const bottom = top + height / zoom;
      const { current } = drawn;
      if (top - SLACK >= current.top && bottom + SLACK <= current.bottom) return;
      drawn.current = { top: top - MARGIN, bottom: bottom + MARGIN };
      setStretch(drawn.current);
    };
    update();
    return store.subscribe(update);
  }, [store, element]);
  // Layers that were put on the page just now stand where the view is before they are painted.
  useLayoutEffect(() => {
    if (element) moveAlong(element, store.getState().transform);
  });
  return stretch;
}

type Mover = (style: CSSStyleDeclaration, x: number, y: number, zoom: number) => void;

/** The few elements that move by hand. A CSS variable above all nodes would have the browser look at each of them. */
const MOVERS: Record<string, Mover> = {
  /** Goes with the nodes. */
  flow: (style, x, y, zoom) => (style.transform = `translate(${x}px, ${y}px) scale(${zoom})`),
  /** Goes up and down only: what spans the view, or stays at its left edge. */
  rows: (style, _x, y, zoom) => (style.transform = `translate(0, ${y}px) scale(${zoom})`),
  gutter: (style, _x, _y, zoom) => (style.width = `${GUTTER * zoom}px`),
  heads: (style, x, _y, zoom) => {
    style.setProperty('--vx', `${x}px`);
    style.setProperty('--vz', String(zoom));
  },
};

function moveAlong(element: HTMLElement, [x, y, zoom]: readonly [number, number, number]): void {
  for (const each of element.querySelectorAll<HTMLElement>('[data-move]')) {
    MOVERS[each.dataset.move ?? '']?.(each.style, x, y, zoom);
  }
}
