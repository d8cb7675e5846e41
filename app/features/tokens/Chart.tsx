import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useFormatter } from 'use-intl';
import { labelledPlaces, niceTicks } from './nice-ticks.ts';

const MARGIN = { top: 12, right: 12, bottom: 24, left: 46 };
const LABEL_PX = 44;

export interface Scale {
  x(place: number): number;
  y(value: number): number;
  /** Width of one place. */
  band: number;
  /** Inner edges of the drawing. */
  right: number;
  bottom: number;
}

/** Axes of a chart over requests 1 to `count`; `children` draws into it. `label` says the same in words. */
export function Chart(props: { label: string; count: number; max: number; children(scale: Scale): ReactNode }) {
  const format = useFormatter();
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const ticks = niceTicks(props.max, Math.max(2, Math.floor(height / 44)));
  const scale = scaleOf(width, height, props.count, ticks.at(-1) ?? 1);
  const places = labelledPlaces(props.count, Math.max(2, Math.floor(width / LABEL_PX)));
  return (
    <div ref={box} className="relative min-h-0 min-w-0 flex-1">
      <svg role="img" aria-label={props.label} width={width} height={height} className="absolute inset-0">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={MARGIN.left} x2={scale.right} y1={scale.y(tick)} y2={scale.y(tick)} stroke="var(--hairline)" />
            <text x={MARGIN.left - 8} y={scale.y(tick) + 4} textAnchor="end" className="mono fill-ink-2 text-path">
              {format.number(tick, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {places.map((place) => (
          <text key={place} x={scale.x(place)} y={height - 6} textAnchor="middle" className="mono fill-ink-2 text-path">
            {place}
          </text>
        ))}
        {width > 0 && props.children(scale)}
        <line x1={MARGIN.left} x2={scale.right} y1={scale.bottom} y2={scale.bottom} stroke="var(--ink-2)" />
      </svg>
    </div>
  );
}

function scaleOf(width: number, height: number, count: number, top: number): Scale {
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const band = Math.max(1, (right - MARGIN.left) / Math.max(1, count));
  return {
    band,
    right,
    bottom,
    x: (place) => MARGIN.left + (place - 0.5) * band,
    y: (value) => bottom - (value / top) * Math.max(0, bottom - MARGIN.top),
  };
}

function useSize(box: React.RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
