import { create } from 'zustand';
import { type ThemeChoice, useSettings } from './settings.ts';

export interface ResolvedTheme {
  theme: 'light' | 'dark';
  moreContrast: boolean;
}

/** The theme in force, for code that cannot use the tokens by name (Monaco, picture export). */
export const useTheme = create<ResolvedTheme>()(() => ({ theme: 'light', moreContrast: false }));

/** `system` follows the browser in both respects; high contrast keeps the browser's light or dark. */
export function resolveTheme(choice: ThemeChoice, system: { dark: boolean; contrast: boolean }): ResolvedTheme {
  if (choice === 'light' || choice === 'dark') return { theme: choice, moreContrast: false };
  return { theme: system.dark ? 'dark' : 'light', moreContrast: choice === 'contrast' || system.contrast };
}

/** Puts theme and presenter mode on `<html>` and keeps them there as settings or the browser change. */
export function watchTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { theme: choice, presenter } = useSettings.getState();
    const resolved = resolveTheme(choice, { dark: dark.matches, contrast: contrast.matches });
    const root = document.documentElement;
    root.dataset.theme = resolved.theme;
    root.toggleAttribute('data-presenter', presenter);
    if (resolved.moreContrast) root.dataset.contrast = 'more';
    else delete root.dataset.contrast;
    useTheme.setState(resolved);
  };
  apply();
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
  const unsubscribe = useSettings.subscribe(apply);
  return () => {
    dark.removeEventListener('change', apply);
    contrast.removeEventListener('change', apply);
    unsubscribe();
  };
}
