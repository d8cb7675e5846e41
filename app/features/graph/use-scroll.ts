import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { nodeOf } from '../../../shared/view/graph-nav.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import { useSelection } from '../../store/selection.ts';

export interface Scroller {
  /** Brings a node into view, as little as needed. */
  reveal(id: string): void;
  /** Puts a height of the graph into the view; `where` is the part of the view above it. */
  toY(y: number, where?: number): void;
  /** The whole graph at once, or full size again. */
  fit(): void;
}

const MS = 160;
const AIR = 24;
const SMALLEST = 0.15;

/** Moves the view over the graph. */
export function useScroller(model: GraphModel): Scroller {
  const flow = useReactFlow();
  const store = useStoreApi();
  const latest = useRef(model);
  useLayoutEffect(() => {
    latest.current = model;
  }, [model]);
  const toY = useCallback(
    (y: number, where = 0.3) => {
      const { height, transform } = store.getState();
      const [x, , zoom] = transform;
      const lowest = Math.max(0, latest.current.height * zoom - height + AIR);
      const top = Math.min(lowest, Math.max(0, y * zoom - height * where));
      // A long way is a jump: to fly over it would draw everything in between.
      const far = Math.abs(top + transform[1]) > 2 * height;
      void flow.setViewport({ x, y: -top, zoom }, far ? {} : { duration: motion() });
    },
    [flow, store],
  );
  return useMemo(() => {
    const reveal = (id: string): void => {
      const node = nodeOf(latest.current, id);
      if (!node) return;
      const { height, transform } = store.getState();
      const [, y, zoom] = transform;
      const top = node.y * zoom + y;
      const bottom = top + Math.min(node.height * zoom, height);
      if (top < AIR) toY(node.y, AIR / Math.max(1, height));
      else if (bottom > height - AIR) toY(node.y + Math.min(node.height, height / zoom), 1 - AIR / Math.max(1, height));
    };
    const fit = (): void => {
      const { width, height, transform } = store.getState();
      const all = Math.max(SMALLEST, Math.min(1, width / latest.current.width, height / (latest.current.height + AIR)));
      const zoom = Math.abs(transform[2] - all) < 0.01 ? 1 : all;
      void flow.setViewport({ x: 0, y: 0, zoom }, { duration: motion() });
    };
    return { reveal, toY, fit };
  }, [store, flow, toY]);
}

/** People who asked for less motion get none. */
function motion(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MS;
}

/**
 * While following, the place where the loop stands (and what comes next) stays in view. A person who scrolls while
 * the loop moves is left alone until it rests again. Returns what to call when a person moves the view.
 */
export function useFollow(model: GraphModel, { toY }: Scroller): () => void {
  const follow = useSelection((selection) => selection.follow);
  const store = useStoreApi();
  const left = useRef(false);
  const last = model.segments.at(-1);
  const bottom = last ? last.y + last.segment.height : 0;
  const now = model.now?.y ?? bottom;
  const resting = model.now?.resting ?? true;
  useEffect(() => {
    if (resting) left.current = false;
  }, [resting]);
  // Before the paint: a jump through time must not show the new graph at the old place first.
  useLayoutEffect(() => {
    if (!follow || left.current) return;
    const act = (): boolean => {
      const { height, transform } = store.getState();
      if (height === 0) return false;
      keepInView({ height, y: transform[1], zoom: transform[2] }, now, bottom, toY);
      return true;
    };
    if (act()) return;
    // The view has no size before the first paint.
    const stop = store.subscribe(() => act() && stop());
    return stop;
  }, [follow, now, bottom, store, toY]);
  return useCallback(() => {
    left.current = true;
  }, []);
}

/** Scrolls only when the now line or what hangs below it would be out of view. */
function keepInView(
  view: { height: number; y: number; zoom: number },
  now: number,
  bottom: number,
  toY: Scroller['toY'],
): void {
  const { height, y, zoom } = view;
  const nowAt = now * zoom + y;
  if (nowAt >= 0 && bottom * zoom + y <= height) return;
  // What follows the now line may be higher than the view: then the line stands near the top.
  const below = (bottom - now) * zoom;
  const where = Math.max(0.08, Math.min(0.7, 1 - below / height));
  toY(now, where);
}
