import { IntlProvider } from 'use-intl';
import { App } from './App.tsx';
import { useLanguage } from './i18n/translator.ts';
import { TooltipGroup } from './ui/Tooltip.tsx';

/** The page with its language around it; switching the language draws it anew and loses nothing. */
export function Root() {
  const { language, messages } = useLanguage();
  return (
    <IntlProvider locale={language} messages={messages} timeZone={new Intl.DateTimeFormat().resolvedOptions().timeZone}>
      <TooltipGroup>
        <App />
      </TooltipGroup>
    </IntlProvider>
  );
}
