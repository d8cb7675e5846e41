/**
 * A browser holds six connections per host on HTTP/1.1, over all tabs, and a stream keeps one for good: with a seventh
 * tab nothing would load any more. So at most this many tabs stream; the others ask again and again.
 */
const SLOTS = 4;

/** Gives a slot back. */
export type Release = () => void;

function take(name: string): Promise<Release | null> {
  return new Promise((resolve) => {
    const held = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(() => resolve(null));
  });
}

/** Whether tabs of this browser can agree on who streams; where they cannot, each one does. */
export function hasSlots(): boolean {
  return 'locks' in navigator && Boolean(navigator.locks);
}

/** A slot of this browser for one stream; null when all are taken. */
export async function takeSlot(): Promise<Release | null> {
  for (let slot = 1; slot <= SLOTS; slot++) {
    const release = await take(`loupe-stream-${slot}`);
    if (release) return release;
  }
  return null;
}
