import { getEvents } from '../api/client.ts';
import { branchById } from '../../shared/session/tree.ts';
import { nextRequest } from '../../shared/loop/next-request.ts';
import { useSession } from './session-store.ts';
import { showToast } from './toasts.ts';

export type ExportKind = 'session' | 'messages' | 'request';

/** Hands a file to the person. What is exported is what the page shows: the looked-at branch at the cursor. */
export async function exportFile(kind: ExportKind): Promise<void> {
  try {
    const text = kind === 'session' ? await sessionText() : `${JSON.stringify(shownBody(kind), null, 2)}\n`;
    download(fileName(kind), text);
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
  }
}

/** The event log with the raw stream text, one event per line: the format Loupe stores. */
async function sessionText(): Promise<string> {
  const { sessionId } = useSession.getState();
  if (!sessionId) return '';
  const events = await getEvents(sessionId, { chunks: true });
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

function shownBody(kind: 'messages' | 'request'): unknown {
  const { viewed, branch: id } = useSession.getState();
  const branch = viewed && id ? branchById(viewed, id) : undefined;
  if (!viewed || !branch) return null;
  const body = nextRequest(viewed, branch);
  return kind === 'messages' ? body.messages : body;
}

function fileName(kind: ExportKind): string {
  const title = slug(useSession.getState().newest?.record.title ?? '');
  return { session: `${title}.loupe.jsonl`, messages: `${title}.messages.json`, request: `${title}.request.json` }[
    kind
  ];
}

/** A title as a file name: letters and digits of any script, the rest as dashes. */
export function slug(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, 60) || 'session';
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
