import { isRecord } from './blocks.ts';

/** Object keys and list indexes from the root of a JSON document. */
export type Path = readonly (string | number)[];

/**
 * One change of a JSON document. Paths of one list of edits all name places of the document *before* any of them,
 * so their order does not matter. With `insert`: these values go in before the list element that the path names
 * (the length of the list appends). Otherwise `value` takes the place; undefined removes it.
 */
export interface Edit {
  path: Path;
  value?: unknown;
  insert?: readonly unknown[];
}

/** Which object an edited copy was made from, so that a difference can tell a changed message from a new one. */
export class Origins {
  readonly #from = new WeakMap<object, object>();

  of(value: unknown): unknown {
    return isContainer(value) ? (this.#from.get(value) ?? value) : value;
  }

  note(copy: object, source: object): void {
    this.#from.set(copy, this.#from.get(source) ?? source);
  }
}

interface Branch {
  edit?: Edit;
  insert?: unknown[];
  children: Map<string | number, Branch>;
}

const REMOVED = Symbol('removed');

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}

/**
 * The document with the edits made. Only what lies on the way to a change is copied; everything else keeps its
 * identity, and without an effective edit so does the document. Edits below a replaced place are ignored.
 */
export function applyEdits(document: unknown, edits: readonly Edit[], origins = new Origins()): unknown {
  const result = change(document, branchesOf(edits), origins);
  return result === REMOVED ? undefined : result;
}

function branchesOf(edits: readonly Edit[]): Branch {
  const root: Branch = { children: new Map() };
  for (const edit of edits) {
    let branch = root;
    for (const segment of edit.path) {
      let next = branch.children.get(segment);
      if (!next) branch.children.set(segment, (next = { children: new Map() }));
      branch = next;
    }
    if (edit.insert) (branch.insert ??= []).push(...edit.insert);
    else branch.edit = edit;
  }
  return root;
}

function change(value: unknown, branch: Branch, origins: Origins): unknown {
  if (branch.edit) return branch.edit.value === undefined ? REMOVED : branch.edit.value;
  if (branch.children.size === 0) return value;
  if (Array.isArray(value)) return changeList(value, branch, origins);
  return isRecord(value) ? changeObject(value, branch, origins) : value;
}

function changeList(list: readonly unknown[], branch: Branch, origins: Origins): unknown {
  const copy: unknown[] = [];
  let changed = false;
  for (let index = 0; index <= list.length; index += 1) {
    const child = branch.children.get(index);
    if (child?.insert?.length) {
      copy.push(...child.insert);
      changed = true;
    }
    if (index === list.length) break;
    const result = child ? change(list[index], child, origins) : list[index];
    if (result !== list[index]) changed = true;
    if (result !== REMOVED) copy.push(result);
  }
  if (!changed) return list;
  origins.note(copy, list);
  return copy;
}

/** Builds from entries, not by assignment: a key of foreign JSON may be `__proto__`. */
function changeObject(object: Record<string, unknown>, branch: Branch, origins: Origins): unknown {
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const [key, member] of Object.entries(object)) {
    const child = branch.children.get(key);
    const result = child ? change(member, child, origins) : member;
    if (result !== member) changed = true;
    if (result !== REMOVED) entries.push([key, result]);
  }
  for (const [key, child] of branch.children) {
    if (Object.hasOwn(object, key) || child.edit?.value === undefined) continue;
    entries.push([String(key), child.edit.value]);
    changed = true;
  }
  if (!changed) return object;
  const copy = Object.fromEntries(entries);
  origins.note(copy, object);
  return copy;
}

/**
 * Edits that turn one document into another which shares structure with it. List elements are paired by identity
 * or by where they came from (`origins`), so a changed message is an edit inside it and a moved block is a removal
 * and an insertion of the same object.
 */
export function diffEdits(before: unknown, after: unknown, origins = new Origins(), path: Path = []): Edit[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, origins, path);
  if (isRecord(before) && isRecord(after)) return diffObjects(before, after, origins, path);
  return [{ path, value: after }];
}

function diffObjects(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  origins: Origins,
  path: Path,
): Edit[] {
  const edits: Edit[] = [];
  for (const [key, member] of Object.entries(before)) {
    if (!Object.hasOwn(after, key)) edits.push({ path: [...path, key] });
    else edits.push(...diffEdits(member, after[key], origins, [...path, key]));
  }
  for (const [key, member] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) edits.push({ path: [...path, key], value: member });
  }
  return edits;
}

function diffLists(before: readonly unknown[], after: readonly unknown[], origins: Origins, path: Path): Edit[] {
  const kept = increasing(sourceIndexes(before, after, origins));
  const edits: Edit[] = [];
  const survivors = new Set(kept.filter((index) => index >= 0));
  for (const index of before.keys()) if (!survivors.has(index)) edits.push({ path: [...path, index] });
  let place = 0;
  after.forEach((value, position) => {
    const index = kept[position] ?? -1;
    if (index < 0) edits.push({ path: [...path, place], insert: [value] });
    else {
      edits.push(...diffEdits(before[index], value, origins, [...path, index]));
      place = index + 1;
    }
  });
  return edits;
}

/** For each element behind, the index it had before; -1 for a new one. Equal scalars are taken in order. */
function sourceIndexes(before: readonly unknown[], after: readonly unknown[], origins: Origins): number[] {
  const places = new Map<unknown, { indexes: number[]; next: number }>();
  before.forEach((value, index) => {
    const seen = places.get(value);
    if (seen) seen.indexes.push(index);
    else places.set(value, { indexes: [index], next: 0 });
  });
  return after.map((value) => {
    const place = places.get(value) ?? places.get(origins.of(value));
    return place?.indexes[place.next++] ?? -1;
  });
}

/** Keeps a longest increasing run of the indexes; the others become -1 (taken out and put in again). */
function increasing(indexes: readonly number[]): number[] {
  const tails: number[] = [];
  const before: number[] = indexes.map(() => -1);
  indexes.forEach((index, position) => {
    if (index < 0) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indexes[tails[middle]!] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    before[position] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = position;
  });
  const kept = indexes.map(() => -1);
  for (let position = tails.at(-1) ?? -1; position >= 0; position = before[position]!)
    kept[position] = indexes[position]!;
  return kept;
}
