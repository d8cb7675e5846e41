import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { rebuildRequest } from '../../../shared/loop/compose.ts';
import type { RequestBody } from '../../../shared/messages/types.ts';
import { diffRequests, type KeyChange, type MessageChange } from '../../../shared/view/diff-requests.ts';
import { nextRequest } from '../../../shared/view/impact-next.ts';
import { attemptBefore, requestOf } from '../../../shared/view/inspect-attempts.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { BlockDiff } from './BlockDiff.tsx';
import { Section } from './Section.tsx';
import { TextDiff } from './TextDiff.tsx';

/** A request against the one before it: what goes out again, and what is sent for the first time. */
export function RequestDiff({ view, subject }: { view: PathView; subject: Subject }) {
  const t = useTranslations('inspector.diff');
  const pair = useMemo(() => bodies(view, subject), [view, subject]);
  if (pair === null) return <p className="p-4 text-ink-2">{t('none')}</p>;
  const { before, after, n, number, retry } = pair;
  const title = retry !== null ? t('retry', { n, try: retry }) : t('request', { n, before: number });
  if (before === null) {
    return (
      <Section title={t('request', { n, before: n - 1 })}>
        <p className="text-ink-2">{t('first')}</p>
      </Section>
    );
  }
  const diff = diffRequests(before, after);
  const same = diff.keys.length === 0 && diff.messages.length === 0;
  return (
    <Section title={title}>
      {same ? (
        <p>{t('identical')}</p>
      ) : (
        diff.again > 0 && <p className="mb-3 text-ink-2">{t('again', { count: diff.again })}</p>
      )}
      <ul className="flex flex-col gap-4">
        {diff.keys.map((change) => (
          <li key={change.key}>
            <KeyRow change={change} />
          </li>
        ))}
        {diff.messages.map((change) => (
          <li key={`${change.kind} ${change.at}`}>
            <MessageRow change={change} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface Bodies {
  before: RequestBody | null;
  after: RequestBody;
  n: number;
  number: number;
  /** Number of the try when the same request was sent again. */
  retry: number | null;
}

function bodies(view: PathView, subject: Subject): Bodies | null {
  const request = requestOf(view, subject);
  if (request === null) return null;
  const attempt = request.kind === 'sent' ? request.attempt : null;
  const next = attempt === null ? nextRequest(view) : null;
  if (attempt === null && next === null) return null;
  const last = attemptBefore(view, attempt);
  const after = attempt === null ? (next?.body as RequestBody) : rebuildRequest(view.state, attempt).body;
  return {
    before: last === null ? null : rebuildRequest(view.state, last).body,
    after,
    n: attempt?.turn ?? next?.number ?? 1,
    number: last?.turn ?? 0,
    retry: attempt !== null && last !== null && attempt.turn === last.turn ? attempt.try : null,
  };
}

function KeyRow({ change }: { change: KeyChange }) {
  const t = useTranslations('inspector.diff');
  const words = { new: 'keyNew', gone: 'keyGone', changed: 'keyChanged' } as const;
  const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
  return (
    <>
      <p className="mb-1 flex items-center gap-2">
        <b className="mono text-code font-semibold">{change.key}</b>
        <span className="ml-auto text-ink-2">{t(words[change.kind])}</span>
      </p>
      <TextDiff before={text(change.before)} after={text(change.after)} />
    </>
  );
}

function MessageRow({ change }: { change: MessageChange }) {
  const t = useTranslations('inspector.diff');
  const words = { new: 'newMessages', gone: 'messageGone', changed: 'changed' } as const;
  const before =
    change.kind === 'changed' ? change.before.content : change.kind === 'gone' ? change.message.content : [];
  return (
    <>
      <p className="mb-1 flex items-center gap-2">
        <b className="mono text-code font-semibold">messages.{change.at}</b>
        <span className="text-ink-2">{change.message.role}</span>
        <span className="ml-auto text-ink-2">{t(words[change.kind])}</span>
      </p>
      <BlockDiff
        before={before}
        after={change.kind === 'gone' ? [] : change.message.content}
        calm={change.kind === 'new'}
      />
    </>
  );
}
