import { create } from 'zustand';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';

/** What a person has written and not applied yet. It outlives a change of tab or selection. */
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

export const useDrafts = create<DraftStore>()(() => ({ drafts: new Map() }));

/** Key of a target within a session and branch. */
export function draftKey(session: string, branch: string, target: EditTarget): string {
  const id = target.kind === 'messages' ? '' : target.kind === 'message' ? target.node : target.call;
  return `${session}\n${branch}\n${target.kind}\n${id}`;
}

export function putDraft(key: string, draft: Draft): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(key, draft) }));
}

export function dropDraft(key: string): void {
  useDrafts.setState(({ drafts }) => {
    const next = new Map(drafts);
    next.delete(key);
    return { drafts: next };
  });
}
