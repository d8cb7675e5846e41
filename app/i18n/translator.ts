import { createTranslator } from 'use-intl/core';
import { create } from 'zustand';
import { loadMessages } from './load-messages.ts';
import { en, type EnglishMessages, type Language } from './messages.ts';

interface LanguageStore {
  language: Language;
  messages: EnglishMessages;
}

/** The language in use with its texts: they change together, so a half-loaded language is never shown. */
export const useLanguage = create<LanguageStore>()(() => ({ language: 'en', messages: en as EnglishMessages }));

/** Switches the language live; resolves once its texts are shown. Rejects when they cannot be loaded. */
export async function switchLanguage(language: Language): Promise<void> {
  const messages = await loadMessages(language);
  useLanguage.setState({ language, messages });
  document.documentElement.lang = language;
}

/** A translator for code outside components (toasts, file names). Inside components use `useTranslations`. */
export function translator<Area extends keyof EnglishMessages>(area: Area) {
  const { language, messages } = useLanguage.getState();
  return createTranslator<EnglishMessages, Area>({ locale: language, messages, namespace: area });
}
