import type { BreakpointFault } from '../../../shared/debugger/breakpoint-faults.ts';
import type { ExpressionFault } from '../../../shared/expression/faults.ts';
import { breakpointWords as english } from '../../i18n/en/breakpoint-words.ts';
import type { Language } from '../../i18n/messages.ts';
import type { Translated } from '../../i18n/translated.ts';
import { useLanguage } from '../../i18n/translator.ts';
import { breakpointWords as chinese } from '../../i18n/zh-cn/breakpoint-words.ts';

export type BreakpointWords = Translated<typeof english>;

const WORDS: Record<Language, BreakpointWords> = { en: english, 'zh-CN': chinese };

/** The panel's own texts in the language of the page. */
export function useWords(): BreakpointWords {
  return WORDS[useLanguage((state) => state.language)];
}

/** The sentence of a fault in the language of the page. */
export function useFaultText(): (code: BreakpointFault | ExpressionFault, word: string) => string {
  const { fault } = useWords();
  return (code, word) => fault[code].replace('{word}', () => word);
}
