import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** What a command reads and writes, so that a test can bring its own. */
export interface CliIo {
  readFile(path: string): Promise<string>;
  stdin(): Promise<string>;
  stdout(text: string): void;
  stderr(text: string): void;
}

/** The process's own files and streams. */
export const processIo: CliIo = {
  readFile: (path) => readFile(path, 'utf8'),
  stdin: () => text(process.stdin),
  stdout: (written) => void process.stdout.write(written),
  stderr: (written) => void process.stderr.write(written),
};
