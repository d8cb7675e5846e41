import { useMemo } from 'react';
import type { CallResult } from '../../../shared/session/events.ts';
import type { OpenCall } from '../../../shared/session/state.ts';
import { commandOfResult, textOfResult } from '../../../shared/view/inspect-edit.ts';
import { readJson } from '../../../shared/view/inspect-json-text.ts';
import { draftOfNodeText, nodeText } from '../../../shared/view/result-text.ts';
import { translator } from '../../i18n/translator.ts';
import { type Draft, draftKey, dropDraft, putDraft, sendEdit, useDrafts } from '../../store/drafts.ts';
import { sendCommand } from '../../store/send-command.ts';
import { useSession } from '../../store/session-store.ts';
import { showToast } from '../../store/toasts.ts';
import { useCall } from './use-call.ts';

export interface ResultEditing {
  call: OpenCall;
  /** As the node shows it. */
  text: string;
  isError: boolean;
  dirty: boolean;
  /** What is there is no longer what the draft began from. */
  conflict: boolean;
  change(part: { text?: string; isError?: boolean }): void;
  discard(): void;
  /** Sends it; false when nothing was sent or it was refused. The text then stays in the editor. */
  apply(): Promise<boolean>;
}

/** A call that has no result yet begins with an empty one. */
export const NO_RESULT: CallResult = { content: '', is_error: false };

/** The result of an open call as it is written in its node; the draft is the inspector's too. Null without the call. */
export function useResultDraft(id: string, name: string): ResultEditing | null {
  const call = useCall(id);
  const session = useSession((state) => state.sessionId) ?? '';
  const branch = useSession((state) => state.branch) ?? '';
  const key = draftKey(session, branch, { kind: 'result', call: id });
  const draft = useDrafts((state) => state.drafts.get(key));
  return useMemo(() => (call === null ? null : editing(call, name, key, draft)), [call, name, key, draft]);
}

function editing(call: OpenCall, name: string, key: string, draft: Draft | undefined): ResultEditing {
  const result = call.result ?? NO_RESULT;
  const before = textOfResult(result);
  const current: Draft = draft ?? {
    target: { kind: 'result', call: call.id },
    name,
    text: before.text,
    isError: before.isError,
    keep: false,
    baseText: before.text,
    baseError: before.isError,
  };
  const change = ({ text, isError = current.isError }: { text?: string; isError?: boolean }): void => {
    const written = text === undefined ? current.text : draftOfNodeText(result, draft?.text ?? null, text);
    putDraft(key, { ...current, text: written, isError });
  };
  return {
    call,
    text: nodeText(result, draft?.text ?? null),
    isError: current.isError,
    dirty: current.text !== before.text || current.isError !== before.isError,
    conflict: draft !== undefined && (draft.baseText !== before.text || draft.baseError !== before.isError),
    change,
    discard: () => dropDraft(key),
    apply: () => apply(call, key, current, before.language === 'json' && typeof result.content === 'string'),
  };
}

async function apply(call: OpenCall, key: string, draft: Draft, wasJson: boolean): Promise<boolean> {
  const outcome = commandOfResult(call, { text: draft.text, isError: draft.isError, asText: true });
  if (!outcome.ok) {
    if (outcome.fault.code === 'unchanged') dropDraft(key);
    else tellFault(outcome.fault);
    return false;
  }
  const done = await sendEdit(outcome.command, key);
  if (done && wasJson) tellPlainText(draft.text);
  return done;
}

function tellFault(fault: { code: string; path?: string; line?: number; column?: number }): void {
  const t = translator('inspector');
  const place = { line: fault.line ?? 0, column: fault.column ?? 0, path: fault.path ?? '' };
  showToast({ role: 'alert', text: t(`edit.fault.${fault.code as 'syntax'}`, place) });
}

/** A tool may answer anything, so broken JSON is taken; a slip of the hand must not go unnoticed. */
function tellPlainText(text: string): void {
  const read = readJson(text);
  if (read.ok) return;
  const { line, column } = read.fault;
  const undo = { label: translator('common')('undo'), run: () => void sendCommand({ type: 'undo' }) };
  showToast({ role: 'log', text: translator('graph')('asPlainText', { line, column }), action: undo });
}
