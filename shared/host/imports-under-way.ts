import type { Clock } from '../runner/ports.ts';
import { HttpProblem } from '../api/http-problem.ts';

/** A page that has not sent the next part for so long is gone: what it sent stays as a session of its own. */
const GIVEN_UP_MS = 60_000;

/** Imports of which parts are still to come. Until then nothing else may write to their sessions. */
export class ImportsUnderWay {
  readonly #clock: Pick<Clock, 'now'>;
  /** When the newest part came; null once the last one is in. */
  readonly #heard = new Map<string, number | null>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** A part came; `last` ends the import. */
  heard(id: string, last: boolean): void {
    this.#heard.set(id, last ? null : this.#clock.now());
  }

  /** Whether parts of it came since the server started. */
  knows(id: string): boolean {
    return this.#heard.has(id);
  }

  /** @throws HttpProblem 409 */
  mustBeUnderWay(id: string): void {
    if (this.#isUnderWay(id)) return;
    throw new HttpProblem(409, 'no-import', 'No import into this session is under way. Start the import again.');
  }

  /** @throws HttpProblem 409 */
  mustBeOver(id: string): void {
    if (!this.#isUnderWay(id)) return;
    throw new HttpProblem(409, 'importing', 'This session is still being imported. Try again once it is complete.');
  }

  #isUnderWay(id: string): boolean {
    const heard = this.#heard.get(id);
    return heard !== undefined && heard !== null && this.#clock.now() - heard < GIVEN_UP_MS;
  }
}
