import { eventBatches } from '../../shared/import/batches.ts';
import type { EventBatch } from '../../shared/import/batches.ts';
import { importFiles } from '../../shared/import/import-files.ts';
import type { ImportSource, ImportedConversation } from '../../shared/import/import-types.ts';
import { IMPORTERS, importerById } from '../../shared/import/registry.ts';
import { reportOf } from '../../shared/import/report.ts';
import { sessionEvents } from '../../shared/import/to-events.ts';
import type { FromImportWorker, NamedFile, ToImportWorker } from './import-protocol.ts';

/*
 * Reads foreign files away from the page: slices of the files come in, a report and parts of sessions go out. The page
 * ends the worker to cancel. Nothing in a file is ever run.
 */

const TELL_MS = 80;

let conversations: readonly ImportedConversation[] = [];
const writes = new Map<string, Iterator<EventBatch>>();

addEventListener('message', ({ data }: MessageEvent<ToImportWorker>) => {
  if (data.type === 'read') void read(data.files, data.format);
  else if (data.type === 'write') {
    const { write, conversation, model, now } = data;
    const chosen = conversations[conversation];
    if (!chosen) return;
    writes.set(write, eventBatches(sessionEvents(chosen, { model, now })));
    sendPart(write);
  } else sendPart(data.write);
});

function tell(message: FromImportWorker): void {
  postMessage(message);
}

async function read(files: readonly NamedFile[], format: string | null): Promise<void> {
  try {
    const progress = new Progress(files);
    const importer = format === null ? undefined : importerById(format);
    const result = await importFiles(
      files.map((file, index) => sourceOf(file, index, progress)),
      importer ? { importer } : {},
    );
    ({ conversations } = result);
    const formats = IMPORTERS.map(({ id, label }) => ({ id, label }));
    tell({ type: 'report', report: reportOf(result), formats });
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function sourceOf({ name, file }: NamedFile, index: number, progress: Progress): ImportSource {
  return {
    name,
    size: file.size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      progress.reached(index, Math.min(file.size, offset + bytes.length));
      return bytes;
    },
  };
}

/** How far reading has come; told now and then. */
class Progress {
  readonly #files: readonly NamedFile[];
  readonly #reached: number[];
  readonly #total: number;
  #bytes = 0;
  #told = 0;

  constructor(files: readonly NamedFile[]) {
    this.#files = files;
    this.#reached = files.map(() => 0);
    this.#total = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  reached(index: number, bytes: number): void {
    const before = this.#reached[index] ?? 0;
    if (bytes > before) {
      this.#reached[index] = bytes;
      this.#bytes += bytes - before;
    }
    const now = performance.now();
    if (now - this.#told < TELL_MS) return;
    this.#told = now;
    const { name = '' } = this.#files[index] ?? {};
    const files = this.#files.length;
    tell({ type: 'progress', name, file: index + 1, files, bytes: this.#bytes, total: this.#total });
  }
}

function sendPart(write: string): void {
  try {
    const next = writes.get(write)?.next();
    if (!next || next.done) return;
    const { events, json, last } = next.value;
    if (last) writes.delete(write);
    const body = `{"events":[${json.join(',')}],"last":${last}}`;
    tell({ type: 'part', write, json: body, first: events[0]?.seq === 1, last, seq: events.at(-1)?.seq ?? 0 });
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
