import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { compare } from '../../i18n/en/compare.ts';
import { useLanguage } from '../../i18n/translator.ts';

/** Puts the texts of this view around it: the English ones come with its file, other languages bring them along. */
export function LazyTexts(props: { children: ReactNode }) {
  const { language, messages } = useLanguage();
  return (
    <IntlProvider
      locale={language}
      messages={{ ...messages, compare: language === 'en' ? compare : messages.compare }}
      timeZone={new Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {props.children}
    </IntlProvider>
  );
}
