import { en, type EnglishMessages, type Language } from './messages.ts';

/**
 * The texts of a language. English is at hand; the others are fetched when first asked for. Rejects when the
 * file cannot be loaded (the caller stays with the language it has and says so).
 */
export async function loadMessages(language: Language): Promise<EnglishMessages> {
  // English texts of the views that come later are fetched with them.
  if (language === 'en') return en as EnglishMessages;
  const { zhCN } = await import('./zh-cn/all.ts');
  // Same keys by type; only the literal texts differ.
  return zhCN as unknown as EnglishMessages;
}
