import type { ContentBlock } from '../../messages/types.ts';
import { safeBlocks } from '../safe-blocks.ts';
import type { CcRow } from './rows.ts';

/** A line that leaves the main one: its rows behind the row of the main line that it hangs on. */
export interface BranchLine {
  fork: CcRow;
  rows: CcRow[];
}

/** Rows of one tree: what hangs together by `parentUuid`. */
export interface Segment {
  /** All of them, those without a message too. */
  rows: CcRow[];
  /** Last row that a person or the model said. */
  leaf: CcRow;
  main: CcRow[];
  branches: BranchLine[];
}

/** A session with more lines than this has been rewound by a program; the newest ones are kept. */
const MOST_BRANCHES = 1000;

/** The rows of a session by uuid, the first of copies; a copy that knows its parent lends it to one that does not. */
export class RowIndex {
  readonly byUuid = new Map<string, CcRow>();
  readonly rows: CcRow[] = [];

  /** False for a copy of a row that is there already. */
  add(row: CcRow): boolean {
    const known = this.byUuid.get(row.uuid);
    if (known) {
      known.parent ??= row.parent;
      return false;
    }
    this.byUuid.set(row.uuid, row);
    this.rows.push(row);
    return true;
  }

  parentOf(row: CcRow): CcRow | null {
    return row.parent === null ? null : (this.byUuid.get(row.parent) ?? null);
  }
}

/** Splits rows into trees and finds the lines of each; trees without any message are left out. */
export function segmentsOf(rows: readonly CcRow[], index: RowIndex): Segment[] {
  return components(rows, index).flatMap((members) => new SegmentBuilder(members, index).build() ?? []);
}

function components(rows: readonly CcRow[], index: RowIndex): CcRow[][] {
  const rootOf = new Map<CcRow, CcRow>();
  const groups = new Map<CcRow, CcRow[]>();
  const own = new Set(rows);
  for (const row of rows) {
    const path: CcRow[] = [];
    let at = row;
    while (!rootOf.has(at)) {
      path.push(at);
      rootOf.set(at, at);
      const parent = index.parentOf(at);
      if (!parent || !own.has(parent)) break;
      at = parent;
    }
    const root = rootOf.get(at) ?? at;
    for (const each of path) rootOf.set(each, root);
    const group = groups.get(root);
    if (group) group.push(row);
    else groups.set(root, [row]);
  }
  return [...groups.values()];
}

/** Whether a row carries a message. */
export function isSaid(row: CcRow): boolean {
  return row.message !== null;
}

function blocksIn(row: CcRow): ContentBlock[] {
  return row.message ? safeBlocks(row.message.content) : [];
}

/**
 * Finds the lines of one tree. A plain walk from the last row up loses results of parallel calls, which hang off other
 * rows of the same answer: rows with the message id of an answer of the line, and rows with a result of one of its
 * calls, belong to it wherever they hang.
 */
class SegmentBuilder {
  readonly #said: CcRow[];
  readonly #ofAnswer = new Map<string, CcRow[]>();
  readonly #withResult = new Map<string, CcRow[]>();
  readonly #taken = new Set<CcRow>();

  constructor(
    readonly rows: CcRow[],
    readonly index: RowIndex,
  ) {
    this.#said = rows.filter(isSaid);
    for (const row of this.#said) {
      if (row.message?.role === 'assistant' && row.message.id !== null) put(this.#ofAnswer, row.message.id, row);
      for (const block of blocksIn(row)) {
        if (block.type === 'tool_result' && typeof block.tool_use_id === 'string')
          put(this.#withResult, block.tool_use_id, row);
      }
    }
  }

  build(): Segment | null {
    const leaf = this.#said.findLast((row) => !row.meta && !row.team) ?? this.#said.at(-1);
    if (!leaf) return null;
    const main = new Set(this.#line(leaf, new Set(), new Set()));
    for (const row of main) this.#taken.add(row);
    this.#addContext(main);
    const branches = this.#branches(main);
    return { rows: this.rows, leaf, main: inOrder(main), branches };
  }

  /** The row, its ancestors up to `until`, and what belongs to them. */
  #line(leaf: CcRow, until: ReadonlySet<CcRow>, known: ReadonlySet<unknown>): CcRow[] {
    const chain = new Set<CcRow>();
    for (let at: CcRow | null = leaf; at && !chain.has(at) && !until.has(at); at = this.index.parentOf(at))
      chain.add(at);
    const line = new Set([...chain].filter(isSaid));
    for (const row of line) {
      const id = row.message?.role === 'assistant' ? row.message.id : null;
      for (const other of id === null ? [] : (this.#ofAnswer.get(id) ?? [])) if (!until.has(other)) line.add(other);
    }
    const answered = answeredBy(line);
    for (const block of [...line].flatMap(blocksIn)) {
      if (block.type !== 'tool_use' || typeof block.id !== 'string') continue;
      if (answered.has(block.id) || known.has(block.id)) continue;
      const [first] = this.#withResult.get(block.id) ?? [];
      if (first) line.add(first);
    }
    return inOrder(line);
  }

  /** Injected text that hangs off a parallel result is part of the line, not a line of its own. */
  #addContext(main: Set<CcRow>): void {
    for (const row of this.#said) {
      if (this.#taken.has(row) || !row.meta) continue;
      let above = this.index.parentOf(row);
      for (let steps = 0; above && !isSaid(above) && steps < 10_000; steps += 1) above = this.index.parentOf(above);
      if (!above || !main.has(above)) continue;
      main.add(row);
      this.#taken.add(row);
    }
  }

  #branches(main: Set<CcRow>): BranchLine[] {
    const branches: BranchLine[] = [];
    const answered = answeredBy(main);
    for (let at = this.#said.length - 1; at >= 0; at -= 1) {
      const leaf = this.#said[at];
      if (!leaf || this.#taken.has(leaf)) continue;
      if (branches.length >= MOST_BRANCHES) break;
      const rows = this.#line(leaf, main, answered);
      const fresh = rows.filter((row) => !this.#taken.has(row));
      for (const row of rows) this.#taken.add(row);
      const fork = this.#forkOf(rows[0] ?? leaf, main);
      if (fork && fresh.some(isSpoken)) branches.push({ fork, rows });
      else for (const row of fresh) main.add(row);
    }
    return branches.reverse();
  }

  #forkOf(row: CcRow, main: ReadonlySet<CcRow>): CcRow | null {
    const seen = new Set<CcRow>();
    for (let at = this.index.parentOf(row); at && !seen.has(at); at = this.index.parentOf(at)) {
      if (main.has(at)) return at;
      seen.add(at);
    }
    return null;
  }
}

/** Ids of the calls that have a result in these rows. */
function answeredBy(rows: Iterable<CcRow>): Set<unknown> {
  const ids = new Set<unknown>();
  for (const row of rows) {
    for (const block of blocksIn(row)) if (block.type === 'tool_result') ids.add(block.tool_use_id);
  }
  return ids;
}

/** An answer of the model, or something that a person typed. */
function isSpoken(row: CcRow): boolean {
  if (row.message?.role === 'assistant') return !row.fake;
  return !row.meta && !blocksIn(row).some((block) => block.type === 'tool_result');
}

function put(map: Map<string, CcRow[]>, key: string, row: CcRow): void {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
}

function inOrder(rows: Iterable<CcRow>): CcRow[] {
  return [...rows].toSorted((left, right) => left.index - right.index);
}
