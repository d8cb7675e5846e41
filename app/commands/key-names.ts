/** What of a keyboard event matters here. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * The name of a key press as commands list it: `s`, `.`, `?`, `F10`, `Shift+F11`, `Mod+k` (Ctrl, on a Mac Cmd).
 * Shift counts only beside keys that it does not change into another character.
 */
export function keyName(press: KeyPress): string {
  const single = press.key.length === 1;
  const key = single && press.key !== ' ' ? press.key.toLowerCase() : press.key;
  const letter = single && press.key.toLowerCase() !== press.key.toUpperCase();
  const parts = [
    press.ctrlKey || press.metaKey ? 'Mod' : '',
    press.altKey ? 'Alt' : '',
    press.shiftKey && (!single || letter) ? 'Shift' : '',
    key,
  ];
  return parts.filter(Boolean).join('+');
}

/** A key's name as people read it: `Ctrl K`, on a Mac `⌘ K`. */
export function shownKey(name: string, mac: boolean): string {
  return name
    .split('+')
    .map((part) =>
      part === 'Mod' ? (mac ? '⌘' : 'Ctrl') : name.includes('+') && part.length === 1 ? part.toUpperCase() : part,
    )
    .join(' ');
}

const TEXT_INPUT =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], .monaco-editor';
const POPUP = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Where a key press belongs: to a text field, to something that lies over the page, or to the page. */
export function keyScope(target: EventTarget | null): 'editor' | 'field' | 'popup' | 'page' {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('.monaco-editor')) return 'editor';
  if (target.closest(POPUP)) return 'popup';
  return target.closest(TEXT_INPUT) ? 'field' : 'page';
}
