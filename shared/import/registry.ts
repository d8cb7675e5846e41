import type { Importer } from './importer.ts';
import { claudeCodeImporter } from './formats/claude-code.ts';
import { messagesImporter } from './formats/messages.ts';
import { streamJsonImporter } from './formats/stream-json.ts';

/** All formats, the most special first: of two that fit equally well, the earlier one wins. */
export const IMPORTERS: readonly Importer[] = [claudeCodeImporter, streamJsonImporter, messagesImporter];

export function importerById(id: string): Importer | undefined {
  return IMPORTERS.find((importer) => importer.id === id);
}
