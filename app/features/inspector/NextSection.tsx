import { useFormatter, useTranslations } from 'use-intl';
import { nextRequest, type NextRequest } from '../../../shared/view/impact-next.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { Mono, Row, Section } from './Section.tsx';
import { useCost } from '../../ui/use-cost.ts';

/** What the next request carries and costs, were one to step now. Nothing when the loop would send none. */
export function NextSection({ view }: { view: PathView }) {
  const t = useTranslations('inspector.next');
  const next = nextRequest(view);
  if (next === null) return null;
  return (
    <Section title={t('ifStep', { n: next.number })}>
      <NextRows next={next} />
      {!next.complete && <p className="mt-2 text-ink-2">{t('incomplete')}</p>}
    </Section>
  );
}

export function NextRows({ next }: { next: NextRequest }) {
  const t = useTranslations('inspector.next');
  const format = useFormatter();
  const cost = useCost();
  const price = cost({ input_tokens: next.inputTokens }, next.body.model);
  return (
    <dl>
      <Row label={t('messages')}>
        <Mono strong>{format.number(next.body.messages.length)}</Mono>
      </Row>
      <Row label={t('input')}>
        <Mono strong>{t('tokens', { count: next.inputTokens })}</Mono> <Mono quiet>{t('estimate')}</Mono>
      </Row>
      <Row label={t('cost')}>
        {price === null ? (
          <span className="text-ink-2">{t('noPrice', { model: next.body.model })}</span>
        ) : (
          <>
            <Mono strong>{price}</Mono> <Mono quiet>{t('derived')}</Mono>
          </>
        )}
      </Row>
    </dl>
  );
}
