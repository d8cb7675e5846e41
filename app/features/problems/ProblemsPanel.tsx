import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { pathView } from '../../../shared/view/inspect-pairs.ts';
import { useProblems } from '../../store/hooks.ts';
import { nextRequest } from '../../../shared/loop/next-request.ts';
import { useSession } from '../../store/session-store.ts';
import { ProblemRow } from './ProblemRow.tsx';
import { useProblemCount } from './use-problem-count.ts';

/** Working out what a repair would do costs a pass over the request; beyond so many rows it is left out. */
const EXPLAINED = 30;
const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** What the API would refuse or take amiss in the next request, worst first, each with its repair. */
export function ProblemsPanel() {
  const t = useTranslations('problems');
  const problems = useProblems();
  const viewed = useSession((session) => session.viewed);
  const branch = useSession((session) => session.branch);
  const view = useMemo(() => (viewed && branch ? pathView(viewed, branch) : null), [viewed, branch]);
  const sorted = useMemo(
    () =>
      problems.toSorted(
        (a, b) => ORDER[a.severity] - ORDER[b.severity] || Number(b.first ?? false) - Number(a.first ?? false),
      ),
    [problems],
  );
  const request = useMemo(
    () => (view === null || problems.length > EXPLAINED ? null : nextRequest(view.state, view.branch)),
    [view, problems],
  );
  if (view === null) return <p className="px-4 py-3 text-ink-2">{t('noSession')}</p>;
  return (
    <>
      <Announcement />
      {sorted.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">{t('none')}</p>
      ) : (
        <ul aria-label={t('list')} className="h-full overflow-y-auto">
          {sorted.map((problem, index) => (
            <li key={`${problem.rule} ${problem.path} ${index}`} className="border-t border-hairline first:border-t-0">
              <ProblemRow view={view} problem={problem} request={request} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Says a changed count once. Not a `status`: that is the state pill. */
function Announcement() {
  const t = useTranslations('problems');
  const { errors } = useProblemCount();
  return (
    <p aria-live="polite" className="sr-only-live">
      {t('announce', { errors })}
    </p>
  );
}
