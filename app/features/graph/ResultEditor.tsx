import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { changedLines, editableResult } from '../../../shared/view/graph-edit.ts';
import type { RowControl } from '../../../shared/view/graph-types.ts';
import { lookAt } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { ErrorSwitch } from './ErrorSwitch.tsx';
import { editorId, LinesEditor } from './LinesEditor.tsx';
import { type ResultEditing, useResultDraft } from './use-result-draft.ts';

const ACTIONS = 40;

/** A result in the node that will carry it, open for editing until it is appended. */
export function ResultEditor(props: { control: RowControl; height: number }) {
  const t = useTranslations('graph');
  const editing = useResultDraft(props.control.call, t('resultOf', { tool: props.control.tool }));
  if (!editing?.call.result) return null;
  return <OpenEditor {...props} editing={editing} />;
}

function OpenEditor(props: { control: RowControl; height: number; editing: ResultEditing }) {
  const { control, height, editing } = props;
  const { call, text, dirty } = editing;
  const t = useTranslations('graph');
  const original = call.original ?? call.result;
  const before = useMemo(() => (original === null ? '' : editableResult(original).text), [original]);
  const changed = useMemo(() => changedLines(before, text), [before, text]);
  const apply = (): void => {
    if (dirty) void editing.apply();
  };
  return (
    <>
      <LinesEditor
        id={editorId(call.id)}
        label={t('resultOf', { tool: control.tool })}
        value={text}
        height={height - (dirty ? ACTIONS : 0)}
        changed={changed}
        onChange={(value) => editing.change({ text: value })}
        onFocus={() => lookAt({ kind: 'call', call: call.id })}
        onApply={apply}
      />
      <ErrorSwitch
        tool={control.tool}
        checked={editing.isError}
        bottom={dirty ? ACTIONS : 0}
        onChange={(isError) => editing.change({ isError })}
      />
      {dirty && (
        <div className="g-actions">
          <Button look="solid" keys="Ctrl ↵" onClick={apply}>
            {t('applyEdit')}
          </Button>
          <Button onClick={editing.discard}>{t('discardEdit')}</Button>
          {editing.conflict && (
            <span title={t('conflict')} role="img" aria-label={t('conflict')}>
              <SeverityGlyph severity="warning" />
            </span>
          )}
        </div>
      )}
    </>
  );
}
