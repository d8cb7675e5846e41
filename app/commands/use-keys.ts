import { useEffect } from 'react';
import { showToast } from '../store/toasts.ts';
import { keyName, keyScope } from './key-names.ts';
import { commandByKey } from './registry.ts';

/** Opens from text fields too: it types nothing there. */
const EVERYWHERE: ReadonlySet<string> = new Set(['Mod+k']);

/** Listens for the keys of all commands on the whole page. */
export function useKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Runs the command of a key. A refused one says why, as its button's tooltip would. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  const command = commandByKey(name);
  if (!command) return;
  const scope = keyScope(event.target);
  if (scope !== 'page' && !(EVERYWHERE.has(name) && scope === 'field')) return;
  if (event.repeat && command.group !== 'run') return;
  const refusal = command.refusal();
  if (refusal !== null && name === 'Escape') return;
  event.preventDefault();
  if (refusal === null) command.run();
  else if (!event.repeat) showToast({ role: 'log', text: refusal });
}
