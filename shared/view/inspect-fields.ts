import { parseTree, type Node } from 'jsonc-parser';
import { cutText, jsonDepth } from './inspect-text.ts';

/** One member of a JSON object, its value in the words of the source (`129.00` stays `129.00`). */
export interface Field {
  key: string;
  /** Value as written, on one line, at most `VALUE_LIMIT` units. */
  text: string;
  kind: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
  change: 'same' | 'changed' | 'added' | 'removed';
  /** Value before the edit; null when there was none. */
  was: string | null;
}

export interface FieldTable {
  fields: Field[];
  /** Members that differ from the text before. */
  edited: number;
  /** Members left out because there are too many. */
  more: number;
}

/** Longer texts are shown as text: a table of them would cost more than it tells. */
const TEXT_LIMIT = 64 * 1024;
const DEPTH_LIMIT = 512;
const ROW_LIMIT = 200;
const VALUE_LIMIT = 1000;

/**
 * Reads a tool result or input as a table. Returns null when `text` is not one JSON object, so that the caller
 * shows it as text. `before` is the text it replaced; without it every member counts as unchanged. Keys are
 * compared as text in order of appearance, so `__proto__` and doubled keys are ordinary rows.
 */
export function fieldsOfText(text: string, before: string | null = null): FieldTable | null {
  const members = membersOf(text);
  if (members === null) return null;
  const old = before === null ? null : membersOf(before);
  const fields = old === null ? members.map(unchanged) : compare(members, old);
  return {
    fields: fields.slice(0, ROW_LIMIT),
    edited: fields.filter((field) => field.change !== 'same').length,
    more: Math.max(0, fields.length - ROW_LIMIT),
  };
}

/** The same for a value that is already parsed, such as the `input` of a `tool_use`. */
export function fieldsOfValue(value: unknown, before?: unknown): FieldTable | null {
  const text = JSON.stringify(value);
  if (text === undefined) return null;
  return fieldsOfText(text, before === undefined ? null : JSON.stringify(before));
}

interface Member {
  key: string;
  text: string;
  kind: Field['kind'];
}

function membersOf(text: string): Member[] | null {
  if (text.length > TEXT_LIMIT || jsonDepth(text, DEPTH_LIMIT) >= DEPTH_LIMIT) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const root = parseTree(text);
  if (root?.type !== 'object') return null;
  return (root.children ?? []).flatMap((property) => memberOf(text, property));
}

function memberOf(text: string, property: Node): Member[] {
  const [key, value] = property.children ?? [];
  if (key === undefined || value === undefined || value.type === 'property') return [];
  const source = text.slice(value.offset, value.offset + value.length);
  const line = value.children === undefined ? source : JSON.stringify(JSON.parse(source));
  return [{ key: String(key.value), text: shorten(line), kind: value.type }];
}

function shorten(line: string): string {
  const cut = cutText(line, VALUE_LIMIT);
  return cut.rest > 0 ? `${cut.text}…` : cut.text;
}

function unchanged(member: Member): Field {
  return { ...member, change: 'same', was: null };
}

function compare(members: Member[], old: Member[]): Field[] {
  const left = new Map<string, Member[]>();
  for (const member of old) left.set(member.key, [...(left.get(member.key) ?? []), member]);
  const fields = members.map((member): Field => {
    const before = left.get(member.key)?.shift();
    if (before === undefined) return { ...member, change: 'added', was: null };
    if (before.text === member.text) return unchanged(member);
    return { ...member, change: 'changed', was: before.text };
  });
  for (const members of left.values()) {
    for (const member of members) fields.push({ ...member, change: 'removed', was: member.text });
  }
  return fields;
}
