import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { recordedResult } from '../../../shared/loop/calls.ts';
import type { CallResult, ResultSource } from '../../../shared/session/events.ts';
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
import { useDuration } from './use-duration.ts';

const SOURCES: readonly ResultSource[] = ['live', 'scripted', 'recorded', 'typed', 'javascript', 'injected'];

/** Where the result of this call comes from, and where those of later calls of the tool will. */
export function SourceSection(props: { view: PathView; pair: Pair; open: OpenCall | null }) {
  const { view, pair, open } = props;
  const t = useTranslations('inspector.source');
  const [injecting, setInjecting] = useState(false);
  if (pair.call === null || pair.name === null) return null;
  return (
    <Section title={t('title')}>
      {open !== null && <CallSource view={view} open={open} onInject={setInjecting} injecting={injecting} />}
      {open !== null && injecting && <InjectionForm call={open} onDone={() => setInjecting(false)} />}
      <SourceNote pair={pair} open={open} />
      {open?.state === 'in-doubt' && <DoubtActions open={open} />}
      <ToolSource view={view} name={pair.name} open={open} />
    </Section>
  );
}

/** The switch of one call that is still open. */
function CallSource(props: { view: PathView; open: OpenCall; injecting: boolean; onInject(on: boolean): void }) {
  const { view, open } = props;
  const t = useTranslations('inspector.source');
  const why = useSourceReasons(view, open);
  const pick = (source: ResultSource): void => {
    props.onInject(source === 'injected');
    if (source === 'injected') return;
    void chooseSource(view, open, source);
  };
  return (
    <SegmentedControl
      label={t('title')}
      value={props.injecting ? 'injected' : open.source}
      onChange={pick}
      segments={SOURCES.map((value) => ({ value, label: t(`names.${value}`), disabledReason: why(value) }))}
    />
  );
}

/** Why a source cannot be chosen for this call; null when it can. */
function useSourceReasons(view: PathView, open: OpenCall): (source: ResultSource) => string | null {
  const t = useTranslations('inspector');
  const past = useReplaying();
  return (source) => {
    if (past) return t('edit.pastNote');
    if (open.state === 'running') return t('source.why.running');
    if (source === 'live' || source === 'javascript') return t(`source.why.${source}`);
    if (source === 'scripted' && view.state.record.scenario === null) return t('source.why.scripted');
    if (source === 'recorded' && recordedOf(view, open) === null) return t('source.why.recorded');
    return null;
  };
}

/** A call that has its result gets another one; a call that has none gets another source. */
async function chooseSource(view: PathView, open: OpenCall, source: ResultSource): Promise<void> {
  const recorded = source === 'recorded' ? recordedOf(view, open) : null;
  if (recorded !== null && open.result !== null) {
    await sendCommand({ type: 'edit-result', call: open.id, result: recorded });
    return;
  }
  if (open.result === null) {
    await sendCommand({ type: 'set-call', call: open.id, source, injection: null });
    if (source === 'typed') setInspectorTab('json');
    return;
  }
  if (source === 'typed') setInspectorTab('json');
  else if (open.original !== null) await sendCommand({ type: 'edit-result', call: open.id, result: open.original });
}

/** What the log holds for the same call, other than what stands there now. */
function recordedOf(view: PathView, open: OpenCall): CallResult | null {
  const recorded = recordedResult(view.state, open)?.result ?? null;
  return recorded === open.result ? null : recorded;
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

/** The rule for the tool: later calls follow it, and this one too while it has not run. */
function ToolSource({ view, name, open }: { view: PathView; name: string; open: OpenCall | null }) {
  const t = useTranslations('inspector.source');
  const past = useReplaying();
  const edit = useTranslations('inspector.edit');
  const set =
    view.state.record.sources.find(([tool]) => tool === name)?.[1] ??
    view.state.record.sources.find(([tool]) => tool === null)?.[1];
  const shown = set ?? (view.state.record.scenario === null ? 'typed' : 'scripted');
  const choose = async (source: ResultSource): Promise<void> => {
    const done = await sendCommand({ type: 'set-source', tool: name, source });
    if (done.ok && open !== null && open.result === null && open.state !== 'running') {
      await sendCommand({ type: 'set-call', call: open.id, source, injection: null });
    }
  };
  const items = SOURCES.filter(
    (value) => value === 'typed' || value === shown || (value === 'scripted' && view.state.record.scenario !== null),
  );
  return (
    <div className="mt-2 flex items-center gap-2 text-ink-2">
      <span className="min-w-0 flex-1 truncate">{t('allNote', { name })}</span>
      <Select
        label={t('all', { name })}
        look="field"
        className="text-ink"
        items={items.map((value) => ({ value, label: t(`names.${value}`) }))}
        value={shown}
        onChange={(value) => void choose(value)}
        disabledReason={past ? edit('pastNote') : null}
      />
    </div>
  );
}
