import type { CSSProperties } from 'react';

/** Sets `--hue` to the colour of a pair; a result that answers nothing has the colour of an error. */
export function hueStyle(hue: number | undefined): CSSProperties {
  const value = hue === undefined ? 'var(--ink)' : hue < 0 ? 'var(--error)' : `var(--pair-${hue + 1})`;
  return { '--hue': value } as CSSProperties;
}
