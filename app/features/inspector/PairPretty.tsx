import { useTranslations } from 'use-intl';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import { endPath, type Pair, type PairEnd, type PathView } from '../../../shared/view/inspect-pairs.ts';
import { lateResult } from '../../../shared/view/late-results.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { select } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { lazyPart } from './lazy-part.tsx';
import { InputSection } from './InputSection.tsx';
import { NextSection } from './NextSection.tsx';
import { labelOf, PairTag } from './PairTag.tsx';
import { RepairSection } from './RepairSection.tsx';
import { ResultSection } from './ResultSection.tsx';
import { SiblingsSection } from './SiblingsSection.tsx';
import { SourceSection } from './SourceSection.tsx';
import { SubjectHead } from './SubjectHead.tsx';
import { pairName, useEditorName } from './subject-names.ts';
import { TimingSection } from './TimingSection.tsx';
import { useDraft } from './use-draft.ts';

const EditEffect = lazyPart(async () => (await import('./EditEffect.tsx')).EditEffect, true);

const LateSection = lazyPart(async () => (await import('./LateSection.tsx')).LateSection, true);

type PairSubject = Extract<Subject, { kind: 'pair' }>;

/** A call and its result, from whichever end it was picked. */
export function PairPretty(props: { view: PathView; subject: PairSubject; target: EditTarget | null }) {
  const { view, subject, target } = props;
  const { pair, face } = subject;
  const draft = useDraft(view, target, useEditorName(view, target));
  const open = view.open.find((call) => call.id === pair.call?.id);
  const orphaned =
    pair.use !== null && pair.answer === null && open === undefined && pair.use.message < view.nodes.length - 1;
  const late = pair.call === null ? null : lateResult(view.state, pair.call.id);
  const input = face !== 'result' && <InputSection view={view} pair={pair} draft={draft} />;
  return (
    <>
      <PairHead view={view} pair={pair} face={face} />
      {input}
      {pair.result !== null && <ResultSection view={view} pair={pair} draft={draft} />}
      {orphaned && pair.call?.result && (
        <ResultSection view={view} pair={{ ...pair, result: pair.call.result }} draft={null} lost />
      )}
      <EditEffect view={view} target={target} draft={draft} />
      {late !== null && <LateSection result={late} />}
      {pair.use !== null && <SiblingsSection view={view} message={pair.use.message} current={pair.toolUseId} />}
      {orphaned && <RepairSection view={view} pair={pair} />}
      <SourceSection view={view} pair={pair} open={open ?? null} />
      {open !== undefined && <NextSection view={view} />}
      <TimingSection view={view} pair={pair} />
    </>
  );
}

function PairHead(props: { view: PathView; pair: Pair; face: PairSubject['face'] }) {
  const { view, pair, face } = props;
  const t = useTranslations('inspector.head');
  const here = face === 'result' ? pair.answer : pair.use;
  const title = face === 'result' ? t('toolResult') : face === 'use' ? t('toolUse') : pairName(view, pair);
  return (
    <SubjectHead
      title={title}
      tag={<PairTag id={pair.toolUseId} label={labelOf(view, pair)} lit />}
      path={here === null ? t('notInHistory') : endPath(here)}
    >
      {face === 'result' ? <AnswersLine view={view} pair={pair} /> : <AnsweredLine view={view} pair={pair} />}
    </SubjectHead>
  );
}

function AnswersLine({ view, pair }: { view: PathView; pair: Pair }) {
  const t = useTranslations('inspector.head');
  if (pair.use === null) return <Fault text={t('answersNothing')} />;
  return (
    <>
      <span className="shrink-0">{t('answers')}</span>
      <b className="mono max-w-[45%] shrink-0 truncate text-code font-semibold">{pairName(view, pair)}</b>
      <PlaceText end={pair.use} />
      <GoTo end={pair.use} label={t('goToCall')} />
    </>
  );
}

function AnsweredLine({ view, pair }: { view: PathView; pair: Pair }) {
  const t = useTranslations('inspector.head');
  const open = view.open.find((call) => call.id === pair.call?.id);
  if (open !== undefined && open.result === null) return <span>{t(`waitingFor.${open.state}`)}</span>;
  if (pair.answer === null) return pair.use === null ? null : <Fault text={t('unanswered')} />;
  return (
    <>
      <span className="shrink-0">{t('answeredBy')}</span>
      <PlaceText end={pair.answer} />
      <GoTo end={pair.answer} label={t('goToResult')} />
    </>
  );
}

/** A place loses its beginning, never the block it names. */
function PlaceText({ end }: { end: PairEnd }) {
  return (
    <span className="mono min-w-0 truncate text-path text-ink-2 [direction:rtl]">
      <bdi>{endPath(end)}</bdi>
    </span>
  );
}

function GoTo({ end, label }: { end: PairEnd; label: string }) {
  const go = (): void =>
    select(end.node === null ? { kind: 'results' } : { kind: 'node', node: end.node, block: end.block });
  return (
    <Button small className="ml-auto" onClick={go}>
      {label}
    </Button>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-2 font-semibold text-error">
      <SeverityGlyph severity="error" />
      {text}
    </span>
  );
}
