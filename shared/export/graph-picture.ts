import { graphOf } from '../view/graph.ts';
import { graphSvg } from '../view/graph-svg.ts';
import { turnSummary } from '../view/graph-summary.ts';
import type { GraphModel, TurnNode } from '../view/graph-types.ts';
import { ENGLISH_GRAPH_WORDS } from '../view/graph-words.ts';
import type { ExportSource } from './export-types.ts';

/** Width of the picture in px, gutter included: that of the page at 1440. */
const WIDTH = 984;
const ROW_TEXT = 140;

/** The graph of the exported branch, as the page draws it. */
export function graphModel({ state, branch, words = ENGLISH_GRAPH_WORDS }: ExportSource): GraphModel {
  return graphOf(state, branch.id, { width: WIDTH, words });
}

/** A model as one SVG document. */
export function pictureOf(model: GraphModel, source: ExportSource): string {
  const { state, title, palette, words = ENGLISH_GRAPH_WORDS } = source;
  const rowText = (node: TurnNode): string => {
    const { tool, about, result, stop } = turnSummary(state, node.messages, words);
    return [stop, tool, about, result].filter(Boolean).join('  ').slice(0, ROW_TEXT);
  };
  return graphSvg(model, { title, words, rowText, ...(palette ? { palette } : {}) });
}
