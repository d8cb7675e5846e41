import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallResult } from '../../../shared/session/events.ts';
import type { OpenCall } from '../../../shared/session/state.ts';
import { changedLines, editableResult, readBack } from '../../../shared/view/graph-edit.ts';
import type { RowControl } from '../../../shared/view/graph-types.ts';
import { sendCommand } from '../../store/send-command.ts';
import { showToast } from '../../store/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { dropDraft, putDraft, type ResultDraft, useGraph } from './graph-store.ts';
import { LinesEditor } from './LinesEditor.tsx';
import { useCall } from './use-call.ts';
import { isDirty } from './use-graph-model.ts';

const ACTIONS = 40;

/** A result in the node that will carry it, open for editing until it is appended. */
export function ResultEditor(props: { control: RowControl; height: number }) {
  const call = useCall(props.control.call);
  const draft = useGraph((graph) => graph.drafts.get(props.control.call));
  if (!call?.result) return null;
  return <OpenEditor {...props} call={call} result={call.result} draft={draft} />;
}

interface OpenEditorProps {
  control: RowControl;
  height: number;
  call: OpenCall;
  result: CallResult;
  draft: ResultDraft | undefined;
}

function OpenEditor({ control, height, call, result, draft }: OpenEditorProps) {
  const t = useTranslations('graph');
  const [invalid, setInvalid] = useState(false);
  const stored = useMemo(() => editableResult(result).text, [result]);
  const before = useMemo(() => editableResult(call.original ?? result).text, [call.original, result]);
  const text = draft?.text ?? stored;
  const isError = draft?.isError ?? result.is_error;
  const dirty = draft !== undefined && isDirty(draft);
  const changed = useMemo(() => changedLines(before, text), [before, text]);
  const change = (part: Partial<Pick<ResultDraft, 'text' | 'isError'>>): void => {
    setInvalid(false);
    const next = { text, isError, base: draft?.base ?? result, ...part };
    if (isDirty(next)) putDraft(call.id, next);
    else dropDraft(call.id);
  };
  const apply = async (): Promise<void> => {
    if (!dirty) return;
    const read = readBack(result, text, isError);
    if (!read.ok) {
      setInvalid(true);
      showToast({
        role: 'alert',
        text: t('notBlocks'),
        ...(read.message === 'not-blocks' ? {} : { detail: read.message }),
      });
      return;
    }
    const sent = await sendCommand({ type: 'edit-result', call: call.id, result: read.result });
    if (sent.ok) dropDraft(call.id);
  };
  return (
    <>
      <LinesEditor
        id={editorId(call.id)}
        label={t('resultOf', { tool: control.tool })}
        value={text}
        height={height - (dirty ? ACTIONS : 0)}
        changed={changed}
        invalid={invalid}
        onChange={(value) => change({ text: value })}
        onApply={() => void apply()}
      />
      <ErrorSwitch
        checked={isError}
        bottom={dirty ? ACTIONS : 0}
        onChange={(checked) => change({ isError: checked })}
      />
      {dirty && (
        <div className="g-actions">
          <Button look="solid" keys="Ctrl ↵" onClick={() => void apply()}>
            {t('applyEdit')}
          </Button>
          <Button onClick={() => dropDraft(call.id)}>{t('discardEdit')}</Button>
          {draft.base !== result && (
            <span title={t('conflict')} role="img" aria-label={t('conflict')}>
              <SeverityGlyph severity="warning" />
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** Element id of the editor for a call, so that a key can find it. */
export function editorId(call: string): string {
  return `graph-result-${call}`;
}

export function ErrorSwitch(props: { checked: boolean; bottom: number; onChange(checked: boolean): void }) {
  const t = useTranslations('graph');
  return (
    <label className="g-error-switch" style={{ bottom: props.bottom }} title={t('isErrorNote')}>
      <input type="checkbox" checked={props.checked} onChange={(event) => props.onChange(event.target.checked)} />
      {t('isError')}
    </label>
  );
}
