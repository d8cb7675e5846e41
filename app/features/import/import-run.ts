import { postImportPart } from '../../api/client.ts';
import { translator } from '../../i18n/translator.ts';
import type { Brought } from '../../store/brought-files.ts';
import { openSession } from '../../store/load-session.ts';
import { modelList } from '../../store/model-list.ts';
import { setCursor } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { refreshSessions } from '../../store/session-list.ts';
import { showToast } from '../../store/toasts.ts';
import type { FromImportWorker, NamedFile, ToImportWorker } from '../../workers/import-protocol.ts';
import { setImport, setOpened, useImport } from './import-store.ts';
import { filesIn } from './read-folders.ts';

/** The first stop of every session: its first event. */
const FIRST_STOP = 1;

let job: ImportJob | null = null;

/** Reads what was brought; an import before it is forgotten, once its sessions are written. `format` null = by content. */
export async function startImport(brought: Brought, format: string | null = null): Promise<void> {
  job?.release();
  job = null;
  setImport({ kind: 'reading', progress: null });
  try {
    const plain = brought.files.map((file) => ({ name: file.webkitRelativePath || file.name, file }));
    const files = [...plain, ...(await filesIn(brought.folders))];
    const mine = new ImportJob(files);
    job = mine;
    mine.read(format);
  } catch (error) {
    setImport({ kind: 'failed', message: (error as Error).message });
  }
}

/** Ends reading at once; what was read is forgotten. */
export function cancelImport(): void {
  job?.release();
  job = null;
  setImport({ kind: 'idle' });
}

/** Looks at a conversation of the report: makes it a session the first time, at its first stop. */
export async function openConversation(conversation: number): Promise<void> {
  const { state } = useImport.getState();
  if (state.kind !== 'done') return;
  const opened = state.opened.get(conversation);
  if (!opened) return job?.write(conversation);
  if (await openSession(opened.session).catch(() => false)) return toFirstStop();
  setOpened(conversation, null);
}

/** Where no model has answered yet there is nothing to replay. */
function toFirstStop(): void {
  const answered = (useSession.getState().newest?.record.lengths.attempts ?? 0) > 0;
  if (answered) setCursor(FIRST_STOP);
}

/** One worker with what it has read. It ends when another import begins and nothing of it is being written. */
class ImportJob {
  readonly #files: readonly NamedFile[];
  readonly #worker: Worker;
  /** Conversation by session that is being written. */
  readonly #writes = new Map<string, number>();
  #released = false;

  constructor(files: readonly NamedFile[]) {
    this.#files = files;
    this.#worker = new Worker(new URL('../../workers/import.worker.ts', import.meta.url), {
      type: 'module',
      name: 'import',
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromImportWorker>) => this.#hear(data));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message || translator('import')('workerFailed'));
    });
  }

  read(format: string | null): void {
    this.#ask({ type: 'read', files: this.#files, format });
  }

  write(conversation: number): void {
    const write = crypto.randomUUID();
    this.#writes.set(write, conversation);
    setOpened(conversation, { session: write, writing: true });
    const [model = ''] = modelList();
    this.#ask({ type: 'write', write, conversation, model, now: Date.now() });
  }

  release(): void {
    this.#released = true;
    if (this.#writes.size === 0) this.#worker.terminate();
  }

  #ask(message: ToImportWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    this.#worker.postMessage(message);
  }

  #hear(message: FromImportWorker): void {
    if (message.type === 'part') return void this.#store(message);
    if (this.#released) return;
    if (message.type === 'progress') setImport({ kind: 'reading', progress: message });
    else if (message.type === 'failed') this.#fail(message.message);
    else {
      const { report, formats } = message;
      setImport({ kind: 'done', report, formats, opened: new Map(), files: this.#files });
      if (report.conversations.length === 1) this.write(0);
    }
  }

  #fail(message: string): void {
    if (useImport.getState().state.kind === 'reading') setImport({ kind: 'failed', message });
    else showToast({ role: 'alert', text: message });
  }

  /** One part after the other, so that neither page nor worker holds more than one; the first one is looked at. */
  async #store({ write, json, first, last, seq }: Extract<FromImportWorker, { type: 'part' }>): Promise<void> {
    const conversation = this.#writes.get(write);
    if (conversation === undefined) return;
    try {
      await postImportPart(write, json);
      if (first) await this.#show(write);
    } catch (error) {
      const text = translator('import')('notStored', { seq, reason: (error as Error).message });
      showToast({ role: 'alert', text });
      return this.#written(write, conversation, false);
    }
    if (last) this.#written(write, conversation, true);
    else this.#ask({ type: 'next', write });
  }

  async #show(session: string): Promise<void> {
    if (!this.#released && (await openSession(session))) toFirstStop();
    void refreshSessions().catch(() => null);
  }

  #written(write: string, conversation: number, whole: boolean): void {
    this.#writes.delete(write);
    if (!this.#released) setOpened(conversation, whole ? { session: write, writing: false } : null);
    if (whole) void refreshSessions().catch(() => null);
    if (this.#released && this.#writes.size === 0) this.#worker.terminate();
  }
}
