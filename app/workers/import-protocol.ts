import type { ImportReport } from '../../shared/import/report.ts';

/** A file under the path that it lies at: agents are found by their folder. */
export interface NamedFile {
  name: string;
  file: File;
}

/** What the page asks of the import worker. `write` names one session that is being written. */
export type ToImportWorker =
  | { type: 'read'; files: readonly NamedFile[]; format: string | null }
  /** Begins to write a conversation as a session; the first part comes at once, each other one for a `next`. */
  | { type: 'write'; write: string; conversation: number; model: string; now: number }
  | { type: 'next'; write: string };

/** What the worker answers. */
export type FromImportWorker =
  | ({ type: 'progress' } & ImportProgress)
  | { type: 'report'; report: ImportReport; formats: FormatName[] }
  | { type: 'failed'; message: string }
  /** Body of `POST /api/sessions/:id/import` as JSON text. */
  | { type: 'part'; write: string; json: string; first: boolean; last: boolean; seq: number };

export interface ImportProgress {
  /** File that is being read. */
  name: string;
  /** Its number from 1, and how many there are. */
  file: number;
  files: number;
  /** Bytes read so far, and of all files. */
  bytes: number;
  total: number;
}

export interface FormatName {
  id: string;
  label: string;
}
