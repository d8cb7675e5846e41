import { useStore } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DARK, type GraphPalette, LIGHT, stopPaint } from '../../../shared/view/graph-palette.ts';
import { sampleLines, sampleOf, type SampleTurn } from '../../../shared/view/graph-sample.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import { segmentAt } from '../../../shared/view/graph-window.ts';
import { useSearch } from '../../store/search.ts';
import { useSession } from '../../store/session-store.ts';
import { useTheme } from '../../store/theme.ts';
import type { Scroller } from './use-scroll.ts';

/** Sessions with more turns have the core sample at the right. */
export const SAMPLE_FROM = 40;
/** Room it takes from the lanes, in px. */
export const SAMPLE_WIDTH = 112;
const WIDTH = 108;
const LAG_MS = 60;
const STOP = { x: 34, width: 7 };
const INPUT = { x: 44, width: 44 };
const ERROR = { x: 91, width: 6 };
const HIT = { x: 99, width: 8 };

/** A long session as a core sample: stop_reason, input, errors and hits of every turn, one line each. */
export function CoreSample(props: { model: GraphModel; scroller: Scroller }) {
  const { model, scroller } = props;
  const t = useTranslations('graph');
  const turns = useTurns(model);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [height, setHeight] = useState(0);
  const hits = useSearch((search) => search.marks);
  const theme = useTheme((state) => state.theme);
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // The sample may lag a little behind: travelling along a run must not wait for it.
    const timer = setTimeout(() => {
      if (canvas.current && height > 0) paint(canvas.current, turns, hits, height, theme === 'dark' ? DARK : LIGHT);
    }, LAG_MS);
    return () => clearTimeout(timer);
  }, [turns, hits, height, theme]);
  const go = (event: PointerEvent): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - box.top) / Math.max(1, box.height);
    const index = Math.max(0, Math.min(model.segments.length - 1, Math.floor(part * model.segments.length)));
    scroller.toY(model.segments[index]?.y ?? 0, 0.4);
  };
  return (
    <div className="g-sample" title={t('minimap')} aria-hidden onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} style={{ width: WIDTH, height }} />
      <ViewMark model={model} height={height} />
    </div>
  );
}

function useTurns(model: GraphModel): readonly SampleTurn[] {
  const viewed = useSession((session) => session.viewed);
  const { turns } = model.memo;
  return useMemo(() => (viewed ? sampleOf(viewed, turns) : []), [viewed, turns]);
}

/** The stretch that is in view, between two lines. */
function ViewMark({ model, height }: { model: GraphModel; height: number }) {
  const marks = useStore((state) => {
    const [, y, zoom] = state.transform;
    const top = segmentAt(model.segments, -y / zoom);
    const bottom = segmentAt(model.segments, (state.height - y) / zoom);
    return `${top},${bottom}`;
  });
  const [top = 0, bottom = 0] = marks.split(',').map(Number);
  const scale = height / Math.max(1, model.segments.length);
  return <i className="g-sample-view" style={{ top: top * scale, height: Math.max(4, (bottom - top) * scale) }} />;
}

function paint(
  canvas: HTMLCanvasElement,
  turns: readonly SampleTurn[],
  hits: ReadonlySet<string>,
  height: number,
  palette: GraphPalette,
): void {
  const ratio = devicePixelRatio;
  canvas.width = WIDTH * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  const lines = sampleLines(turns, height, hits);
  const most = lines.reduce((sum, line) => Math.max(sum, line.input), 1);
  const tall = height / Math.max(1, lines.length);
  for (const [index, line] of lines.entries()) {
    const bar = (x: number, width: number, color: string): void => {
      context.fillStyle = color;
      context.fillRect(x, index * tall, width, tall);
    };
    bar(STOP.x, STOP.width, stopPaint(palette, line.stop));
    bar(INPUT.x, (line.input / most) * INPUT.width, palette['ink-3']);
    if (line.error) bar(ERROR.x, ERROR.width, palette.error);
    if (line.hit) bar(HIT.x, HIT.width, palette.ink);
  }
  label(context, turns.length, height, palette['ink-2'], getComputedStyle(canvas).fontFamily);
}

/** Turn numbers at round steps. */
function label(context: CanvasRenderingContext2D, turns: number, height: number, color: string, font: string): void {
  const step =
    [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find((each) => turns / each <= height / 60) ?? 20_000;
  context.fillStyle = color;
  context.font = `10.5px ${font}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let turn = step; turn <= turns; turn += step) {
    const y = (turn / turns) * height;
    context.fillText(turn >= 1000 ? `${turn / 1000}k` : String(turn), STOP.x - 6, Math.min(height - 6, y));
  }
}
