import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pillText } from '../store/pill-text.ts';
import type { Pill } from '../store/pill.ts';
import { useSession } from '../store/session-store.ts';
import { useTheme } from '../store/theme.ts';
import { usePill } from '../store/use-pill.ts';
import { faviconSvg } from './favicon.ts';

/** Tokens that fill the lens of the tab's icon and draw the state on it. */
const LENS: Record<Pill['kind'], [lens: string, mark: string]> = {
  none: ['--face', '--ink'],
  paused: ['--now', '--now-text'],
  interrupted: ['--now', '--now-text'],
  waiting: ['--now', '--now-text'],
  running: ['--paper', '--ink'],
  pausing: ['--paper', '--ink'],
  retrying: ['--paper', '--ink'],
  done: ['--stop-end-turn', '--on-fill'],
  stopped: ['--ink-3', '--on-fill'],
  failed: ['--error', '--on-fill'],
  replaying: ['--sunk', '--ink'],
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
    const draw = (): void => drawIcon(kind);
    draw();
    return useTheme.subscribe(draw);
  }, [kind]);
}

function drawIcon(kind: Pill['kind']): void {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const [lens, mark] = LENS[kind];
  const svg = faviconSvg(kind, { ink: color('--ink'), lens: color(lens), mark: color(mark) });
  const icon = document.querySelector<HTMLLinkElement>('#favicon');
  if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
