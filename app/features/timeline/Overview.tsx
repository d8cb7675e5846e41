import { type PointerEvent, useMemo } from 'react';
import { type Trace, turnSpan } from '../../../shared/view/timeline.ts';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import type { TimelineView } from './use-timeline.ts';

interface OverviewProps {
  view: TimelineView;
  left: number;
  width: number;
  height: number;
  onTurn(turn: number): void;
}

/** All turns of a long run in one bar, with the window that is drawn large below it. */
export function Overview({ view, left, width, height, onTurn }: OverviewProps) {
  const { trace, first, last } = view;
  const paths = useMemo(() => barPaths(trace, left, width), [trace, left, width]);
  const x = (units: number): number => left + (units / Math.max(1, trace.width)) * width;
  const from = x(turnSpan(trace, first).left);
  const to = x(turnSpan(trace, last).right);
  const jump = (event: PointerEvent<SVGElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const units = ((event.clientX - box.left - left) / width) * trace.width;
    onTurn(turnNear(view, units));
  };
  return (
    <svg
      width={left + width + 16}
      height={height}
      className="t-overview"
      aria-hidden
      onPointerDown={jump}
      onPointerMove={jump}
    >
      {[...paths].map(([color, path]) => (
        <path key={color} d={path} stroke={color} strokeWidth={5} />
      ))}
      <rect x={from - 2} y={1} width={Math.max(5, to - from + 4)} height={11} className="t-window" />
      <path d={`M${from} 12L${left} ${height}M${to} 12L${left + width} ${height}`} className="t-funnel" />
    </svg>
  );
}

const Y = 6.5;

/** One path per colour; neighbours of one colour are one stroke. */
function barPaths(trace: Trace, left: number, width: number): Map<string, string> {
  const scale = width / Math.max(1, trace.width);
  const runs: { color: string; from: number; to: number }[] = [];
  for (const [index, turn] of trace.turns.entries()) {
    const color = turn.failed ? 'var(--error)' : turn.reason === null ? 'var(--ink-3)' : stopColor(turn.reason);
    const span = turnSpan(trace, index);
    const last = runs.at(-1);
    if (last?.color === color) last.to = left + span.right * scale;
    else runs.push({ color, from: left + span.left * scale, to: left + span.right * scale });
  }
  const paths = new Map<string, string>();
  for (const { color, from, to } of runs) {
    paths.set(color, `${paths.get(color) ?? ''}M${from.toFixed(1)} ${Y}H${Math.max(to, from + 1.5).toFixed(1)}`);
  }
  return paths;
}

function turnNear({ trace }: TimelineView, units: number): number {
  let low = 0;
  let high = trace.turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turnSpan(trace, middle).left <= units) low = middle;
    else high = middle - 1;
  }
  return low;
}
