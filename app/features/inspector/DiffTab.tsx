import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';

const DiffBody = lazy(async () => {
  const { DiffBody } = await import('./DiffBody.tsx');
  return { default: DiffBody };
});

/** What an edit replaced, and what a request sent anew. The comparing comes in a file of its own. */
export function DiffTab(props: { view: PathView; subject: Subject; target: EditTarget | null }) {
  const common = useTranslations('common');
  return (
    <Suspense fallback={<p className="p-4 text-ink-2">{common('loading')}</p>}>
      <DiffBody {...props} />
    </Suspense>
  );
}
