import { ArrowRight, Check, GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { profileOf } from '../../../shared/messages/profiles.ts';
import { configById } from '../../../shared/session/tree.ts';
import type { CallId, CallResult } from '../../../shared/session/events.ts';
import { type EditEffect as Effect, effectsOf, scriptAhead } from '../../../shared/view/impact-edit.ts';
import { editedBody } from '../../../shared/view/impact-edited.ts';
import { impactOf } from '../../../shared/view/impact.ts';
import { seenByApi } from '../../../shared/view/inspect-attempts.ts';
import { commandOfEdit, type EditTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { rich } from '../../i18n/rich.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
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
        <ImpactLines view={view} target={target} draft={draft} />
      </ul>
    </Section>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="mt-0.5 flex w-3.5 shrink-0 justify-center">{icon}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

const CHECK = <Check size={13} strokeWidth={2.25} aria-hidden />;
const ARROW = <ArrowRight size={13} strokeWidth={2.25} aria-hidden />;
const FORK = <GitFork size={13} strokeWidth={2.25} aria-hidden />;

function EffectLine({ effect, branch }: { effect: Effect; branch: string }) {
  const t = useTranslations('inspector.change');
  switch (effect.kind) {
    case 'no-fork':
      return <Line icon={CHECK}>{t.rich('noFork', { ...rich, path: effect.path })}</Line>;
    case 'sibling':
      return <Line icon={CHECK}>{t.rich('sibling', { ...rich, path: effect.path })}</Line>;
    case 'fork': {
      const values = { ...rich, path: effect.path, count: effect.count, branch };
      return <Line icon={FORK}>{effect.keep ? t.rich('forkKeep', values) : t.rich('fork', values)}</Line>;
    }
    case 'executes':
      return <Line icon={ARROW}>{t('executes')}</Line>;
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
  if (now.kind === 'nobody') return <Line icon={ARROW}>{t('ruleNoneAtAll')}</Line>;
  if (now.kind === 'step') return <Line icon={ARROW}>{t('ruleNone')}</Line>;
  const same = before.kind !== 'rule' || before.rule === now.rule;
  const values = {
    ...rich,
    rule: now.rule,
    condition: now.condition,
    before: before.kind === 'rule' ? before.rule : 0,
  };
  const key = `${same ? 'ruleSame' : 'rule'}${now.condition === '' ? '' : 'When'}` as const;
  return <Line icon={ARROW}>{t.rich(key, values)}</Line>;
}

/** What an edit of the history costs: the prompt cache, and thinking that is bound to the old text. */
function ImpactLines({ view, target, draft }: { view: PathView; target: EditTarget; draft: DraftHandle }) {
  const t = useTranslations('inspector.change');
  const edit = { text: draft.text, isError: draft.isError, keep: draft.keep, asText: false };
  const next = target.kind === 'result' ? null : editedBody(view, target, edit);
  if (next === null) return null;
  const { model } = next;
  const impact = impactOf(seenByApi(view), next, profileOf(model).boundThinking);
  return (
    <>
      {impact.cacheLostFrom !== null && (
        <Line icon={ARROW}>
          {t.rich('cache', { ...rich, path: impact.cacheLostFrom, tokens: impact.cacheLostTokens })}
        </Line>
      )}
      {impact.thinking.length > 0 && (
        <Line icon={<SeverityGlyph severity="warning" size={12} />}>
          {t('thinking', { count: impact.thinking.length, model })}
        </Line>
      )}
    </>
  );
}
