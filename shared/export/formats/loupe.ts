import type { Exporter } from '../export-types.ts';

/** The event log, one event per line (`session/FORMAT.md`): everything, all branches. */
export const loupeExporter: Exporter = {
  id: 'loupe',
  ending: '.loupe.jsonl',
  mediaType: 'application/x-ndjson',
  shared: false,
  write: ({ events }) => events.map((event) => `${JSON.stringify(event)}\n`).join(''),
};
