import { programOf } from '../../view/code-program.ts';
import { typescriptCode } from '../../view/code-typescript.ts';
import type { Exporter } from '../export-types.ts';

/** The loop of the branch as a TypeScript module. */
export const typescriptExporter: Exporter = {
  id: 'typescript',
  ending: '.mts',
  mediaType: 'text/typescript',
  shared: false,
  write: ({ state, branch, title }) => typescriptCode(programOf(state, branch, title)).text,
};
