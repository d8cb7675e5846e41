import type { Exporter } from '../export-types.ts';
import { graphModel, pictureOf } from '../graph-picture.ts';

/** The graph of the branch. Text is text: it can be searched and copied. */
export const svgExporter: Exporter = {
  id: 'svg',
  ending: '.svg',
  mediaType: 'image/svg+xml',
  shared: false,
  write: (source) => pictureOf(graphModel(source), source),
};
