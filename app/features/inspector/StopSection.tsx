import { useTranslations } from 'use-intl';
import { KNOWN_STOP_REASONS, type ResponseMessage, type StopReason } from '../../../shared/messages/types.ts';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { Row, Section } from './Section.tsx';

/** Why an answer ended and what the loop does about it. */
export function StopSection({ reason, message }: { reason: StopReason; message: ResponseMessage | null }) {
  const t = useTranslations('inspector.stop');
  const known = reason === 'compaction' ? reason : KNOWN_STOP_REASONS.find((value) => value === reason);
  const details = message?.stop_details;
  return (
    <Section title={<span className="mono text-code font-normal text-ink-2">{t('title')}</span>}>
      <p className="flex items-center gap-2">
        <StopGlyph reason={reason} />
        <b className="mono text-code font-semibold">{reason ?? 'null'}</b>
      </p>
      <p className="mt-1.5">{t(reason === null ? 'null' : (known ?? 'unknown'))}</p>
      <dl className="mt-2 empty:hidden">
        {typeof message?.stop_sequence === 'string' && (
          <Row label={t('sequence')}>
            <code>{JSON.stringify(message.stop_sequence)}</code>
          </Row>
        )}
        {details?.category != null && <Row label={t('details')}>{String(details.category)}</Row>}
        {details?.explanation != null && <Row label="">{String(details.explanation)}</Row>}
      </dl>
    </Section>
  );
}
