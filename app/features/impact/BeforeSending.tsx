import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../../../shared/messages/lint.ts';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { nodeById } from '../../../shared/session/tree.ts';
import { beforeSending } from '../../../shared/view/impact-report.ts';
import { pathView } from '../../../shared/view/inspect-pairs.ts';
import { useAllowed, useNewestBranch, useProblems, useReplaying, useViewed } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { ImpactLines } from '../../ui/ImpactLines.tsx';

type Report = ReturnType<typeof beforeSending>;

/** Stepping must not wait for it. */
const WAIT_MS = 120;

/**
 * What the next request costs and loses, where an edit changed what the API saw or the API would refuse it: shown
 * while the loop rests, above the place where one speaks. Draws nothing otherwise.
 */
export function BeforeSending() {
  const state = useViewed();
  const branch = useNewestBranch();
  const replaying = useReplaying();
  const problems = useProblems();
  const resting = branch !== null && (branch.stopped !== null || branch.phase === 'ended');
  const report = useReport(replaying || !resting ? null : state, branch, problems);
  if (report === null) return null;
  return <Bar report={report} droppable={state !== null && nodeById(state, branch?.head)?.role === 'user'} />;
}

function useReport(state: SessionState | null, branch: Branch | null, problems: readonly Problem[]): Report {
  const [found, setFound] = useState<{ state: SessionState; report: Report } | null>(null);
  const id = branch?.id;
  useEffect(() => {
    if (state === null || id === undefined) return undefined;
    const judge = (): void => {
      const view = pathView(state, id);
      setFound({ state, report: view === null ? null : beforeSending(view, problems) });
    };
    const timer = setTimeout(judge, WAIT_MS);
    return () => clearTimeout(timer);
  }, [state, id, problems]);
  return state !== null && found?.state === state ? found.report : null;
}

/** `droppable`: the request is the next thing to happen, so its thinking can be taken out on the way. */
function Bar({ report, droppable }: { report: NonNullable<Report>; droppable: boolean }) {
  const t = useTranslations('inspector.before');
  const refusal = refusalReason(useAllowed()?.continue);
  return (
    <section
      aria-label={t('title')}
      className="flex max-h-40 shrink-0 items-start gap-4 overflow-y-auto border-t border-hairline bg-now-tint px-4 py-2"
    >
      <div className="min-w-0 flex-1">
        <p className="mb-1 font-semibold">{t('text', { n: report.number })}</p>
        <ul className="flex flex-col gap-1">
          <ImpactLines report={report} />
        </ul>
      </div>
      {droppable && report.thinking.length > 0 && (
        <Button disabledReason={refusal} onClick={() => void sendCommand({ type: 'continue', thinking: 'drop' })}>
          {t('dropThinking')}
        </Button>
      )}
    </section>
  );
}
