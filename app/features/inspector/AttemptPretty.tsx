import { useFormatter, useTranslations } from 'use-intl';
import type { Attempt, OpenAttempt } from '../../../shared/session/state.ts';
import { configById } from '../../../shared/session/tree.ts';
import type { AttemptError } from '../../../shared/session/events.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { select } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { BlockList } from './BlockList.tsx';
import { lazyPart } from './lazy-part.tsx';
import { MadeUpNote } from './MadeUpNote.tsx';
import { Mono, Row, Section } from './Section.tsx';
import { StopSection } from './StopSection.tsx';
import { SubjectHead } from './SubjectHead.tsx';
import { TextView } from './TextView.tsx';
import { UsageSection } from './UsageSection.tsx';
import { useDuration } from './use-duration.ts';
import { useLiveMessage } from './use-live-message.ts';

const WhatIfSection = lazyPart(async () => (await import('./WhatIfSection.tsx')).WhatIfSection, true);

/** One try at a request: what came of it, in the API's own words where it failed. */
export function AttemptPretty(props: { view: PathView; attempt: Attempt | OpenAttempt; open: boolean }) {
  const { view, attempt } = props;
  const t = useTranslations('inspector.attempt');
  const closed = 'outcome' in attempt ? attempt : null;
  const live = useLiveMessage(closed === null ? (attempt as OpenAttempt) : null);
  const message = closed === null ? live : closed.message;
  return (
    <>
      <AttemptHead view={view} attempt={attempt} />
      {closed?.madeUp && <MadeUpNote view={view} madeUp={closed.madeUp} />}
      {closed?.error && <ErrorSection error={closed.error} />}
      <FactsSection attempt={attempt} />
      {message !== null && (
        <Section title={closed !== null && closed.outcome !== 'complete' ? t('partial') : t('answer')}>
          <BlockList blocks={message.content} />
        </Section>
      )}
      {(closed?.rawInput ?? []).map(([id, raw]) => (
        <Section key={id} title={t('rawInput')}>
          <TextView text={raw} label={t('rawInput')} tone="border-error" />
        </Section>
      ))}
      {closed?.message && closed.error === null && (
        <StopSection reason={closed.message.stop_reason} message={closed.message} />
      )}
      {closed?.message && closed.error === null && <WhatIfSection view={view} answer={closed.id} />}
      {closed?.message && !closed.madeUp && (
        <UsageSection usage={closed.message.usage} model={configById(view.state, attempt.config).body.model} />
      )}
    </>
  );
}

function AttemptHead({ view, attempt }: { view: PathView; attempt: Attempt | OpenAttempt }) {
  const t = useTranslations('inspector.attempt');
  const node = view.nodes.find((each) => each.request === attempt.id);
  const outcome = 'outcome' in attempt ? attempt.outcome : 'open';
  const failed = outcome === 'failed' || outcome === 'cut' || outcome === 'interrupted';
  return (
    <SubjectHead
      title={t('title', { n: attempt.turn })}
      tag={attempt.try > 1 && <span className="text-label text-ink-2">{t('try', { n: attempt.try })}</span>}
      path={attempt.id}
    >
      <span className={failed ? 'flex items-center gap-2 font-semibold text-error' : ''}>
        {failed && <SeverityGlyph severity="error" />}
        {t(`outcomes.${outcome}`)}
      </span>
      {node !== undefined && (
        <Button small className="ml-auto" onClick={() => select({ kind: 'node', node: node.id })}>
          {t('showMessage')}
        </Button>
      )}
    </SubjectHead>
  );
}

function ErrorSection({ error }: { error: AttemptError }) {
  const t = useTranslations('inspector.attempt');
  const duration = useDuration();
  const status = error.status === undefined ? error.type : `${error.status} ${error.type}`;
  return (
    <Section
      title={
        <>
          {error.kind === 'http' ? t('answered') : t(`kinds.${error.kind}`)}{' '}
          <b className="mono text-code font-semibold text-error">{status}</b>
        </>
      }
    >
      <p className="mono text-code [overflow-wrap:anywhere]">{error.message}</p>
      <p className="mt-2 text-ink-2">
        {t(error.retryable ? 'retryable' : 'notRetryable')}
        {error.retryAfterMs !== undefined && ` ${t('retryAfter', { time: duration(error.retryAfterMs) })}`}
      </p>
    </Section>
  );
}

function FactsSection({ attempt }: { attempt: Attempt | OpenAttempt }) {
  const t = useTranslations('inspector.attempt');
  const format = useFormatter();
  const duration = useDuration();
  const error = 'error' in attempt ? attempt.error : null;
  const status = error?.status ?? (attempt.headAt === null ? null : 200);
  const requestId = attempt.requestId ?? error?.requestId ?? null;
  const at = format.dateTime(attempt.startedAt, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return (
    <Section title={t('when', { time: at })}>
      <dl>
        {status !== null && (
          <Row label={t('status')}>
            <Mono strong>{status}</Mono>
          </Row>
        )}
        {requestId !== null && (
          <Row label={t('requestId')} mono>
            <Mono wrap>{requestId}</Mono>
          </Row>
        )}
        {attempt.headAt !== null && (
          <Row label={t('firstByte')}>
            <Mono strong>{duration(attempt.headAt - attempt.startedAt)}</Mono>
          </Row>
        )}
        {'endedAt' in attempt && (
          <Row label={t('took')}>
            <Mono strong>{duration(attempt.endedAt - attempt.startedAt)}</Mono>
          </Row>
        )}
      </dl>
    </Section>
  );
}
