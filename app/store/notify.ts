import { translator } from '../i18n/translator.ts';
import { changeSettings, useSettings } from './settings.ts';
import { showToast } from './toasts.ts';

/**
 * Switches the notifications on or off. Asks the browser's permission, so it must follow a click or key press; says
 * why when they stay off.
 */
export async function toggleNotify(): Promise<void> {
  const t = translator('notify');
  if (useSettings.getState().notify) {
    changeSettings({ notify: false });
    showToast({ role: 'log', text: t('off') });
    return;
  }
  const answer = await ask();
  changeSettings({ notify: answer === 'granted' });
  if (answer === 'granted') showToast({ role: 'log', text: t('on') });
  else showToast({ role: 'alert', text: t(answer) });
}

/** `dismissed`: the person closed the browser's question without an answer. */
async function ask(): Promise<'granted' | 'refused' | 'dismissed' | 'missing'> {
  if (typeof Notification === 'undefined') return 'missing';
  if (Notification.permission === 'granted') return 'granted';
  if (Notification.permission === 'denied') return 'refused';
  const answer = await Notification.requestPermission().catch(() => 'denied' as const);
  return answer === 'granted' ? 'granted' : answer === 'denied' ? 'refused' : 'dismissed';
}
