import { hash53 } from '../messages/canonical-json.ts';

const DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 22;

/**
 * An id as the API makes them (`toolu_01…`, 22 letters and digits behind the version), but computed from what it
 * stands for: the same place in the same script always gets the same id.
 */
export function scriptedId(prefix: string, ...place: readonly (string | number)[]): string {
  const text = place.join('\u0000');
  let letters = '';
  for (let seed = 1; letters.length < LENGTH; seed += 1) {
    let rest = hash53(text, seed);
    // Base 59: nine digits hold just less than 53 bits, so one hash fills all of them.
    for (let digit = 0; digit < 9; digit += 1) {
      letters += DIGITS.charAt(rest % DIGITS.length);
      rest = Math.floor(rest / DIGITS.length);
    }
  }
  return `${prefix}01${letters.slice(0, LENGTH)}`;
}
