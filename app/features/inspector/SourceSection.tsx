import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallResult, Injection } from '../../../shared/session/events.ts';
import type { OpenCall } from '../../../shared/session/state.ts';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';
import { useReplaying } from '../../store/hooks.ts';
import { setInspectorTab } from '../../store/selection.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { InjectionForm } from './InjectionForm.tsx';
import { Section } from './Section.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import {
  choiceOf,
  choicesIn,
  commandsFor,
  settingsIn,
  settingsOf,
  type SourceChoice,
  type SourceScope,
} from './source-choice.ts';
import { pairName } from './subject-names.ts';
import { useDuration } from './use-duration.ts';

/** Where results come from: of this call, of every call of its tool, of all tools. */
export function SourceSection(props: { view: PathView; pair: Pair; open: OpenCall | null }) {
  const { view, pair, open } = props;
  const t = useTranslations('inspector.source');
  if (pair.call === null || pair.name === null) return null;
  return (
    <Section title={t('title')}>
      <Source key={pair.call.id} view={view} pair={pair} tool={pair.name} open={open} />
      <SourceNote pair={pair} open={open} />
      {open?.state === 'queued' && <Decision name={pairName(view, pair)} open={open} />}
      {open?.state === 'in-doubt' && <DoubtActions open={open} />}
    </Section>
  );
}

const SCOPES: readonly SourceScope[] = ['call', 'tool', 'all'];

function Source(props: { view: PathView; pair: Pair; tool: string; open: OpenCall | null }) {
  const { view, pair, tool, open } = props;
  const t = useTranslations('inspector.source');
  const why = useWhyNot(open);
  const [picked, setScope] = useState<SourceScope>('call');
  const scope = open === null && picked === 'call' ? 'tool' : picked;
  const settings = settingsIn(scope, view, tool, open);
  const choice = choiceOf(settings);
  const send = async (next: SourceChoice, injection: Injection): Promise<void> => {
    const commands = commandsFor(scope, view, tool, open, settingsOf(next, injection));
    for (const command of commands) if (!(await sendCommand(command)).ok) return;
    if (next === 'typed' && scope === 'call' && open?.state !== 'queued') setInspectorTab('json');
  };
  const defaults: Record<Injection['kind'], Injection> = {
    error: { kind: 'error', text: t('injection.defaultError') },
    delay: { kind: 'delay', ms: 3000 },
    timeout: { kind: 'timeout' },
  };
  const pick = (next: SourceChoice): void =>
    void send(next, next in defaults ? defaults[next as Injection['kind']] : defaults.timeout);
  const items = choicesIn(scope, view, open, choice);
  return (
    <>
      <SegmentedControl<SourceScope>
        label={t('scope')}
        value={scope}
        onChange={setScope}
        segments={SCOPES.map((value) => ({
          value,
          label: t(`scopes.${value}`),
          disabledReason: value === 'call' && open === null ? t('why.appended') : null,
        }))}
      />
      <div className="mt-2 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-ink-2">{t(`scopeNote.${scope}`, { tool })}</span>
        <Select<SourceChoice>
          label={t('all', { name: pairName(view, pair) })}
          look="field"
          items={items.map((value) => ({ value, label: t(`choices.${value}`) }))}
          value={choice}
          onChange={pick}
          disabledReason={why(scope)}
        />
      </div>
      {settings.injection !== null && why(scope) === null && (
        <InjectionForm
          key={`${scope} ${JSON.stringify(settings.injection)}`}
          injection={settings.injection}
          onChange={(injection) => void send(injection.kind, injection)}
        />
      )}
    </>
  );
}

/** Why the source of a scope cannot be chosen now; null when it can. */
function useWhyNot(open: OpenCall | null): (scope: SourceScope) => string | null {
  const t = useTranslations('inspector');
  const past = useReplaying();
  return (scope) => {
    if (past) return t('edit.pastNote');
    return scope === 'call' && open?.state === 'running' ? t('source.why.running') : null;
  };
}

/** Whether a call that is listed will be run at all. One that asks is answered in its node. */
function Decision({ name, open }: { name: string; open: OpenCall }) {
  const t = useTranslations('inspector.source');
  const past = useReplaying();
  if (past) return null;
  const denied = open.decision === 'deny';
  const decide = (): void => void sendCommand({ type: 'set-call', call: open.id, decision: denied ? 'ask' : 'deny' });
  return (
    <div role="group" aria-label={t('decision', { name })} className="mt-2 flex items-center gap-2">
      <span className="min-w-0 flex-1 text-ink-2">{denied ? t('willDeny') : t('mayDeny')}</span>
      <Button onClick={decide}>{denied ? t('allow') : t('deny')}</Button>
    </div>
  );
}

function SourceNote({ pair, open }: { pair: Pair; open: OpenCall | null }) {
  const t = useTranslations('inspector.source');
  const duration = useDuration();
  const { call } = pair;
  if (call === null) return null;
  const time = duration(call.durationMs);
  const source = t(`names.${call.source}`);
  return (
    <div className="mt-2 flex items-start gap-2 text-ink-2">
      <p className="min-w-0 flex-1">{note()}</p>
      {open !== null && open.original !== null && <RestoreButton open={open} original={open.original} />}
    </div>
  );

  function note(): string {
    if (open === null) return t('note.appended', { time, source });
    if (open.result !== null && open.source === 'typed' && open.original === null) return t('note.typedDone');
    if (open.result !== null)
      return open.original === null ? t('note.finished', { time }) : t('note.finishedEdited', { time, source });
    if (open.state === 'waiting') return t('note.waiting');
    if (open.source === 'injected') return t('note.injected');
    return open.source === 'typed' ? t('note.typed') : t('note.queued');
  }
}

/** An applied edit of a held result is taken back by giving the call its first result again. */
function RestoreButton({ open, original }: { open: OpenCall; original: CallResult }) {
  const t = useTranslations('inspector.source');
  const past = useReplaying();
  if (past) return null;
  return (
    <Button small onClick={() => void sendCommand({ type: 'edit-result', call: open.id, result: original })}>
      {t('restore')}
    </Button>
  );
}

/** After a crash nobody knows whether the call ran, so a person decides. */
function DoubtActions({ open }: { open: OpenCall }) {
  const t = useTranslations('inspector');
  const result = { content: t('repair.aborted'), is_error: true };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button onClick={() => void sendCommand({ type: 'set-call', call: open.id, decision: 'allow' })}>
        {t('pair.runAgain')}
      </Button>
      <Button onClick={() => setInspectorTab('json')}>{t('pair.typeResult')}</Button>
      <Button onClick={() => void sendCommand({ type: 'edit-result', call: open.id, result })}>
        {t('pair.answerAsError')}
      </Button>
    </div>
  );
}
