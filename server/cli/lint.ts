/* stand-in; overwrite me */ import type { CliIo } from './process-io.ts';
export async function runLint(_args: string[], _io: CliIo): Promise<number> {
  return 2;
}
