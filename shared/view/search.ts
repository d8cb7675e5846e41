import type { BranchId, ConfigId } from '../session/events.ts';
import type { MessageNode, SessionState } from '../session/state.ts';
import { branchById, path } from '../session/tree.ts';
import { countIn, fold, PIECE, placeIn } from './search-fold.ts';
import type { Passage, SearchPlace } from './search-passages.ts';
import { elsewhereUnits, hereUnits, type Unit } from './search-units.ts';

/** What is looked at, and the whole session around it. */
export interface Looked {
  newest: SessionState;
  /** The state in view: an earlier one while the page shows the past. */
  viewed: SessionState;
  branch: BranchId;
}

/** A text that holds what was looked for, `count` times. */
export interface FoundPassage extends Passage {
  count: number;
  /** Outside the looked-at path: a branch that shows it; null when none does (edited away, deleted). */
  branch: BranchId | null;
}

/** Everything found: on the looked-at path in order of time, and in the rest of the session. */
export interface Found {
  here: FoundPassage[];
  hits: number;
  elsewhere: FoundPassage[];
  hitsElsewhere: number;
}

export const NOTHING_FOUND: Found = { here: [], hits: 0, elsewhere: [], hitsElsewhere: 0 };

/** One match: the `nth` (from 0) in its passage, beginning at unit `at`. */
export interface Hit {
  passage: FoundPassage;
  nth: number;
  at: number;
}

/**
 * One query over a session. Rows of the session's tables never change, so what was found in them is kept: looking
 * again after new events costs what is new. A query that goes on from an older one reads only where that one hit.
 */
export class SessionSearch {
  readonly needle: string;
  readonly #known = new Map<Unit['read'], WeakMap<object, Passage[]>>();
  readonly #counts = new WeakMap<Passage, number>();
  #before: SessionSearch | null;

  /** `needle` is folded (`needleOf`); `before` a search of the same session. */
  constructor(needle: string, before: SessionSearch | null = null) {
    this.needle = needle;
    this.#before = before !== null && needle.includes(before.needle) ? before : null;
    // Only one step back: a long word must not keep a search per letter alive.
    if (this.#before) this.#before.#before = null;
  }

  /** Looks through everything. Yields often, so that the caller can pause it or give it up. */
  *run(looked: Looked): Generator<void, Found> {
    const here: FoundPassage[] = [];
    const sent = new Set<string>();
    for (const unit of hereUnits(looked)) {
      for (const passage of yield* this.#find(unit)) {
        // The same system prompt in the next config is the same text.
        if (passage.place.kind === 'config' && known(sent, passage)) continue;
        here.push({ ...passage, count: this.#counts.get(passage) ?? 0, branch: null });
      }
      yield;
    }
    const elsewhere: FoundPassage[] = [];
    for (const unit of elsewhereUnits(looked)) {
      for (const passage of yield* this.#find(unit)) {
        if (passage.place.kind === 'config' && known(sent, passage)) continue;
        elsewhere.push({ ...passage, count: this.#counts.get(passage) ?? 0, branch: unit.branch });
      }
      yield;
    }
    return { here, hits: total(here), elsewhere, hitsElsewhere: total(elsewhere) };
  }

  /** The passages of a unit that hold the needle. */
  *#find(unit: Unit): Generator<void, Passage[]> {
    const kept = this.#known.get(unit.read)?.get(unit.source);
    if (kept) return kept;
    const found: Passage[] = [];
    for (const passage of this.#candidates(unit)) {
      const { text } = passage;
      const count = text.length > PIECE ? yield* countIn(text, this.needle) : countShort(text, this.needle);
      if (count === 0) continue;
      this.#counts.set(passage, count);
      found.push(passage);
    }
    const list = this.#known.get(unit.read) ?? new WeakMap<object, Passage[]>();
    this.#known.set(unit.read, list.set(unit.source, found));
    return found;
  }

  #candidates(unit: Unit): Passage[] {
    const before = this.#before;
    const hadHits = before === null ? undefined : before.#known.get(unit.read)?.get(unit.source);
    return hadHits ?? unit.read(unit.source);
  }
}

function known(seen: Set<string>, passage: Passage): boolean {
  const key = `${passage.field}\u0000${passage.text}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

function countShort(text: string, needle: string): number {
  if (text.length < needle.length) return 0;
  const folded = fold(text);
  let count = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) count += 1;
  return count;
}

function total(passages: readonly FoundPassage[]): number {
  let hits = 0;
  for (const { count } of passages) hits += count;
  return hits;
}

/** The hit with this index (from 0) in a list of found passages; null when there are fewer. */
export function hitAt(passages: readonly FoundPassage[], index: number, needle: string): Hit | null {
  let left = index;
  for (const passage of passages) {
    if (left < passage.count) return { passage, nth: left, at: placeIn(passage.text, needle, left) };
    left -= passage.count;
  }
  return null;
}

/** The index of the hit `step` further, around the end; -1 is "before the first", and stays when there is none. */
export function nextHit(at: number, step: 1 | -1, hits: number): number {
  if (hits === 0) return -1;
  if (at < 0) return step > 0 ? 0 : hits - 1;
  return (at + step + hits) % hits;
}

/** Where the request can be seen that first carried a config on the looked-at path; null when none has left. */
export function requestWith(looked: Looked, config: ConfigId): SearchPlace | null {
  const { viewed, newest } = looked;
  const head = branchById(viewed, looked.branch)?.head ?? null;
  const answers = (node: MessageNode): boolean => node.config === config && node.request !== undefined;
  const answer = path(viewed, head).find(answers) ?? newest.tables.nodes.find(answers);
  if (answer) return { kind: 'node', node: answer.id, sent: true };
  const attempt = newest.tables.attempts.find((each) => each.config === config);
  return attempt ? { kind: 'attempt', request: attempt.id } : null;
}
