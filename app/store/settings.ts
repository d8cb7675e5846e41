import { create } from 'zustand';
import type { Language } from '../i18n/messages.ts';

export type ThemeChoice = 'system' | 'light' | 'dark' | 'contrast';
export const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark', 'contrast'];

/** What the browser remembers of a person's taste. Never a key, never session content. */
export interface Settings {
  /** null = as the browser asks. */
  language: Language | null;
  theme: ThemeChoice;
  presenter: boolean;
  /** Say it in a notification when a long run stops while the page is hidden. */
  notify: boolean;
  /** Sizes of split panes in px, by pane name. */
  sizes: Readonly<Record<string, number>>;
}

const STORAGE_KEY = 'loupe.settings.v1';
const DEFAULTS: Settings = { language: null, theme: 'system', presenter: false, notify: false, sizes: {} };

export const useSettings = create<Settings>()(() => read());

/** Changes settings and remembers them; a browser that refuses storage keeps them for this page only. */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(useSettings.getState()));
  } catch {
    // Private windows and full disks: the setting still holds until the page closes.
  }
}

export function setPaneSize(name: string, size: number): void {
  changeSettings({ sizes: { ...useSettings.getState().sizes, [name]: Math.round(size) } });
}

function read(): Settings {
  try {
    return parseSettings(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return DEFAULTS;
  }
}

/** Takes what is usable of a stored value and defaults for the rest. */
export function parseSettings(value: unknown): Settings {
  if (value === null || typeof value !== 'object') return DEFAULTS;
  const stored = value as Record<string, unknown>;
  const sizes = Object.entries((stored.sizes ?? {}) as object).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  );
  return {
    language: stored.language === 'en' || stored.language === 'zh-CN' ? stored.language : null,
    theme: THEMES.find((theme) => theme === stored.theme) ?? DEFAULTS.theme,
    presenter: stored.presenter === true,
    notify: stored.notify === true,
    sizes: Object.fromEntries(sizes),
  };
}
