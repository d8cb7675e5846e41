import { useEffect, useRef } from 'react';

/** What a key asks of a part of the page that only that part can do. */
export type IntentName = 'edit' | 'search' | 'nextHit' | 'lastHit';

interface Intent {
  run(): void;
  /** Why not now; null = it can. */
  refusal(): string | null;
}

const intents = new Map<IntentName, Intent>();

/** The part of the page that answers an intent now, if there is one. */
export function intent(name: IntentName): Intent | undefined {
  return intents.get(name);
}

/**
 * Answers an intent while the calling component is mounted: `edit` (key `e`) starts editing what is selected,
 * `search` (key `/`) puts the caret into the search field. The newest component that asks wins.
 */
export function useIntent(name: IntentName, run: () => void, refusal: () => string | null = () => null): void {
  const latest = useRef({ run, refusal });
  useEffect(() => {
    latest.current = { run, refusal };
  });
  useEffect(() => {
    const mine: Intent = { run: () => latest.current.run(), refusal: () => latest.current.refusal() };
    intents.set(name, mine);
    return () => {
      if (intents.get(name) === mine) intents.delete(name);
    };
  }, [name]);
}
