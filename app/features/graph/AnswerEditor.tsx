import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RowControl } from '../../../shared/view/graph-types.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { dropDraft, putDraft, useGraph } from './graph-store.ts';
import { LinesEditor } from './LinesEditor.tsx';
import { editorId, ErrorSwitch } from './ResultEditor.tsx';

const ACTIONS = 40;
const NOTHING: ReadonlyMap<number, string | null> = new Map();
const EMPTY = { content: '', is_error: false };

/** A call that waits for a person: the result is typed here, and Apply hands it to the loop. */
export function AnswerEditor(props: { control: RowControl; height: number }) {
  const { control, height } = props;
  const t = useTranslations('graph');
  const draft = useGraph((graph) => graph.drafts.get(control.call));
  const [sending, setSending] = useState(false);
  const text = draft?.text ?? '';
  const isError = draft?.isError ?? false;
  const change = (part: { text?: string; isError?: boolean }): void =>
    putDraft(control.call, { text, isError, base: EMPTY, ...part });
  const apply = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    const sent = await sendCommand({
      type: 'edit-result',
      call: control.call,
      result: { content: text, is_error: isError },
    });
    setSending(false);
    if (sent.ok) dropDraft(control.call);
  };
  return (
    <>
      <LinesEditor
        id={editorId(control.call)}
        label={t('resultOf', { tool: control.tool })}
        value={text}
        height={height - ACTIONS}
        changed={NOTHING}
        onChange={(value) => change({ text: value })}
        onApply={() => void apply()}
      />
      <ErrorSwitch checked={isError} bottom={ACTIONS} onChange={(checked) => change({ isError: checked })} />
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
