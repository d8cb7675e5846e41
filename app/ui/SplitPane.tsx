import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { setPaneSize, useSettings } from '../store/settings.ts';
import { classNames } from './class-names.ts';

const KEY_STEP = 16;

/**
 * Two parts with a bar between them that can be dragged, moved with the arrow keys and reset by a double
 * click. `size` (px) belongs to the `sized` part and is remembered under `name`.
 */
export function SplitPane(props: {
  name: string;
  /** Accessible name of the bar. */
  label: string;
  /** Where the sized part stands. */
  side: 'left' | 'right' | 'bottom';
  size: number;
  min: number;
  max: number;
  main: ReactNode;
  sized: ReactNode;
  className?: string;
}) {
  const stored = useSettings((state) => state.sizes[props.name]);
  const size = clamp(stored ?? props.size, props.min, props.max);
  const horizontal = props.side !== 'bottom';
  const bar = (
    <SplitBar {...props} size={size} onReset={() => setPaneSize(props.name, props.size)} horizontal={horizontal} />
  );
  const sized = (
    <div className="relative min-h-0 min-w-0 shrink-0" style={horizontal ? { width: size } : { height: size }}>
      {props.sized}
    </div>
  );
  const main = <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">{props.main}</div>;
  return (
    <div className={classNames('flex min-h-0 min-w-0', horizontal ? 'flex-row' : 'flex-col', props.className)}>
      {props.side === 'left' && sized}
      {props.side === 'left' && bar}
      {main}
      {props.side !== 'left' && bar}
      {props.side !== 'left' && sized}
    </div>
  );
}

interface BarProps {
  name: string;
  label: string;
  side: 'left' | 'right' | 'bottom';
  size: number;
  min: number;
  max: number;
  horizontal: boolean;
  onReset(): void;
}

function SplitBar(props: BarProps) {
  const drag = useRef<{ at: number; size: number } | null>(null);
  const sign = props.side === 'left' ? 1 : -1;
  const resize = (size: number): void => setPaneSize(props.name, clamp(size, props.min, props.max));
  const place = (event: PointerEvent): number => (props.horizontal ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(props.size + step * sign * KEY_STEP);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={props.horizontal ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(props.size)}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      onKeyDown={onKeyDown}
      onDoubleClick={props.onReset}
      onPointerDown={(event) => {
        drag.current = { at: place(event), size: props.size };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (drag.current) resize(drag.current.size + (place(event) - drag.current.at) * sign);
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      className={classNames(
        "relative z-10 shrink-0 touch-none bg-strong before:absolute before:content-[''] hover:bg-ink focus-visible:outline-offset-0",
        props.horizontal
          ? 'w-px cursor-col-resize before:inset-y-0 before:-inset-x-1'
          : 'h-px cursor-row-resize before:inset-x-0 before:-inset-y-1',
      )}
    />
  );
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max));
}
