import { useTranslations } from 'use-intl';
import { blocksOf, isToolResult, isToolUse } from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { attemptById, configById } from '../../../shared/session/tree.ts';
import { pairAt, type PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { select } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { BlockBody, InputRows, ResultBody } from './BlockList.tsx';
import { DraftNote } from './DraftNote.tsx';
import { lazyPart } from './lazy-part.tsx';
import { MadeUpNote } from './MadeUpNote.tsx';
import { labelOf, PairTag } from './PairTag.tsx';
import { Section } from './Section.tsx';
import { StopSection } from './StopSection.tsx';
import { SubjectHead } from './SubjectHead.tsx';
import { UsageSection } from './UsageSection.tsx';

const WhatIfSection = lazyPart(async () => (await import('./WhatIfSection.tsx')).WhatIfSection, true);

type MessageSubject = Extract<Subject, { kind: 'message' }>;

/** A message with its blocks in order; for an answer also why it ended and what it cost. */
export function MessagePretty({ view, subject }: { view: PathView; subject: MessageSubject }) {
  const { node, message } = subject;
  const t = useTranslations('inspector');
  const blocks = blocksOf(node.content);
  const attempt = attemptById(view.state, node.request);
  return (
    <>
      <MessageHead view={view} subject={subject} />
      {attempt?.madeUp && <MadeUpNote view={view} madeUp={attempt.madeUp} />}
      <DraftNote view={view} target={message === null ? null : { kind: 'message', node: node.id }} />
      {blocks.length === 0 && (
        <Section title={t('block.noBlocks')}>
          <span />
        </Section>
      )}
      {blocks.map((block, at) => (
        <BlockSection key={at} view={view} subject={subject} block={block} at={at} />
      ))}
      {node.role === 'assistant' && node.stopReason !== undefined && (
        <StopSection reason={node.stopReason} message={attempt?.message ?? null} />
      )}
      {node.role === 'assistant' && <WhatIfSection view={view} answer={node.id} />}
      {attempt?.message && !attempt.madeUp && (
        <UsageSection usage={attempt.message.usage} model={configById(view.state, attempt.config).body.model} />
      )}
    </>
  );
}

export function MessageHead({ view, subject }: { view: PathView; subject: MessageSubject }) {
  const { node, message } = subject;
  const t = useTranslations('inspector.head');
  const attempt = attemptById(view.state, node.request);
  const changed = node.origin === 'fix' ? t('fixed') : node.replaces === undefined ? null : t('edited');
  const role = node.role === 'assistant' || node.role === 'system' ? node.role : 'user';
  return (
    <SubjectHead
      glyph={<RoleGlyph role={role} />}
      title={<span style={{ color: `var(--${role === 'system' ? 'ink' : role})` }}>{node.role}</span>}
      path={message === null ? t('offBranch') : `messages.${message}`}
    >
      {attempt !== undefined && changed === null && <span>{t('fromRequest', { n: attempt.turn })}</span>}
      {changed !== null && <span className="bg-edited px-1">{changed}</span>}
      {node.replaces !== undefined && (
        <Button small className="ml-auto" onClick={() => select({ kind: 'node', node: node.replaces ?? node.id })}>
          {t('showOriginal')}
        </Button>
      )}
    </SubjectHead>
  );
}

/** One block under its type; calls and results are short here and lead to their own view. */
function BlockSection(props: { view: PathView; subject: MessageSubject; block: ContentBlock; at: number }) {
  const { view, subject, block, at } = props;
  const t = useTranslations('inspector.block');
  const paired = isToolUse(block) || isToolResult(block);
  const aside = block.cache_control ? <span className="text-label text-ink-2">{t('cacheMark')}</span> : null;
  return (
    <Section title={<span className="mono text-code font-normal text-ink-2">{block.type}</span>} aside={aside}>
      {paired && subject.message !== null ? (
        <PairBlock view={view} message={subject.message} at={at} node={subject.node.id} block={block} />
      ) : (
        <BlockBody block={block} />
      )}
    </Section>
  );
}

/** A call or result in short: its name leads to the pair, under it stands what it holds. */
function PairBlock(props: { view: PathView; message: number; at: number; node: string; block: ContentBlock }) {
  const { view, message, at, node, block } = props;
  const pair = pairAt(view, message, at);
  if (pair === null) return <BlockBody block={block} />;
  return (
    <>
      <button
        type="button"
        onClick={() => select({ kind: 'node', node, block: at })}
        className="ring-inside -mx-1 mb-1 flex w-[calc(100%+8px)] items-center gap-2 px-1 py-1 text-left hover:bg-sunk"
      >
        <span className="mono min-w-0 flex-1 truncate text-code font-semibold">{pair.name ?? pair.toolUseId}</span>
        <PairTag id={pair.toolUseId} label={labelOf(view, pair)} />
      </button>
      {isToolUse(block) ? <InputRows input={block.input} name={block.name} /> : <ResultBody block={block} />}
    </>
  );
}
