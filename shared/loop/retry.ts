import type { AttemptError } from '../session/events.ts';

/** Longest wait a timer of any platform holds, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The server's own word (`x-should-retry`) wins over the kind of fault. */
export function shouldRetry(error: AttemptError): boolean {
  return error.shouldRetry ?? error.retryable;
}

/**
 * Milliseconds to wait before try `done + 1`: what the server asked for, else half a second doubled each time,
 * at most 8 s, less up to a quarter at random. The SDK's algorithm (client.ts `calculateDefaultRetryTimeoutMillis`).
 * @param done retries made before this one
 * @param random in [0, 1)
 */
export function retryDelay(error: AttemptError, done: number, random: number): number {
  const asked = error.retryAfterMs;
  if (asked !== undefined && asked > 0 && asked <= LONGEST_WAIT) return asked;
  return Math.min(500 * 2 ** done, 8000) * (1 - random * 0.25);
}
