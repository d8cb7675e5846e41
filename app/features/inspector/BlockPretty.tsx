import { useTranslations } from 'use-intl';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { select } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { BlockBody } from './BlockList.tsx';
import { DraftNote } from './DraftNote.tsx';
import { Section } from './Section.tsx';
import { SubjectHead } from './SubjectHead.tsx';

/** One block that is no client call or result: text, thinking, an image, a block of the provider's own tools. */
export function BlockPretty({ view, subject }: { view: PathView; subject: Extract<Subject, { kind: 'block' }> }) {
  const { node, message, at, block } = subject;
  const t = useTranslations('inspector');
  const role = node.role === 'assistant' || node.role === 'system' ? node.role : 'user';
  return (
    <>
      <SubjectHead
        glyph={<RoleGlyph role={role} />}
        title={block.type}
        path={message === null ? t('head.offBranch') : `messages.${message}.content.${at}`}
      >
        <Button small className="ml-auto" onClick={() => select({ kind: 'node', node: node.id })}>
          {message === null ? node.role : `messages.${message}`}
        </Button>
      </SubjectHead>
      <DraftNote view={view} target={message === null ? null : { kind: 'message', node: node.id }} />
      <Section title={<span className="mono text-code font-normal text-ink-2">{block.type}</span>}>
        <BlockBody block={block} />
      </Section>
    </>
  );
}
