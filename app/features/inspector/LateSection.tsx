import { useTranslations } from 'use-intl';
import type { CallResult } from '../../../shared/session/events.ts';
import { BlockList } from './BlockList.tsx';
import { ResultText } from './ResultText.tsx';
import { Section } from './Section.tsx';

/** A result that came when nobody waited for it any more. It is kept and shown; the conversation goes without it. */
export function LateSection({ result }: { result: CallResult }) {
  const t = useTranslations('lab.late');
  return (
    <Section title={t('title')}>
      <p className="mb-2 text-ink-2">{t('about')}</p>
      {typeof result.content === 'string' ? (
        <ResultText text={result.content} before={null} label={t('title')} isError={result.is_error} />
      ) : (
        <BlockList blocks={result.content} />
      )}
    </Section>
  );
}
