import { translator } from '../../i18n/translator.ts';
import { showToast } from '../../store/toasts.ts';

/** Puts text on the clipboard and says whether it worked. Browsers refuse it on pages that are not secure. */
export async function copyText(text: string): Promise<void> {
  const t = translator('common');
  try {
    await navigator.clipboard.writeText(text);
    showToast({ role: 'log', text: t('copied') });
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
  }
}
