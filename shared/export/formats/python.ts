import { programOf } from '../../view/code-program.ts';
import { pythonCode } from '../../view/code-python.ts';
import type { Exporter } from '../export-types.ts';

/** The loop of the branch as a Python program. */
export const pythonExporter: Exporter = {
  id: 'python',
  ending: '.py',
  mediaType: 'text/x-python',
  shared: false,
  write: ({ state, branch, title }) => pythonCode(programOf(state, branch, title)).text,
};
