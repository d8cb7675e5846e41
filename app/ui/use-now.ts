import { useCallback, useSyncExternalStore } from 'react';

/** The time in milliseconds since the epoch, renewed every `everyMs`; null stands still and gives 0. */
export function useNow(everyMs: number | null): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (everyMs === null) return () => undefined;
      const timer = setInterval(listener, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  // Rounded, so that two readings within one draw are the same.
  return useSyncExternalStore(subscribe, () => (everyMs === null ? 0 : Math.floor(Date.now() / everyMs) * everyMs));
}
