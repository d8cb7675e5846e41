import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pillText } from '../store/pill-text.ts';
import type { Pill } from '../store/pill.ts';
import { useSession } from '../store/session-store.ts';
import { useTheme } from '../store/theme.ts';
import { usePill } from '../store/use-pill.ts';

/** Token that fills the lens of the tab's icon, by state. */
const LENS: Record<Pill['kind'], string> = {
  none: '--face',
  paused: '--now',
  interrupted: '--now',
  waiting: '--now',
  running: '--paper',
  pausing: '--paper',
  retrying: '--paper',
  done: '--stop-end-turn',
  stopped: '--ink-3',
  failed: '--error',
  replaying: '--sunk',
};

/** The window's title and icon tell the state, for a tab that is not in front. */
export function usePageTitle(): void {
  const t = useTranslations('state');
  const pill = usePill();
  const title = useSession((session) => session.newest?.record.title ?? '');
  useEffect(() => {
    document.title = title ? t('pageTitle', { state: pillText(pill, t), title }) : 'Loupe';
  }, [pill, title, t]);
  const { kind } = pill;
  useEffect(() => {
    const draw = (): void => drawIcon(LENS[kind]);
    draw();
    return useTheme.subscribe(draw);
  }, [kind]);
}

function drawIcon(lens: string): void {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" fill="none" stroke="${color('--ink')}"><path d="M21.6 21.6 27.6 27.6" stroke-width="4.4"/><circle cx="14" cy="14" r="10.6" stroke-width="3.4" fill="${color(lens)}"/></svg>`;
  const icon = document.querySelector<HTMLLinkElement>('#favicon');
  if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
