import { expect } from 'vitest';
import type { SessionDriver } from './session-driver.ts';
import { Transcript } from './transcript.ts';

/**
 * Compares a driven session with the text kept of it, beside the test in `golden/<name>.golden.txt`. The text is read
 * by people: a change of it is a change of what the debugger does.
 */
export async function golden(
  name: string,
  about: string,
  driver: SessionDriver,
  story: (transcript: Transcript) => void,
): Promise<void> {
  const transcript = new Transcript(driver);
  story(transcript);
  await expect(`${about}\n\n${transcript.toString()}`).toMatchFileSnapshot(`../debugger/golden/${name}.golden.txt`);
}
