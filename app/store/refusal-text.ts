import type { Refusal, RefusalCode } from '../../shared/debugger/command-types.ts';
import { translator } from '../i18n/translator.ts';

/** The sentence for a refusal in the language of the page; `detail` names the call or limit concerned. */
export function refusalText(code: RefusalCode, detail = ''): string {
  const t = translator('state');
  if (code === 'stale') return t('refusal.stale', { place: detail });
  if (code === 'waiting-for-result' || code === 'ended-at-limit') return t(`refusal.${code}`, { detail });
  return t(`refusal.${code}`);
}

/** As `refusalText`, for what `allowed` says; null stays null (the command can act). */
export function refusalReason(refusal: Refusal | null | undefined): string | null {
  return refusal ? refusalText(refusal.code, refusal.detail ?? '') : null;
}
