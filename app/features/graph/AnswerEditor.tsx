import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RowControl } from '../../../shared/view/graph-types.ts';
import { lookAt } from '../../store/selection.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSwitch } from './ErrorSwitch.tsx';
import { editorId, LinesEditor } from './LinesEditor.tsx';
import { useResultDraft } from './use-result-draft.ts';

const ACTIONS = 40;
const NOTHING: ReadonlyMap<number, string | null> = new Map();

/** A call that waits for a person: the result is typed here, and Apply hands it to the loop. */
export function AnswerEditor(props: { control: RowControl; height: number }) {
  const { control, height } = props;
  const t = useTranslations('graph');
  const label = t('resultOf', { tool: control.tool });
  const editing = useResultDraft(control.call, label);
  const [sending, setSending] = useState(false);
  if (editing === null) return null;
  const apply = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    await editing.apply();
    setSending(false);
  };
  return (
    <>
      <LinesEditor
        id={editorId(control.call)}
        label={label}
        value={editing.text}
        height={height - ACTIONS}
        changed={NOTHING}
        onChange={(text) => editing.change({ text })}
        onFocus={() => lookAt({ kind: 'call', call: control.call })}
        onApply={() => void apply()}
      />
      <ErrorSwitch
        tool={control.tool}
        checked={editing.isError}
        bottom={ACTIONS}
        onChange={(isError) => editing.change({ isError })}
      />
      <div className="g-actions">
        <Button look="solid" keys="Ctrl ↵" onClick={() => void apply()}>
          {t('apply')}
        </Button>
        <Button onClick={() => void sendCommand({ type: 'set-call', call: control.call, decision: 'deny' })}>
          {t('deny')}
        </Button>
      </div>
    </>
  );
}
