import { useTranslations } from 'use-intl';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { setInspectorTab } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { DraftActions } from './DraftActions.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useEditorName } from './subject-names.ts';
import { useDraft } from './use-draft.ts';

const EditEffect = lazyPart(async () => (await import('./EditEffect.tsx')).EditEffect, true);

/** Reminds of an edit that was begun in the JSON tab and not applied. Nothing without one. */
export function DraftNote({ view, target }: { view: PathView; target: EditTarget | null }) {
  const t = useTranslations('inspector');
  const draft = useDraft(view, target, useEditorName(view, target));
  if (draft === null || !draft.dirty) return null;
  return (
    <>
      <div className="mx-4 mb-4 border-l-2 border-now-edge pl-3">
        <p className="flex items-center justify-between gap-2">
          <span className="mono text-code">{draft.name}</span>
          <Button small onClick={() => setInspectorTab('json')}>
            {t('pair.edit')}
          </Button>
        </p>
        <DraftActions draft={draft} />
      </div>
      <EditEffect view={view} target={target} draft={draft} />
    </>
  );
}
