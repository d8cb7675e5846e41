import type { Exporter, ExportFormat } from './export-types.ts';
import { curlExporter } from './formats/curl.ts';
import { htmlExporter } from './formats/html.ts';
import { loupeExporter } from './formats/loupe.ts';
import { markdownExporter } from './formats/markdown.ts';
import { messagesExporter } from './formats/messages.ts';
import { requestExporter } from './formats/request.ts';
import { pythonExporter } from './formats/python.ts';
import { svgExporter } from './formats/svg.ts';
import { testExporter } from './formats/test.ts';
import { typescriptExporter } from './formats/typescript.ts';

/** Every format, in the order in which they are offered. */
export const EXPORTERS: readonly Exporter[] = [
  loupeExporter,
  messagesExporter,
  requestExporter,
  markdownExporter,
  htmlExporter,
  pythonExporter,
  typescriptExporter,
  testExporter,
  curlExporter,
  svgExporter,
];

/** The exporter of this format; undefined for an unknown id. */
export function exporterById(id: string): Exporter | undefined {
  return EXPORTERS.find((exporter) => exporter.id === id);
}

/** Ids a person may name. */
export function exportFormats(): ExportFormat[] {
  return EXPORTERS.map(({ id }) => id);
}
