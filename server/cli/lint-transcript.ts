import type { LoggedConversation } from './lint.ts';

/**
 * The conversations of any file that `import` knows, as requests for the linter; null when it holds none. The importers
 * are loaded here, so that linting a request does not wait for them.
 */
export async function readTranscript(text: string, file: string): Promise<readonly LoggedConversation[] | null> {
  const { importForLint } = await import('../../shared/import/import-for-lint.ts');
  return (await importForLint(text, file))?.conversations ?? null;
}
