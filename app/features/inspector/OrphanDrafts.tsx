import { useTranslations } from 'use-intl';
import { textOfTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { copyText } from './copy-text.ts';
import { useSession } from '../../store/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { draftKey, dropDraft, useDrafts } from '../../store/drafts.ts';

/** Drafts whose place is gone because the run moved on elsewhere: their text waits here to be taken or dropped. */
export function OrphanDrafts({ view }: { view: PathView }) {
  const t = useTranslations('inspector');
  const common = useTranslations('common');
  const session = useSession((state) => state.sessionId) ?? '';
  const drafts = useDrafts((state) => state.drafts);
  const orphans = [...drafts].filter(
    ([key, draft]) =>
      key === draftKey(session, view.branch.id, draft.target) && textOfTarget(view, draft.target) === null,
  );
  return orphans.map(([key, draft]) => (
    <div key={key} role="note" className="shrink-0 border-b border-hairline bg-now-tint px-4 py-2">
      <p>{t('edit.orphan', { name: draft.name })}</p>
      <div className="mt-1.5 flex gap-2">
        <Button small onClick={() => void copyText(draft.text)}>
          {t('copyText')}
        </Button>
        <Button small onClick={() => dropDraft(key)}>
          {common('discard')}
        </Button>
      </div>
    </div>
  ));
}
