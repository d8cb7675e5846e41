import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Problem } from '../../../shared/messages/lint.ts';
import type { RequestBody } from '../../../shared/messages/types.ts';
import { fixSteps } from '../../../shared/view/inspect-fix.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { pickOfPath } from '../../../shared/view/inspect-places.ts';
import { ruleSentence, ruleTitle } from '../../../shared/view/inspect-rules.ts';
import { rich } from '../../i18n/rich.tsx';
import { useAllowed, useReplaying } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { select } from '../../store/selection.ts';
import { sendCommand } from '../../store/send-command.ts';
import { showToast } from '../../store/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';

/** One problem: what and where, what the API says to it, and what Fix would do. */
export function ProblemRow(props: {
  view: PathView;
  problem: Problem;
  /** Null: too many rows to say what each Fix would do. */ request: RequestBody | null;
}) {
  const { view, problem, request } = props;
  const edge = problem.severity === 'error' ? 'border-error' : 'border-transparent';
  return (
    <div className={`grid grid-cols-[minmax(0,4fr)_minmax(0,7fr)_196px] border-l-[3px] ${edge} py-2.5 pr-4 pl-3`}>
      <WhatAndWhere view={view} problem={problem} />
      <ApiWords problem={problem} />
      <FixButton problem={problem} request={request} />
    </div>
  );
}

function WhatAndWhere({ view, problem }: { view: PathView; problem: Problem }) {
  const t = useTranslations('problems');
  const language = useLocale();
  const go = (): void => select(pickOfPath(view, problem.path));
  return (
    <div className="flex gap-2.5 pr-4">
      <SeverityGlyph severity={problem.severity} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold">
          <span className="sr-only-live">{t(`severity.${problem.severity}`)}: </span>
          {ruleTitle(problem.rule, language)}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3">
          <span className="mono text-code font-semibold">{problem.rule}</span>
          <button
            type="button"
            aria-label={t('goTo', { path: problem.path })}
            onClick={go}
            className="mono text-code [overflow-wrap:anywhere] underline decoration-1 underline-offset-2 hover:decoration-2"
          >
            {problem.path}
          </button>
        </p>
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere] empty:hidden">{ruleSentence(problem, language)}</p>
      </div>
    </div>
  );
}

function ApiWords({ problem }: { problem: Problem }) {
  const t = useTranslations('problems');
  const { api, severity } = problem;
  if (api === null) {
    return (
      <div className="border-l border-hairline pr-6 pl-5">
        <p className="font-semibold">{t(severity === 'error' ? 'wouldAnswer' : 'wouldAccept')}</p>
        {severity === 'error' && <p className="mt-0.5 text-ink-2">{t('unknownWords')}</p>}
      </div>
    );
  }
  return (
    <div className="border-l border-hairline pr-6 pl-5">
      <p className="font-semibold">
        {t('wouldAnswer')}{' '}
        <span className="mono text-code text-error">
          {api.status} {api.type}
        </span>
        {problem.first === true && <span className="ml-2 text-label font-normal text-ink-2">{t('firstNote')}</span>}
      </p>
      <p className="mono mt-0.5 text-code [overflow-wrap:anywhere]">{api.message}</p>
      {problem.assumed === true && <p className="mt-0.5 text-label text-ink-2">{t('assumed')}</p>}
    </div>
  );
}

function FixButton({ problem, request }: { problem: Problem; request: RequestBody | null }) {
  const t = useTranslations('problems');
  const edit = useTranslations('inspector.edit');
  const common = useTranslations('common');
  const allowed = useAllowed();
  const past = useReplaying();
  const reason = past ? edit('pastNote') : refusalReason(allowed?.fix);
  if (!problem.fixable)
    return <p className="text-ink-2 [overflow-wrap:anywhere]">{t('noFix', { path: problem.path })}</p>;
  const fix = async (): Promise<void> => {
    const result = await sendCommand({ type: 'fix', rule: problem.rule, path: problem.path });
    if (!result.ok) return;
    const undo = { label: common('undo'), run: () => void sendCommand({ type: 'undo' }) };
    showToast({ role: 'log', text: t('fixed', { rule: problem.rule }), action: undo });
  };
  return (
    <div>
      <Button
        look={problem.severity === 'error' ? 'solid' : 'plain'}
        className="w-full"
        disabledReason={reason}
        onClick={() => void fix()}
      >
        {t('fix')}
      </Button>
      <FixWords problem={problem} request={request} />
    </div>
  );
}

/** What Fix would do, in the words of the request's own places. */
function FixWords({ problem, request }: { problem: Problem; request: RequestBody | null }) {
  const t = useTranslations('problems');
  const steps = useMemo(() => (request === null ? [] : fixSteps(request, problem)), [request, problem]);
  const [first, ...rest] = steps;
  const words =
    first === undefined
      ? t('fixNote', { path: problem.path })
      : t.rich(`steps.${first.kind}`, { ...rich, path: first.path, what: first.what });
  return (
    <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
      {words} {rest.length > 0 && t('moreSteps', { count: rest.length })} {t('undoable')}
    </p>
  );
}
