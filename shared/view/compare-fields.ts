import { parseTree, type Node } from 'jsonc-parser';
import type { Field, FieldTable } from './inspect-fields.ts';
import { cutText, jsonDepth } from './inspect-text.ts';

/** Longer texts are compared as text: a table of them would cost more than it tells. */
const TEXT_LIMIT = 64 * 1024;
const DEPTH_LIMIT = 64;
const ROW_LIMIT = 200;
const VALUE_LIMIT = 1000;

/**
 * Two JSON objects or lists compared value by value, however deep: a changed `items[1].price` is one row of that name,
 * not the whole list. Values stay in the words of the source (`129.00` stays `129.00`). Null when one of the texts is
 * neither, or too long or deep for a table. List entries are compared by place.
 */
export function leafFields(before: string, after: string): FieldTable | null {
  const [old, next] = [leavesOf(before), leavesOf(after)];
  if (old === null || next === null) return null;
  const left = new Map<string, Leaf[]>();
  for (const leaf of old) left.set(leaf.key, [...(left.get(leaf.key) ?? []), leaf]);
  const fields = next.map((leaf): Field => {
    const was = left.get(leaf.key)?.shift();
    if (was === undefined) return { ...leaf, change: 'added', was: null };
    return {
      ...leaf,
      change: was.text === leaf.text ? 'same' : 'changed',
      was: was.text === leaf.text ? null : was.text,
    };
  });
  for (const gone of [...left.values()].flat()) fields.push({ ...gone, change: 'removed', was: gone.text });
  return {
    fields: fields.slice(0, ROW_LIMIT),
    edited: fields.filter((field) => field.change !== 'same').length,
    more: Math.max(0, fields.length - ROW_LIMIT),
  };
}

/** The same for two values that are parsed already, such as the `input` of a `tool_use`. */
export function leafFieldsOfValues(before: unknown, after: unknown): FieldTable | null {
  const [old, next] = [JSON.stringify(before), JSON.stringify(after)];
  return old === undefined || next === undefined ? null : leafFields(old, next);
}

type Leaf = Pick<Field, 'key' | 'text' | 'kind'>;

function leavesOf(text: string): Leaf[] | null {
  if (text.length > TEXT_LIMIT || jsonDepth(text, DEPTH_LIMIT) >= DEPTH_LIMIT) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const root = parseTree(text);
  if (root?.type !== 'object' && root?.type !== 'array') return null;
  const leaves: Leaf[] = [];
  collect(text, root, '', leaves);
  // `{}` and `[]` alone have no member to show.
  return (root.children ?? []).length === 0 ? [] : leaves;
}

function collect(text: string, node: Node, path: string, into: Leaf[]): void {
  const children = node.children ?? [];
  if (node.type === 'property' || children.length === 0) {
    const cut = cutText(text.slice(node.offset, node.offset + node.length), VALUE_LIMIT);
    const kind = node.type === 'property' ? 'null' : node.type;
    into.push({ key: path, text: cut.rest > 0 ? `${cut.text}…` : cut.text, kind });
    return;
  }
  for (const [index, child] of children.entries()) {
    if (node.type === 'array') {
      collect(text, child, `${path}[${index}]`, into);
      continue;
    }
    const [key, value] = child.children ?? [];
    if (key && value) collect(text, value, memberPath(path, String(key.value)), into);
  }
}

/** `order.items`, or `order["a.b"]` for a key that would read as a path itself. */
function memberPath(path: string, key: string): string {
  if (/[.[\]"\s]/.test(key) || key === '') return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
