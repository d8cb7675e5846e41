import { translator } from '../i18n/translator.ts';
import { showToast } from './toasts.ts';
import { syncUrlNow } from './url-sync.ts';

/** Puts a link to exactly what is shown on the clipboard. */
export async function copyLink(): Promise<void> {
  const t = translator('commands');
  syncUrlNow();
  try {
    await navigator.clipboard.writeText(location.href);
    showToast({ role: 'log', text: t('linkCopied') });
  } catch {
    showToast({ role: 'alert', text: t('linkFailed') });
  }
}
