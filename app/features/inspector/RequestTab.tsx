import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { RequestBody } from '../../../shared/messages/types.ts';
import { rebuildRequest } from '../../../shared/loop/compose.ts';
import type { ConfigData } from '../../../shared/session/events.ts';
import type { Attempt, OpenAttempt } from '../../../shared/session/state.ts';
import { configById } from '../../../shared/session/tree.ts';
import { nextRequest } from '../../../shared/view/impact-next.ts';
import { requestOf, type RequestOf } from '../../../shared/view/inspect-attempts.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { copyText } from './copy-text.ts';
import { JsonTree } from './JsonTree.tsx';
import { Mono, Row, Section } from './Section.tsx';
import { useCurl } from './use-curl.ts';

/** The request a subject belongs to, exactly as it was sent, or as it would be. */
export function RequestTab({ view, subject }: { view: PathView; subject: Subject }) {
  const t = useTranslations('inspector.request');
  const request = useMemo(() => requestOf(view, subject), [view, subject]);
  const shown = useMemo(() => (request === null ? null : bodyOf(view, request)), [view, request]);
  if (request === null || shown === null) return <p className="p-4 text-ink-2">{t('none')}</p>;
  const attempt = request.kind === 'sent' ? request.attempt : null;
  const config = configById(view.state, attempt?.config ?? view.branch.config);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RequestHead body={shown.body} config={config} number={shown.number} request={request} />
      {attempt !== null && <HashLine attempt={attempt} matches={shown.matches} />}
      <div className="min-h-40 flex-1 px-4 pb-4">
        <JsonTree value={shown.body} label={t('tree')} openDepth={2} />
      </div>
      <div className="max-h-[45%] shrink-0 overflow-y-auto">
        <Headers config={config} />
        {attempt !== null && <ResponseFacts attempt={attempt} />}
      </div>
    </div>
  );
}

interface ShownBody {
  body: RequestBody;
  matches: boolean;
  /** Number of the request, which is its turn. */
  number: number;
}

function bodyOf(view: PathView, request: RequestOf): ShownBody | null {
  if (request.kind === 'sent') return { ...rebuildRequest(view.state, request.attempt), number: request.attempt.turn };
  const next = nextRequest(view);
  return next === null ? null : { body: next.body, matches: true, number: next.number };
}

function RequestHead(props: { body: RequestBody; config: ConfigData; number: number; request: RequestOf }) {
  const { body, config, number, request } = props;
  const t = useTranslations('inspector');
  const curl = useCurl(config);
  return (
    <header className="flex shrink-0 flex-col gap-2 px-4 pt-3.5 pb-3">
      <div className="flex items-center gap-2">
        <h2 className="mono text-title font-semibold">{t('attempt.title', { n: number })}</h2>
        <span className="mono ml-auto text-path text-ink-2">{t('request.line')}</span>
      </div>
      {request.kind === 'next' && <p className="text-ink-2">{t('request.notSent')}</p>}
      {request.kind === 'sent' && !request.wrote && (
        <p className="text-ink-2">{t('request.firstSent', { n: number })}</p>
      )}
      <div className="flex gap-2">
        <Button small onClick={() => void copyText(JSON.stringify(body, null, 2))}>
          {t('copyJson')}
        </Button>
        <Button small onClick={() => void copyText(curl(body))}>
          {t('copyCurl')}
        </Button>
      </div>
    </header>
  );
}

/** The log keeps a hash, not the body: it tells whether what is shown is what was sent. */
function HashLine({ attempt, matches }: { attempt: Attempt | OpenAttempt; matches: boolean }) {
  const t = useTranslations('inspector.request');
  return (
    <div className={`shrink-0 px-4 pb-3 ${matches ? 'text-ink-2' : 'text-error'}`}>
      <p className="flex items-center gap-2">
        {!matches && <SeverityGlyph severity="error" />}
        <span className="mono text-path">{attempt.bodyHash}</span>
        <span>{t(matches ? 'matches' : 'mismatch')}</span>
      </p>
      {!matches && <p className="mt-1">{t('mismatchNote')}</p>}
    </div>
  );
}

/** Headers that are known to be sent. Secrets are named and never shown: they do not reach this page. */
function Headers({ config }: { config: ConfigData }) {
  const t = useTranslations('inspector.request');
  return (
    <Section title={t('headers')}>
      <dl>
        <Row label="content-type" mono>
          <Mono>application/json</Mono>
        </Row>
        <Row label="anthropic-version" mono>
          <Mono quiet>{t('sentBy')}</Mono>
        </Row>
        <Row label="authorization" mono>
          <Mono quiet>{config.endpoint === 'live' ? t('keyNote') : '–'}</Mono>
        </Row>
      </dl>
    </Section>
  );
}

function ResponseFacts({ attempt }: { attempt: Attempt | OpenAttempt }) {
  const t = useTranslations('inspector');
  const error = 'error' in attempt ? attempt.error : null;
  const status = error?.status ?? (attempt.headAt === null ? null : 200);
  return (
    <Section title={t('request.response')}>
      <dl>
        <Row label={t('attempt.status')}>
          <Mono strong>{status ?? '–'}</Mono> {error !== null && <Mono quiet>{error.type}</Mono>}
        </Row>
        <Row label={t('attempt.requestId')} mono>
          <Mono wrap>{attempt.requestId ?? error?.requestId ?? '–'}</Mono>
        </Row>
        <Row label={t('attempt.outcome')}>
          {t(`attempt.outcomes.${'outcome' in attempt ? attempt.outcome : 'open'}`)}
        </Row>
      </dl>
    </Section>
  );
}
