import type { Font } from './graph-text.ts';
import type { Span } from './graph-types.ts';

/**
 * Heights of everything in a node, in px. The page's stylesheet uses the same numbers (as custom properties set
 * from here), so a node never has to be measured.
 */
export interface GraphMetrics {
  textSize: number;
  monoSize: number;
  tagSize: number;
  /** From one line of a row to the next. */
  leading: number;
  /** Above and below the lines of a row, together. */
  rowPad: number;
  header: number;
  footer: number;
  /** Header and row of a tool run that stands in a stack of several. */
  stackHeader: number;
  stackRow: number;
  stackGap: number;
  editorLeading: number;
  editorPad: number;
  actions: number;
  now: number;
  tag: number;
}

export const NORMAL: GraphMetrics = {
  textSize: 13,
  monoSize: 11.5,
  tagSize: 10.5,
  leading: 18,
  rowPad: 8,
  header: 26,
  footer: 26,
  stackHeader: 24,
  stackRow: 23,
  stackGap: 5,
  editorLeading: 17,
  editorPad: 14,
  actions: 40,
  now: 26,
  tag: 26,
};

/** Presenter mode: readable from the back of a room. */
export const PRESENTER: GraphMetrics = {
  textSize: 14.5,
  monoSize: 13,
  tagSize: 12,
  leading: 22,
  rowPad: 10,
  header: 32,
  footer: 30,
  stackHeader: 29,
  stackRow: 28,
  stackGap: 6,
  editorLeading: 20,
  editorPad: 16,
  actions: 44,
  now: 30,
  tag: 30,
};

/** Distances between things, in px. */
export const GAP = {
  /** Above the first node and below the last. */
  edge: 12,
  /** From the point where the user's message leaves to the top of the answer. */
  request: 22,
  /** From a node that leaves at its bottom to the request's line, and as much again to the answer. */
  bottom: 13,
  /** From an answer's bottom to the `tools` line, and from there to the first run. */
  tools: 14,
  runs: 11,
  /** From the last run to the `results` line. */
  results: 7,
  /** Around the now line. */
  now: 8,
  /** Between nodes of one lane at least. */
  node: 14,
} as const;

export const TYPE_COLUMN = 68;
export const RESULT_COLUMN = 78;
export const SIDE_LEFT = 12;
export const SIDE_RIGHT = 10;
export const COLUMN_GAP = 8;
export const TIP = 13;

/** The font of a span at these metrics. */
export function fontOf(face: Span['face'], metrics: GraphMetrics): Font {
  if (face === 'text') return { face: 'text', size: metrics.textSize };
  if (face === 'strong') return { face: 'strong', size: metrics.textSize };
  return { face: 'mono', size: metrics.monoSize };
}
