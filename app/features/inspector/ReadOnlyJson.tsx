import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { toMessage } from '../../../shared/session/tree.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from './copy-text.ts';
import { JsonTree } from './JsonTree.tsx';

/** JSON that can only be read: an attempt, a finished call, a message of another branch. */
export function ReadOnlyJson({ subject }: { subject: Subject }) {
  const t = useTranslations('inspector');
  const value = useMemo(() => valueOf(subject), [subject]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <span className="text-ink-2">{t('edit.readOnly')}</span>
        <Button small className="ml-auto" onClick={() => void copyText(JSON.stringify(value, null, 2))}>
          {t('copyJson')}
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <JsonTree value={value} label={t('edit.readOnlyNames.block')} openDepth={4} />
      </div>
    </div>
  );
}

function valueOf(subject: Subject): unknown {
  switch (subject.kind) {
    case 'attempt':
      if (!('outcome' in subject.attempt)) return null;
      return subject.attempt.error?.body ?? subject.attempt.message ?? subject.attempt.error;
    case 'message':
      return toMessage(subject.node);
    case 'block':
      return subject.block;
    case 'pair':
      return { input: subject.pair.input, result: subject.pair.result ?? subject.pair.call?.result ?? null };
    case 'results':
      return subject.pairs.map((pair) => pair.result);
    case 'next':
      return null;
  }
}
