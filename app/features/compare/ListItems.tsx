import { useTranslations } from 'use-intl';
import { textOf, toolUsesOf } from '../../../shared/messages/blocks.ts';
import type { Comparison } from '../../../shared/view/compare.ts';
import type { Step } from '../../../shared/view/compare-steps.ts';
import { oneLine } from '../../../shared/view/inspect-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { COLUMNS } from './columns.ts';
import { toggleOpened } from './opened.ts';
import { SetupTable } from './SetupTable.tsx';
import { useDetail, useNumbers, useSentence } from './use-words.tsx';

/** A lane's role, no ARIA one. */
const USER = { role: 'user' } as const;

/** Setup comes first: what differs there explains what differs below. */
export function SetupItem({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('compare.config');
  const { config } = comparison;
  return (
    <section aria-label={t('title')} className="border-b border-hairline bg-face px-3 py-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-semibold">{t('title')}</b>
        {config.length === 0 ? (
          <span className="text-ink-2">{t('same')}</span>
        ) : (
          <>
            <span>{t('count', { count: config.length })}</span>
            <span className="text-label text-ink-2">{t('note')}</span>
          </>
        )}
      </p>
      {config.length > 0 && <SetupTable label={t('title')} changes={config} id="setup" />}
    </section>
  );
}

/** The black band where the two part, with the sentence that says so. */
export function MarkItem({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('compare.sentence');
  const sentence = useSentence(comparison);
  const detail = useDetail(comparison.divergence);
  if (!sentence) return null;
  const goesOn = comparison.divergence !== null && comparison.divergence.row < comparison.rows.length - 1;
  return (
    <p className="bg-ink px-3 py-1 text-on-fill">
      <b className="font-semibold">
        {sentence.first}
        {detail}
      </b>
      {sentence.cause && <span className="ml-3">{sentence.cause}</span>}
      {goesOn && comparison.divergence?.kind === 'block' && <span className="ml-3">{t('follows')}</span>}
    </p>
  );
}

/** Equal turns in one line: of a single one what it was about. */
export function FoldItem(props: { comparison: Comparison; id: string; from: number; to: number; open: boolean }) {
  const t = useTranslations('compare.list');
  const { comparison, id, from, to, open } = props;
  const [first, last] = [comparison.rows[from]?.b?.number ?? from + 1, comparison.rows[to]?.b?.number ?? to + 1];
  const single = from === to ? comparison.rows[from] : undefined;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => toggleOpened(id)}
      className={classNames(
        'ring-inside grid min-h-8.5 w-full items-center border-b border-hairline bg-face text-left hover:bg-sunk',
        COLUMNS,
      )}
    >
      <span className="sr-only-live">{t(open ? 'hideLabel' : 'showLabel', { first, last })}</span>
      {single?.a ? <Summary step={single.a} /> : <Words first={first} last={last} />}
      <span className="flex items-baseline justify-center gap-1.5">
        {single && <span className="text-title font-medium">{first}</span>}
        <span>{t('same')}</span>
        <span className="text-label underline underline-offset-2">{t(open ? 'hide' : 'show')}</span>
      </span>
      {single?.b ? <Summary step={single.b} /> : <Words first={first} last={last} />}
    </button>
  );
}

function Words({ first, last }: { first: number; last: number }) {
  const t = useTranslations('compare.list');
  return <span className="px-3 text-ink-2">{t('folded', { first, last, count: last - first + 1 })}</span>;
}

function Summary({ step }: { step: Step }) {
  const t = useTranslations('compare.list');
  const { count } = useNumbers();
  const said = step.sent.map((message) => textOf(message.node.content)).find((text) => text !== '');
  const answer = step.answer?.node;
  const tools = answer ? toolUsesOf(answer).map((use) => use.name) : [];
  return (
    <span className="flex min-w-0 items-center gap-2 px-3">
      <RoleGlyph {...USER} size={10} />
      <span className="min-w-0 truncate">{oneLine(said ?? (answer ? textOf(answer.content) : ''), 80)}</span>
      {answer?.stopReason !== undefined && <StopGlyph reason={answer.stopReason} size={12} />}
      {tools.length > 0 && <span className="mono truncate text-code font-semibold">{tools.join(', ')}</span>}
      <span className="mono ml-auto shrink-0 text-path text-ink-2">
        {t('usage', { input: count(step.figures.input), output: count(step.figures.output) })}
      </span>
    </span>
  );
}
