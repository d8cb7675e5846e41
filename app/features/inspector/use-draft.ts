import { useMemo } from 'react';
import {
  commandOfEdit,
  textOfTarget,
  type EditFault,
  type EditTarget,
  type EditText,
} from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { type Draft, draftKey, dropDraft, putDraft, sendEdit, useDrafts } from '../../store/drafts.ts';
import { useSession } from '../../store/session-store.ts';

export interface DraftHandle {
  target: EditTarget;
  name: string;
  /** What is there now. */
  before: EditText;
  /** What the editor shows: the draft, else what is there. */
  text: string;
  isError: boolean;
  keep: boolean;
  dirty: boolean;
  /** What is there is no longer what the draft began from. */
  conflict: boolean;
  change(part: Partial<Pick<Draft, 'text' | 'isError' | 'keep'>>): void;
  discard(): void;
  /** Goes on from what is there now, with the text of the draft. */
  rebase(): void;
  /** The command that Apply would send, or the reason it would not. */
  outcome(asText?: boolean): ReturnType<typeof commandOfEdit>;
  /** Sends it. Resolves to the fault that keeps the text in the editor, `refused` when the server said no. */
  apply(asText?: boolean): Promise<EditFault | 'refused' | null>;
}

/** The draft for a target; null when the target is not there (any more). */
export function useDraft(view: PathView, target: EditTarget | null, name: string): DraftHandle | null {
  const session = useSession((state) => state.sessionId) ?? '';
  const key = target === null ? '' : draftKey(session, view.branch.id, target);
  const draft = useDrafts((state) => state.drafts.get(key));
  const before = useMemo(() => (target === null ? null : textOfTarget(view, target)), [view, target]);
  return useMemo(() => {
    if (target === null || before === null) return null;
    return handle(view, target, name, key, before, draft);
  }, [view, target, name, key, before, draft]);
}

function handle(
  view: PathView,
  target: EditTarget,
  name: string,
  key: string,
  before: EditText,
  draft: Draft | undefined,
): DraftHandle {
  const current: Draft = draft ?? {
    target,
    name,
    text: before.text,
    isError: before.isError,
    keep: target.kind === 'messages',
    baseText: before.text,
    baseError: before.isError,
  };
  const outcome = (asText = false): ReturnType<typeof commandOfEdit> =>
    commandOfEdit(view, target, { text: current.text, isError: current.isError, keep: current.keep, asText });
  return {
    target,
    name,
    before,
    text: current.text,
    isError: current.isError,
    keep: current.keep,
    dirty: current.text !== before.text || current.isError !== before.isError,
    conflict: draft !== undefined && (draft.baseText !== before.text || draft.baseError !== before.isError),
    change: (part) => putDraft(key, { ...current, ...part }),
    discard: () => dropDraft(key),
    rebase: () => putDraft(key, { ...current, baseText: before.text, baseError: before.isError }),
    outcome,
    apply: (asText) => send(outcome(asText), key),
  };
}

async function send(outcome: ReturnType<typeof commandOfEdit>, key: string): Promise<EditFault | 'refused' | null> {
  if (!outcome.ok) return outcome.fault;
  return (await sendEdit(outcome.command, key)) ? null : 'refused';
}
