import { useTranslations } from 'use-intl';
import { endPath, type Pair, type PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { oneLine } from '../../../shared/view/inspect-text.ts';
import { select } from '../../store/selection.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { NextSection } from './NextSection.tsx';
import { labelOf, PairTag } from './PairTag.tsx';
import { Section } from './Section.tsx';
import { SubjectHead } from './SubjectHead.tsx';
import { pairName } from './subject-names.ts';

const USER = 'user';

/** The results of a parallel turn that are about to travel in one user message. */
export function ResultsPretty({ view, subject }: { view: PathView; subject: Extract<Subject, { kind: 'results' }> }) {
  const t = useTranslations('inspector');
  return (
    <>
      <SubjectHead
        glyph={<RoleGlyph role={USER} />}
        title={<span className="text-user">user</span>}
        path={`messages.${subject.message}`}
      >
        <span className="text-ink-2">{t('head.notInHistory')}</span>
      </SubjectHead>
      {subject.pairs.map((pair) => (
        <Section
          key={pair.toolUseId}
          title={<span className="mono text-code font-normal text-ink-2">tool_result</span>}
          aside={pair.answer && <span className="mono text-path text-ink-2">{endPath(pair.answer)}</span>}
        >
          <DraftResultRow view={view} pair={pair} />
        </Section>
      ))}
      <NextSection view={view} />
    </>
  );
}

function DraftResultRow({ view, pair }: { view: PathView; pair: Pair }) {
  const t = useTranslations('inspector');
  const call = view.open.find((open) => open.id === pair.call?.id);
  const { result } = pair;
  return (
    <button
      type="button"
      onClick={() => call && select({ kind: 'call', call: call.id })}
      className="ring-inside -mx-1 flex w-[calc(100%+8px)] items-center gap-2 px-1 py-1 text-left hover:bg-sunk"
    >
      <span className="mono shrink-0 text-code font-semibold">{pairName(view, pair)}</span>
      <span className={`mono min-w-0 flex-1 truncate text-code ${result?.is_error ? 'text-error' : ''}`}>
        {result === null
          ? t('pair.noResult')
          : oneLine(typeof result.content === 'string' ? result.content : JSON.stringify(result.content), 120)}
      </span>
      {call?.original != null && <span className="bg-edited px-1 text-label">{t('head.edited')}</span>}
      <PairTag id={pair.toolUseId} label={labelOf(view, pair)} />
    </button>
  );
}
