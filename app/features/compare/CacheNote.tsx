import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CacheReport, PrefixBreak, RequestChange } from '../../../shared/view/compare-requests.ts';
import { rich } from '../../i18n/rich.tsx';
import { Part } from './Part.tsx';
import { useNumbers } from './use-words.tsx';

/** What the prompt cache held, gave and lost, and the place that broke it. */
export function CacheNote({ change }: { change: RequestChange }) {
  const t = useTranslations('compare.requests');
  const { count } = useNumbers();
  const { cache, before } = change;
  const used = cache.read + cache.written + cache.held > 0;
  if (!cache.marked && !used) {
    return (
      <Part title={t('cache')}>
        <p className="text-ink-2">{t.rich('noMarks', rich)}</p>
        {before !== null && <Beginning cache={cache} />}
      </Part>
    );
  }
  return (
    <Part title={t('cache')} {...(cache.lost === null ? {} : { note: t('measured') })}>
      <p className="tabular">
        {cache.held > 0 && `${t('held', { value: count(cache.held) })} · `}
        {t('read', { value: count(cache.read) })} · {t('written', { value: count(cache.written) })}
      </p>
      {cache.held > 0 && cache.lost === 0 && <p>{t('kept')}</p>}
      {cache.lost !== null && cache.lost > 0 && <p>{t.rich('lost', { value: count(cache.lost), ...rich })}</p>}
      {before !== null && <Beginning cache={cache} />}
    </Part>
  );
}

function Beginning({ cache }: { cache: CacheReport }) {
  const t = useTranslations('compare.requests');
  const place = usePlace(cache.brokenAt);
  if (cache.brokenAt) return <p>{t.rich('broken', { place: () => place })}</p>;
  return <p className="text-ink-2">{cache.lost ? t('lostNoReason') : t('intact')}</p>;
}

function usePlace(broken: PrefixBreak | null): ReactNode {
  const t = useTranslations('compare.requests.brokenPlaces');
  if (broken === null) return null;
  if (broken.part === 'message') return t.rich('message', { at: String(broken.at), ...rich });
  if (broken.part === 'messages-settings') return t.rich('settings', { key: broken.key, ...rich });
  return t.rich(broken.part, rich);
}
