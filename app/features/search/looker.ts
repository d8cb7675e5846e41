import { type Found, type Looked, SessionSearch } from '../../../shared/view/search.ts';

/** Longest stretch of work before the page may draw and take input again. */
const SLICE_MS = 10;

interface Wanted {
  needle: string;
  looked: Looked;
}

/**
 * Searches in slices, so that the page stays awake. Another query drops the search under way; new events of the
 * same session let it finish and look again, which costs only what is new.
 */
export class Looker {
  readonly #tell: (needle: string, found: Found) => void;
  #search: SessionSearch | null = null;
  #tables: object | null = null;
  #next: Wanted | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (needle: string, found: Found) => void) {
    this.#tell = tell;
  }

  want(wanted: Wanted): void {
    const same = this.#search?.needle === wanted.needle && this.#tables === wanted.looked.newest.tables;
    this.#next = wanted;
    if (this.#timer !== undefined && same) return;
    this.#begin();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = null;
  }

  #begin(): void {
    const wanted = this.#next;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = null;
    if (!wanted) return;
    const { needle, looked } = wanted;
    const { tables } = looked.newest;
    const before = this.#tables === tables ? this.#search : null;
    const search = before?.needle === needle ? before : new SessionSearch(needle, before);
    this.#search = search;
    this.#tables = tables;
    const steps = search.run(looked);
    this.#timer = setTimeout(() => this.#slice(steps, needle));
  }

  #slice(steps: Generator<void, Found>, needle: string): void {
    const until = performance.now() + SLICE_MS;
    let step = steps.next();
    while (!step.done && performance.now() < until) step = steps.next();
    if (!step.done) {
      this.#timer = setTimeout(() => this.#slice(steps, needle));
      return;
    }
    this.#timer = undefined;
    this.#tell(needle, step.value);
    this.#begin();
  }
}
