import { useTranslations } from 'use-intl';
import type { Branch, Config } from '../../../shared/session/state.ts';
import { configById } from '../../../shared/session/tree.ts';
import { useAllowed, useReplaying, useViewed, useViewedBranch } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { PanelSection } from '../../ui/PanelSection.tsx';
import type { DraftProblem } from './config-draft.ts';
import { Parameters } from './Parameters.tsx';
import { SystemField } from './SystemField.tsx';
import { ToolsField } from './ToolsField.tsx';
import { type ConfigEditing, useConfigDraft } from './use-config-draft.ts';

/** System prompt, tools and parameters of the next request. */
export function ConfigForm() {
  const state = useViewed();
  const branch = useViewedBranch();
  if (!state || !branch) return null;
  return <Form key={branch.id} branch={branch} config={configById(state, branch.config)} />;
}

function Form({ branch, config }: { branch: Branch; config: Config }) {
  const t = useTranslations('rail.config');
  const editing = useConfigDraft(config);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void editing.apply();
      }}
    >
      <PanelSection title={t('title')} note={t('effect', { branch: branch.name })}>
        <SystemField editing={editing} />
        <ToolsField editing={editing} />
      </PanelSection>
      <PanelSection title={t('parameters')}>
        <Parameters editing={editing} />
        <Actions editing={editing} />
      </PanelSection>
    </form>
  );
}

function Actions({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const past = useTranslations('state')('past');
  const allowed = useAllowed();
  const replaying = useReplaying();
  const sentence = useProblemSentence();
  const problems = editing.verdict.ok ? [] : editing.verdict.problems;
  const unchanged = editing.changed === 0 ? t('unchanged') : null;
  const refusal = replaying ? past : refusalReason(allowed?.['edit-config']);
  return (
    <>
      <div aria-live="polite" className="flex flex-col gap-1 text-error empty:hidden">
        {problems.map((problem) => (
          <p key={`${problem.field} ${problem.index ?? ''}`} className="flex items-start gap-2">
            <SeverityGlyph severity="error" className="mt-0.5" />
            {sentence(problem)}
          </p>
        ))}
      </div>
      <div className="flex items-center gap-2">
        <Button
          look="solid"
          type="submit"
          disabledReason={unchanged ?? refusal ?? (problems[0] ? sentence(problems[0]) : null)}
        >
          {t('apply')}
        </Button>
        <Button onClick={editing.discard} disabledReason={unchanged}>
          {t('discard')}
        </Button>
        {editing.changed > 0 && <span className="text-ink-2">{t('changed', { count: editing.changed })}</span>}
      </div>
    </>
  );
}

const FIELD_NAMES = { maxTokens: 'max_tokens', toolChoice: 'tool_choice' } as const;

function useProblemSentence(): (problem: DraftProblem) => string {
  const t = useTranslations('rail.config');
  const notJson = useTranslations('rail.request');
  return (problem) => {
    const name = problem.field in FIELD_NAMES ? FIELD_NAMES[problem.field as keyof typeof FIELD_NAMES] : problem.field;
    const field = problem.index === undefined ? name : `${name}.${problem.index}`;
    const reason =
      problem.code === 'syntax'
        ? notJson('notJson', { line: String(problem.line), column: String(problem.column) })
        : t(problem.code);
    return t('badJson', { field, reason });
  };
}
