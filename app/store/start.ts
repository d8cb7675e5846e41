import { signIn } from '../api/client.ts';
import { openFirst } from './load-session.ts';
import { loadLinter } from './problems.ts';
import { showToast } from './toasts.ts';
import { applyUrl, watchUrl } from './url-sync.ts';
import { decodeUrl } from './url-state.ts';

/** Opens what the link asks for and keeps the link up to date from then on. */
export async function start(): Promise<void> {
  await tradeToken();
  const url = decodeUrl(location.hash);
  const opened = await openFirst(url.session);
  if (opened && opened === url.session) applyUrl(url);
  watchUrl();
  await loadLinter().catch((error: Error) => showToast({ role: 'alert', text: error.message }));
}

/** A link `/#token=…` opens a server that asks for one; the token leaves the address bar at once. */
async function tradeToken(): Promise<void> {
  const fragment = new URLSearchParams(location.hash.replace(/^#/, ''));
  const token = fragment.get('token');
  if (token === null) return;
  fragment.delete('token');
  history.replaceState(null, '', fragment.size === 0 ? location.pathname : `#${fragment}`);
  await signIn(token).catch((error: Error) => showToast({ role: 'alert', text: error.message }));
}
