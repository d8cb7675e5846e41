import { cutText } from './inspect-text.ts';

/** One visible line of a collapsible JSON tree. */
export interface TreeRow {
  /** JSON pointer (RFC 6901) of the value: unique, and stable while the value around it changes. */
  pointer: string;
  depth: number;
  /** Member name or list index; null for the root. */
  key: string | null;
  inList: boolean;
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** A scalar as JSON, cut to `VALUE_LIMIT` units; for a collapsed or open container what it holds in short. */
  text: string;
  /** UTF-16 units of the scalar that `text` leaves out. */
  rest: number;
  /** Members of a container. */
  size: number;
  open: boolean;
}

const VALUE_LIMIT = 400;
const PREVIEW_LIMIT = 60;

/**
 * Flattens a JSON value into the rows that are visible. `isOpen` says which containers show their members.
 * Walks with its own stack, so that nesting of any depth is safe; members are read as own properties only.
 */
export function treeRows(root: unknown, isOpen: (pointer: string, depth: number) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: Entry[] = [{ pointer: '', depth: 0, key: null, inList: false, value: root }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const row = rowOf(entry, isOpen);
    rows.push(row);
    if (row.open) pushMembers(stack, entry);
  }
  return rows;
}

interface Entry {
  pointer: string;
  depth: number;
  key: string | null;
  inList: boolean;
  value: unknown;
}

function pushMembers(stack: Entry[], parent: Entry): void {
  const members = entriesOf(parent.value);
  const inList = Array.isArray(parent.value);
  for (let index = members.length - 1; index >= 0; index--) {
    const [key, value] = members[index] as [string, unknown];
    stack.push({ pointer: `${parent.pointer}/${escapeKey(key)}`, depth: parent.depth + 1, key, inList, value });
  }
}

function rowOf(entry: Entry, isOpen: (pointer: string, depth: number) => boolean): TreeRow {
  const { value, pointer, depth, key, inList } = entry;
  if (value === null || typeof value !== 'object') {
    const source = typeof value === 'string' ? cutText(value, VALUE_LIMIT) : { text: value, rest: 0 };
    const text = JSON.stringify(source.text) ?? 'null';
    return { pointer, depth, key, inList, kind: scalarKind(value), text, rest: source.rest, size: 0, open: false };
  }
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  const kind = Array.isArray(value) ? 'array' : 'object';
  return {
    pointer,
    depth,
    key,
    inList,
    kind,
    text: preview(value),
    rest: 0,
    size,
    open: size > 0 && isOpen(pointer, depth),
  };
}

function scalarKind(value: unknown): TreeRow['kind'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return typeof value as 'string' | 'number' | 'boolean';
  }
  return 'null';
}

function entriesOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index): [string, unknown] => [String(index), item]);
  return Object.entries(value as Record<string, unknown>);
}

/** The words by which a person tells objects apart: type, role, name, then the first few keys. */
function preview(value: object): string {
  if (Array.isArray(value)) return '';
  const record = new Map(Object.entries(value));
  const words = ['type', 'role', 'name', 'id'].flatMap((key) => {
    const word = record.get(key);
    return typeof word === 'string' ? [word] : [];
  });
  const text = words.length > 0 ? words.join(' · ') : [...record.keys()].slice(0, 4).join(', ');
  const cut = cutText(text, PREVIEW_LIMIT);
  return cut.rest > 0 ? `${cut.text}…` : cut.text;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Dotted path of a row the way the API writes places: `messages.2.content.0`. */
export function dottedPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** The value a pointer of `treeRows` leads to; undefined when it leads nowhere. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
