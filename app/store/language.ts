import { LANGUAGES, type Language } from '../i18n/messages.ts';
import { switchLanguage, useLanguage } from '../i18n/translator.ts';
import { changeSettings, useSettings } from './settings.ts';
import { showToast } from './toasts.ts';

/** The language a browser asks for first among those we have; English else. */
export function preferredLanguage(asked: readonly string[]): Language {
  for (const tag of asked) {
    if (/^zh\b/i.test(tag)) return 'zh-CN';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

/** The stored choice, else what the browser asks for. */
export async function startLanguage(): Promise<void> {
  const language = useSettings.getState().language ?? preferredLanguage(navigator.languages);
  await switchLanguage(language).catch(() => switchLanguage('en'));
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await switchLanguage(language);
    changeSettings({ language });
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
  }
}

export async function nextLanguage(): Promise<void> {
  const at = LANGUAGES.indexOf(useLanguage.getState().language);
  await chooseLanguage(LANGUAGES[(at + 1) % LANGUAGES.length] ?? 'en');
}
