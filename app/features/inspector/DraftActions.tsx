import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EditFault } from '../../../shared/view/inspect-edit.ts';
import { useAllowed, useReplaying } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { ApplyButton } from './ApplyButton.tsx';
import type { DraftHandle } from './use-draft.ts';

/** Apply and discard for a draft, with the sentence that says why it cannot be applied. Nothing while it is clean. */
export function DraftActions({ draft }: { draft: DraftHandle }) {
  const t = useTranslations('inspector.edit');
  const { fault, apply, reason } = useApply(draft);
  if (!draft.dirty && fault === null) return null;
  return (
    <div className="mt-3 flex flex-col gap-2">
      {draft.conflict && <Conflict draft={draft} />}
      {fault !== null && <FaultText fault={fault} />}
      <div className="flex flex-wrap gap-2">
        <ApplyButton ready disabledReason={reason} onClick={() => void apply(false)} />
        <Button onClick={draft.discard}>{t('discard')}</Button>
        {fault?.code === 'syntax' && draft.target.kind === 'result' && (
          <Button look="quiet" onClick={() => void apply(true)}>
            {t('asText')}
          </Button>
        )}
      </div>
    </div>
  );
}

export interface Apply {
  fault: EditFault | null;
  /** Why nothing can be applied now; null when it can. */
  reason: string | null;
  apply(asText: boolean): Promise<void>;
}

/** Applying a draft: keeps the fault of the last try until the text changes. */
export function useApply(draft: DraftHandle): Apply {
  const [failed, setFailed] = useState<{ text: string; fault: EditFault } | null>(null);
  const reason = useEditBlock(draft);
  const apply = async (asText: boolean): Promise<void> => {
    if (reason !== null) return;
    const fault = await draft.apply(asText);
    setFailed(fault === null || fault === 'refused' ? null : { text: draft.text, fault });
  };
  return { fault: failed?.text === draft.text ? failed.fault : null, reason, apply };
}

/** Why this cannot be edited now, in a sentence; null when it can. */
export function useEditBlock(draft: DraftHandle | null): string | null {
  const t = useTranslations('inspector.edit');
  const allowed = useAllowed();
  const past = useReplaying();
  if (past) return t('pastNote');
  if (draft === null || allowed === null) return null;
  const command = {
    message: 'edit-message',
    messages: 'edit-history',
    input: 'set-call',
    result: 'edit-result',
  } as const;
  const refusal = allowed[command[draft.target.kind]];
  return refusal?.code === 'moving' ? t('movingNote') : refusalReason(refusal);
}

export function FaultText({ fault }: { fault: EditFault }) {
  const t = useTranslations('inspector.edit.fault');
  const place = { line: 'line' in fault ? fault.line : 0, column: 'column' in fault ? fault.column : 0 };
  const path = 'path' in fault ? fault.path : '';
  return (
    <p role="alert" className="flex gap-2 text-error">
      <SeverityGlyph severity="error" className="mt-0.5" />
      <span>{t(fault.code, { ...place, path })}</span>
    </p>
  );
}

/** Somebody else changed what a draft began from: whose text counts. */
export function Conflict({ draft }: { draft: DraftHandle }) {
  const t = useTranslations('inspector.edit');
  return (
    <div role="alert" className="border-l-2 border-warning pl-3">
      <p>{t('conflict')}</p>
      <div className="mt-1.5 flex gap-2">
        <Button small onClick={draft.rebase}>
          {t('keepMine')}
        </Button>
        <Button small onClick={draft.discard}>
          {t('showTheirs')}
        </Button>
      </div>
    </div>
  );
}
