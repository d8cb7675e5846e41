import { useFormatter, useTranslations } from 'use-intl';

const MEGABYTE = 1024 * 1024;

/** Says a number of bytes in megabytes, small ones with two digits behind the point. */
export function useMegabytes(): (bytes: number) => string {
  const t = useTranslations('import');
  const format = useFormatter();
  return (bytes) => {
    const value = bytes / MEGABYTE;
    return t('megabytes', { value: format.number(value, { maximumFractionDigits: value < 10 ? 2 : 0 }) });
  };
}
