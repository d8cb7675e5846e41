import * as monaco from 'monaco-editor/editor/editor.api.js';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register.js';
// JSON loads this by itself, but too late: its features must be registered before the first editor asks for them.
import 'monaco-editor/languages/features/json/jsonMode.js';
import { SCHEMAS } from './monaco-schemas.ts';

/**
 * Monaco with one language, JSON. Both workers are files of this page (the policy `worker-src 'self'` lets no
 * other in) and are told apart by label: with the plain worker alone, JSON would have no checks and no completion.
 */
(globalThis as typeof globalThis & { MonacoEnvironment: monaco.Environment }).MonacoEnvironment = {
  getWorker: (_module, label) =>
    label === 'json'
      ? new Worker(new URL('json.worker.ts', import.meta.url), { type: 'module', name: label })
      : new Worker(new URL('editor.worker.ts', import.meta.url), { type: 'module', name: label }),
};

jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: false,
  comments: 'error',
  trailingCommas: 'error',
  enableSchemaRequest: false,
  schemaValidation: 'ignore',
  schemas: SCHEMAS,
});

/** Colour swatches would read `#fff` in a tool result as a colour; tokens come from the tokenizer. */
jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, colors: false });

export { monaco };
