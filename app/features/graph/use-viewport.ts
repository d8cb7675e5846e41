import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';

/** Px beyond the view that are drawn as well, so that scrolling shows no blank. */
const MARGIN = 700;
/** How near the drawn stretch may come to the view before it moves. */
const SLACK = 200;

export interface DrawnStretch {
  top: number;
  bottom: number;
}

/**
 * Follows pan and zoom. Position and scale go to `element` as CSS variables, without drawing anything again; the
 * stretch of the graph that is drawn (in graph px) changes only when the view nears its end.
 */
export function useDrawnStretch(element: HTMLElement | null): DrawnStretch {
  const store = useStoreApi();
  const [stretch, setStretch] = useState<DrawnStretch>({ top: -MARGIN, bottom: 2000 });
  const drawn = useRef(stretch);
  useEffect(() => {
    if (!element) return;
    const update = (): void => {
      const { transform, height } = store.getState();
      const [x, y, zoom] = transform;
      setVariables(element, x, y, zoom);
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
  return stretch;
}

function setVariables(element: HTMLElement, x: number, y: number, zoom: number): void {
  const { style } = element;
  style.setProperty('--vx', `${x}px`);
  style.setProperty('--vy', `${y}px`);
  style.setProperty('--vz', String(zoom));
  // What stays at the left edge of the view stands here, in graph px.
  style.setProperty('--left', `${-x / zoom}px`);
}
