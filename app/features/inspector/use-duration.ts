import { useFormatter, useTranslations } from 'use-intl';

/** Milliseconds in words: `312 ms`, `1.22 s`, `2 min 5 s`. `fine` keeps milliseconds up to one second. */
export function useDuration(): (ms: number, fine?: boolean) => string {
  const t = useTranslations('common');
  return (ms, fine = true) => {
    if (fine ? ms < 1000 : ms < 100) return t('milliseconds', { value: Math.round(ms) });
    if (ms < 60_000) return t('seconds', { value: Number((ms / 1000).toFixed(ms < 10_000 ? 2 : 1)) });
    const seconds = Math.round(ms / 1000);
    if (seconds < 3600) return t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    return t('hours', { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** Bytes in the largest unit that keeps the number over one, decimal like file managers. */
export function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    const value = bytes / 1000 ** step;
    return `${format.number(value, { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`;
  };
}
