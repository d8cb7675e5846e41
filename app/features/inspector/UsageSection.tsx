import { useFormatter, useTranslations } from 'use-intl';
import type { Usage } from '../../../shared/messages/types.ts';
import { countedTokens, totalInput } from '../../../shared/messages/usage.ts';
import { Mono, Row, Section } from './Section.tsx';
import { useCost } from '../../ui/use-cost.ts';

/** What an answer read and wrote, as the API reported it; the cost is derived. */
export function UsageSection({ usage, model }: { usage: Usage; model: string }) {
  const t = useTranslations('inspector.usage');
  const next = useTranslations('inspector.next');
  const cost = useCost();
  if (countedTokens(usage) === 0) {
    return (
      <Section title={t('title')}>
        <p className="text-ink-2">{t('none')}</p>
      </Section>
    );
  }
  const price = cost(usage, model);
  return (
    <Section title={t('title')}>
      <dl>
        <Count label={t('input')} value={usage.input_tokens} />
        <Count label={t('cacheRead')} value={usage.cache_read_input_tokens} optional />
        <Count label={t('cacheWrite')} value={usage.cache_creation_input_tokens} optional />
        {totalInput(usage) !== usage.input_tokens && <Count label={t('total')} value={totalInput(usage)} />}
        <Count label={t('output')} value={usage.output_tokens} />
        <Row label={t('cost')}>
          {price === null ? (
            <span className="text-ink-2">{next('noPrice', { model })}</span>
          ) : (
            <>
              <Mono strong>{price}</Mono> <Mono quiet>{next('derived')}</Mono>
            </>
          )}
        </Row>
      </dl>
    </Section>
  );
}

/** Left out when it is optional and the answer did not report it, or reported nothing. */
function Count(props: { label: string; value: number | null | undefined; optional?: boolean }) {
  const format = useFormatter();
  if (props.optional && !props.value) return null;
  return (
    <Row label={props.label}>
      <Mono strong>{props.value == null ? '–' : format.number(props.value)}</Mono>
    </Row>
  );
}
