import { ArrowRight, Check, GitFork } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { lint } from '../../../shared/messages/lint.ts';
import { configById } from '../../../shared/session/tree.ts';
import type { CallId, CallResult } from '../../../shared/session/events.ts';
import { type EditEffect as Effect, effectsOf, scriptAhead } from '../../../shared/view/impact-edit.ts';
import { editedBody } from '../../../shared/view/impact-edited.ts';
import { reportOf, seenBefore } from '../../../shared/view/impact-report.ts';
import { commandOfEdit, type EditTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { rich } from '../../i18n/rich.tsx';
import { ImpactLine, ImpactLines } from '../../ui/ImpactLines.tsx';
import { Section } from './Section.tsx';
import type { DraftHandle } from './use-draft.ts';
import { useScenario } from './use-scenario.ts';

/** What an edit would change, or has changed already: the tree, who of the script answers, cache and thinking. */
export function EditEffect(props: { view: PathView; target: EditTarget | null; draft: DraftHandle | null }) {
  const { view, target, draft } = props;
  const t = useTranslations('inspector.change');
  const applied =
    target?.kind === 'result' && view.open.some((call) => call.id === target.call && call.original !== null);
  if (target === null || draft === null || !(draft.dirty || applied)) return null;
  const edit = { text: draft.text, isError: draft.isError, keep: draft.keep, asText: true };
  return (
    <Section title={t('title')}>
      <ul className="flex flex-col gap-1.5">
        {effectsOf(view, target, edit).map((effect) => (
          <EffectLine key={effect.kind} effect={effect} branch={view.branch.name} />
        ))}
        {target.kind === 'result' && <ScriptLine view={view} results={draftResults(view, target, draft)} />}
        <NextLines view={view} target={target} draft={draft} />
      </ul>
    </Section>
  );
}

const CHECK = <Check size={13} strokeWidth={2.25} aria-hidden />;
const ARROW = <ArrowRight size={13} strokeWidth={2.25} aria-hidden />;
const FORK = <GitFork size={13} strokeWidth={2.25} aria-hidden />;

function EffectLine({ effect, branch }: { effect: Effect; branch: string }) {
  const t = useTranslations('inspector.change');
  switch (effect.kind) {
    case 'no-fork':
      return <ImpactLine icon={CHECK}>{t.rich('noFork', { ...rich, path: effect.path })}</ImpactLine>;
    case 'sibling':
      return <ImpactLine icon={CHECK}>{t.rich('sibling', { ...rich, path: effect.path })}</ImpactLine>;
    case 'fork': {
      const values = { ...rich, path: effect.path, count: effect.count, branch };
      return <ImpactLine icon={FORK}>{effect.keep ? t.rich('forkKeep', values) : t.rich('fork', values)}</ImpactLine>;
    }
    case 'executes':
      return <ImpactLine icon={ARROW}>{t('executes')}</ImpactLine>;
  }
}

function draftResults(view: PathView, target: EditTarget, draft: DraftHandle): Map<CallId, CallResult> {
  if (target.kind !== 'result' || !draft.dirty) return new Map();
  const outcome = commandOfEdit(view, target, { text: draft.text, isError: draft.isError, keep: false, asText: true });
  return outcome.ok && outcome.command.type === 'edit-result'
    ? new Map([[target.call, outcome.command.result]])
    : new Map();
}

/** Who of the script answers next. Only scripts with rules listen to results. */
function ScriptLine({ view, results }: { view: PathView; results: ReadonlyMap<CallId, CallResult> }) {
  const t = useTranslations('inspector.change');
  const scenario = useScenario(view.state.record.scenario);
  const scripted = configById(view.state, view.branch.config).endpoint === 'scripted';
  const ahead = scenario === null || !scripted ? null : scriptAhead(view, scenario, results);
  if (ahead === null) return null;
  const { now, before } = ahead;
  if (now.kind === 'nobody') return <ImpactLine icon={ARROW}>{t('ruleNoneAtAll')}</ImpactLine>;
  if (now.kind === 'step') return <ImpactLine icon={ARROW}>{t('ruleNone')}</ImpactLine>;
  const same = before.kind !== 'rule' || before.rule === now.rule;
  const values = {
    ...rich,
    rule: now.rule,
    condition: now.condition,
    before: before.kind === 'rule' ? before.rule : 0,
  };
  const key = `${same ? 'ruleSame' : 'rule'}${now.condition === '' ? '' : 'When'}` as const;
  return <ImpactLine icon={ARROW}>{t.rich(key, values)}</ImpactLine>;
}

/**
 * What the next request would be with this edit in it. What a tool is run with is not sent, so an input has none of this.
 */
function NextLines({ view, target, draft }: { view: PathView; target: EditTarget; draft: DraftHandle }) {
  const { text, isError, keep } = draft;
  const report = useMemo(() => {
    const next = editedBody(view, target, { text, isError, keep, asText: target.kind === 'result' });
    if (next === null) return null;
    const others = view.open.filter((call) => target.kind !== 'result' || call.id !== target.call);
    const complete = target.kind !== 'result' || others.every((call) => call.result !== null);
    return reportOf(seenBefore(view), next, complete ? lint({ request: next }) : null);
  }, [view, target, text, isError, keep]);
  return report === null ? null : <ImpactLines report={report} />;
}
