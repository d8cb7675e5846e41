import type { Pill } from '../store/pill.ts';

export interface FaviconColors {
  ink: string;
  lens: string;
  /** Stands on the lens. */
  mark: string;
}

/** A shape for each state inside the lens, 30 units wide; a colour alone would not do at 16 px, or for everybody. */
const MARKS: Record<Pill['kind'], string> = {
  none: '',
  paused: '<path d="M10.5 8.5v11M17.5 8.5v11" stroke-width="4"/>',
  interrupted: '<path d="M10.5 8.5v11M17.5 8.5v3.5M17.5 16v3.5" stroke-width="4"/>',
  waiting: '<path d="M7.5 14h3M12.5 14h3M17.5 14h3" stroke-width="3.6"/>',
  running: '<path class="fill" d="M10 7.5 20.5 14 10 20.5Z" stroke-width="1"/>',
  pausing:
    '<path class="fill" d="M7.5 8.5 15 14 7.5 19.5Z" stroke-width="1"/><path d="M19 8.5v11" stroke-width="3.4"/>',
  retrying:
    '<path d="M19.5 14a5.5 5.5 0 1 1-2-4.2" stroke-width="3"/><path class="fill" d="M15 10.8h5.8V5Z" stroke-width="0.6"/>',
  done: '<path d="M8 14.5 12.5 19 20.5 9.5" stroke-width="3.6"/>',
  stopped: '<path class="fill" d="M9 9h10v10H9Z" stroke-width="1"/>',
  failed: '<path d="M9 9l10 10M19 9 9 19" stroke-width="3.6"/>',
  replaying: '<path class="fill" d="M14 8v12L7 14ZM21 8v12l-7-6Z" stroke-width="0.6"/>',
};

/** The page's mark with the state in its lens, as an SVG document. */
export function faviconSvg(kind: Pill['kind'], colors: FaviconColors): string {
  const mark = MARKS[kind].replaceAll('class="fill"', `fill="${colors.mark}"`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" fill="none" stroke="${colors.ink}">`,
    '<path d="M22 22 28 28" stroke-width="4.4"/>',
    `<circle cx="14" cy="14" r="12" stroke-width="2.6" fill="${colors.lens}"/>`,
    `<g stroke="${colors.mark}">${mark}</g></svg>`,
  ].join('');
}
