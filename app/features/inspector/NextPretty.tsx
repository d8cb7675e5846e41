import { useTranslations } from 'use-intl';
import { diffRequests } from '../../../shared/view/diff-requests.ts';
import { nextRequest } from '../../../shared/view/impact-next.ts';
import { attemptBefore } from '../../../shared/view/inspect-attempts.ts';
import { rebuildRequest } from '../../../shared/loop/compose.ts';
import { blocksOf } from '../../../shared/messages/blocks.ts';
import { configById } from '../../../shared/session/tree.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { oneLine } from '../../../shared/view/inspect-text.ts';
import { useProblems } from '../../store/hooks.ts';
import { openDrawer } from '../../store/layout.ts';
import { select } from '../../store/selection.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { Button } from '../../ui/Button.tsx';
import { DraftNote } from './DraftNote.tsx';
import { NextRows } from './NextSection.tsx';
import { Mono, Row, Section } from './Section.tsx';
import { SubjectHead } from './SubjectHead.tsx';

/** The request that is composed and not sent: where it goes, what it adds, and whether the API would take it. */
export function NextPretty({ view }: { view: PathView }) {
  const t = useTranslations('inspector.next');
  const next = nextRequest(view);
  const config = configById(view.state, view.branch.config);
  if (next === null) return <p className="p-4 text-ink-2">{t('none')}</p>;
  return (
    <>
      <SubjectHead title={t('title', { n: next.number })} path={t('notSent')}>
        <Verdict />
      </SubjectHead>
      <DraftNote view={view} target={{ kind: 'messages' }} />
      <Section title={t('ifStep', { n: next.number })}>
        <NextRows next={next} />
        <dl className="border-t border-hairline">
          <Row label={t('model')}>
            <Mono strong>{next.body.model}</Mono>
          </Row>
          <Row label={t('endpoint')}>{t(config.endpoint)}</Row>
        </dl>
        {!next.complete && <p className="mt-2 text-ink-2">{t('incomplete')}</p>}
      </Section>
      <AddedSection view={view} />
    </>
  );
}

function Verdict() {
  const t = useTranslations('inspector.next');
  const drawer = useTranslations('drawer');
  const errors = useProblems().filter((problem) => problem.severity === 'error').length;
  if (errors === 0) return <span className="text-ink-2">{t('accepted')}</span>;
  return (
    <>
      <span className="flex items-center gap-2 font-semibold text-error">
        <SeverityGlyph severity="error" />
        {t('problems', { count: errors })}
      </span>
      <Button small className="ml-auto" onClick={() => openDrawer('problems')}>
        {drawer('problems')}
      </Button>
    </>
  );
}

/** The messages that were in no request before. */
function AddedSection({ view }: { view: PathView }) {
  const t = useTranslations('inspector');
  const next = nextRequest(view);
  const before = attemptBefore(view, null);
  if (next === null) return null;
  const sent = before === null ? { ...next.body, messages: [] } : rebuildRequest(view.state, before).body;
  const { again, messages } = diffRequests(sent, next.body);
  return (
    <Section title={t('next.added')}>
      {again > 0 && <p className="mb-2 text-ink-2">{t('diff.again', { count: again })}</p>}
      <ul>
        {messages
          .filter((change) => change.kind !== 'gone')
          .map((change) => (
            <li key={change.at} className="border-t border-hairline first:border-t-0">
              <AddedRow
                view={view}
                at={change.at}
                role={change.message.role}
                text={previewOf(change.message.content)}
              />
            </li>
          ))}
      </ul>
    </Section>
  );
}

function AddedRow(props: { view: PathView; at: number; role: string; text: string }) {
  const node = props.view.nodes[props.at];
  const role = props.role === 'assistant' || props.role === 'system' ? props.role : 'user';
  const go = (): void => select(node === undefined ? { kind: 'results' } : { kind: 'node', node: node.id });
  return (
    <button
      type="button"
      onClick={go}
      className="ring-inside flex w-full items-center gap-2 px-1 py-1 text-left hover:bg-sunk"
    >
      <RoleGlyph role={role} />
      <span className="mono shrink-0 text-path text-ink-2">messages.{props.at}</span>
      <span className="min-w-0 flex-1 truncate">{props.text}</span>
    </button>
  );
}

function previewOf(content: Parameters<typeof blocksOf>[0]): string {
  const words = blocksOf(content).map((block) => {
    if (typeof block.text === 'string') return block.text;
    return typeof block.name === 'string' ? `${block.type} ${block.name}` : block.type;
  });
  return oneLine(words.join(' · '), 120);
}
