import { useTranslations } from 'use-intl';
import type { Language } from '../../i18n/messages.ts';
import { useLanguage } from '../../i18n/translator.ts';
import { chooseLanguage } from '../../store/language.ts';
import { Select } from '../../ui/Select.tsx';

/** Each language in its own name, so that nobody has to read a foreign one to get home. */
const NAMES: Record<Language, { name: string; short: string }> = {
  en: { name: 'English', short: 'EN' },
  'zh-CN': { name: '简体中文', short: '中文' },
};

export function LanguagePicker() {
  const t = useTranslations('common');
  const language = useLanguage((state) => state.language);
  return (
    <Select
      label={t('language')}
      items={(Object.keys(NAMES) as Language[]).map((value) => ({ value, label: NAMES[value].name }))}
      value={language}
      onChange={(value) => void chooseLanguage(value)}
      shown={NAMES[language].short}
      tight
    />
  );
}
