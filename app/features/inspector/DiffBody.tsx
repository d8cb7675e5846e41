import { useTranslations } from 'use-intl';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import { textOfResult } from '../../../shared/view/inspect-edit.ts';
import { nodeById } from '../../../shared/session/tree.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { BlockDiff } from './BlockDiff.tsx';
import { RequestDiff } from './RequestDiff.tsx';
import { Section } from './Section.tsx';
import { useEditorName } from './subject-names.ts';
import { TextDiff } from './TextDiff.tsx';
import { useDraft } from './use-draft.ts';

/** Every comparison that makes sense for a subject, one under the other. */
export function DiffBody(props: { view: PathView; subject: Subject; target: EditTarget | null }) {
  const { view, subject, target } = props;
  const t = useTranslations('inspector.diff');
  const draft = useDraft(view, target, useEditorName(view, target));
  const node =
    subject.kind === 'message' || subject.kind === 'block'
      ? subject.node
      : subject.kind === 'pair'
        ? subject.node
        : null;
  const replaced = nodeById(view.state, node?.replaces);
  return (
    <>
      {draft?.dirty === true && (
        <Section title={t('draft')}>
          <TextDiff before={draft.before.text} after={draft.text} />
        </Section>
      )}
      {node !== null && replaced !== undefined && (
        <Section title={t('edited')}>
          <BlockDiff before={replaced.content} after={node.content} />
        </Section>
      )}
      {subject.kind === 'pair' && <PairDiffs view={view} subject={subject} />}
      <RequestDiff view={view} subject={subject} />
    </>
  );
}

/** Of a call: the result before the first edit by hand, and the input that ran instead of the model's. */
function PairDiffs({ view, subject }: { view: PathView; subject: Extract<Subject, { kind: 'pair' }> }) {
  const t = useTranslations('inspector.diff');
  const { pair } = subject;
  const open = view.open.find((call) => call.id === pair.call?.id);
  const original = open?.original ?? null;
  const executed = pair.call?.inputEdited === true ? pair.call.input : undefined;
  return (
    <>
      {open?.result != null && original !== null && (
        <Section title={t('edited')}>
          <TextDiff before={textOfResult(original).text} after={textOfResult(open.result).text} />
        </Section>
      )}
      {executed !== undefined && (
        <Section title={t('executed')}>
          <TextDiff before={JSON.stringify(pair.input, null, 2)} after={JSON.stringify(executed, null, 2)} />
        </Section>
      )}
    </>
  );
}
