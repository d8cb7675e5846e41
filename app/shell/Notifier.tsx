import { useEffect } from 'react';
import { useSettings } from '../store/settings.ts';

/** Draws nothing: while the setting is on, tells of long runs that stop. Its work is fetched when it is switched on. */
export function Notifier() {
  const on = useSettings((settings) => settings.notify);
  useEffect(() => {
    if (!on) return;
    let stop: (() => void) | null = null;
    let left = false;
    void import('./notify-stops.ts').then(({ notifyStops }) => {
      if (!left) stop = notifyStops();
    });
    return () => {
      left = true;
      stop?.();
    };
  }, [on]);
  return null;
}
