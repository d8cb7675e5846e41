import type { BranchId, SessionEvent } from '../session/events.ts';

/** A run that came to rest: it moved for `ms` before. `waiting` = it asks a person for something. */
export interface RunStop {
  branch: BranchId;
  ms: number;
  kind: 'stopped' | 'ended' | 'waiting';
}

/**
 * Reads events in order and tells when a branch comes to rest, and for how long it had moved by itself, by the
 * times of the events: from the start or continuation of a run, or from the end of a person's wait.
 */
export class RunWatch {
  readonly #since = new Map<BranchId, number>();
  readonly #waits = new Set<BranchId>();

  /** What this event stops; null when it stops nothing that moved. */
  read(event: SessionEvent): RunStop | null {
    const { branch, at } = event;
    switch (event.type) {
      case 'run-start':
      case 'continued':
        this.#waits.delete(branch);
        this.#since.set(branch, this.#since.get(branch) ?? at);
        return null;
      case 'tool-call-end':
        if (this.#waits.delete(branch)) this.#since.set(branch, at);
        return null;
      case 'tool-call-wait':
        return this.#rest(branch, at, 'waiting');
      case 'stopped':
        return this.#rest(branch, at, 'stopped');
      case 'run-end':
        return this.#rest(branch, at, 'ended');
      default:
        return null;
    }
  }

  #rest(branch: BranchId, at: number, kind: RunStop['kind']): RunStop | null {
    const since = this.#since.get(branch);
    this.#since.delete(branch);
    if (kind === 'waiting') this.#waits.add(branch);
    else this.#waits.delete(branch);
    return since === undefined ? null : { branch, ms: at - since, kind };
  }
}
