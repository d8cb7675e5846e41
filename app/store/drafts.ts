import { create } from 'zustand';
import type { Command } from '../../shared/debugger/command-types.ts';
import type { EditTarget } from '../../shared/view/inspect-edit.ts';
import { sendCommand } from './send-command.ts';

/** What a person has written and not applied yet. */
export interface Draft {
  target: EditTarget;
  /** Accessible name of the editor, for the note about a draft whose place is gone. */
  name: string;
  text: string;
  isError: boolean;
  keep: boolean;
  /** The text and flag it began from: when what is there differs, someone else changed it. */
  baseText: string;
  baseError: boolean;
}

interface DraftStore {
  drafts: ReadonlyMap<string, Draft>;
}

const KEPT = 'loupe.drafts';
/** Larger texts are kept by the page only. */
const MOST_KEPT = 1_000_000;
const WAIT_MS = 300;

/**
 * The one place for texts that are being written, whatever editor they are written in: node, inspector, Monaco. A
 * draft outlives a change of tab, selection or branch, a refused command and a reload of the page.
 */
export const useDrafts = create<DraftStore>()(() => ({ drafts: kept() }));

/** Key of a target within a session and branch. */
export function draftKey(session: string, branch: string, target: EditTarget): string {
  const id = target.kind === 'messages' ? '' : target.kind === 'message' ? target.node : target.call;
  return `${session}\n${branch}\n${target.kind}\n${id}`;
}

/** Keeps a draft; one that says what it began from is none, unless it holds a choice. */
export function putDraft(key: string, draft: Draft): void {
  const chosen = draft.target.kind === 'message' && draft.keep;
  if (!chosen && draft.text === draft.baseText && draft.isError === draft.baseError) dropDraft(key);
  else useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(key, draft) }));
}

export function dropDraft(key: string): void {
  if (!useDrafts.getState().drafts.has(key)) return;
  useDrafts.setState(({ drafts }) => {
    const next = new Map(drafts);
    next.delete(key);
    return { drafts: next };
  });
}

/** Sends an edit; the draft is dropped only once the server has taken it. */
export async function sendEdit(command: Command, key: string): Promise<boolean> {
  const result = await sendCommand(command);
  if (result.ok) dropDraft(key);
  return result.ok;
}

/** The drafts this tab had before it was loaded anew. */
function kept(): ReadonlyMap<string, Draft> {
  try {
    const text = sessionStorage.getItem(KEPT);
    return new Map(text === null ? [] : (JSON.parse(text) as [string, Draft][]));
  } catch {
    return new Map();
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;

useDrafts.subscribe(() => {
  clearTimeout(waiting);
  waiting = setTimeout(keep, WAIT_MS);
});
globalThis.addEventListener?.('pagehide', keep);

function keep(): void {
  const { drafts } = useDrafts.getState();
  try {
    const text = JSON.stringify([...drafts]);
    if (drafts.size === 0 || text.length > MOST_KEPT) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, text);
  } catch {
    // A page without storage keeps drafts until it is closed.
  }
}
