import { parseTree, type Node } from 'jsonc-parser';
import { isRecord } from './blocks.ts';
import type { Edit } from './edits.ts';

/**
 * Edits of a JSON document made in its source text: nothing outside the changed places moves, and what is moved keeps
 * its spelling (numbers like 1.0, escapes, order of keys, duplicate keys, line ends, indentation).
 */

interface Style {
  /** Line break and one level of indentation; null for a document on one line. */
  lines: { eol: string; unit: string } | null;
  colon: string;
  comma: string;
}

interface Change {
  edit?: Edit;
  insert?: unknown[];
  children: Map<string | number, Change>;
}

/**
 * The text with the edits made. `document` is what `JSON.parse` read from this text, and new values that hold parts of
 * it copy their source. Throws a RangeError when the text is no JSON.
 */
export function patchText(text: string, document: unknown, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const root = parseTree(text, [], { disallowComments: true });
  if (!root) throw new RangeError('The text is no JSON, so nothing can be changed in it.');
  return new Patcher(text, root, document).run(edits);
}

class Patcher {
  readonly #text: string;
  readonly #root: Node;
  readonly #style: Style;
  /** Where each object and list of the document stands in the text. */
  readonly #places = new Map<unknown, Node>();

  constructor(text: string, root: Node, document: unknown) {
    this.#text = text;
    this.#root = root;
    this.#style = styleOf(text, root);
    this.#locate(root, document);
  }

  run(edits: readonly Edit[]): string {
    const body = this.#changed(this.#root, changesOf(edits));
    const end = this.#root.offset + this.#root.length;
    return this.#text.slice(0, this.#root.offset) + body + this.#text.slice(end);
  }

  #locate(node: Node, value: unknown): void {
    const stack: [Node, unknown][] = [[node, value]];
    for (let pair = stack.pop(); pair; pair = stack.pop()) {
      const [place, part] = pair;
      if (Array.isArray(part)) place.children?.forEach((child, index) => stack.push([child, part[index]]));
      else if (isRecord(part)) {
        for (const { children } of place.children ?? []) {
          // A key that stands twice means its last value; that one is found last.
          if (children?.[1]) stack.push([children[1], part[String(children[0]!.value)]]);
        }
      } else continue;
      this.#places.set(part, place);
    }
  }

  #source({ offset, length }: Node): string {
    return this.#text.slice(offset, offset + length);
  }

  /** Source of a node with the changes below it; never asked for a node that is removed. */
  #changed(node: Node, change: Change): string {
    if (change.edit) return this.#render(change.edit.value, this.#indentOf(node), node);
    if (change.children.size === 0) return this.#source(node);
    return node.type === 'array' ? this.#changedList(node, change) : this.#changedObject(node, change);
  }

  #changedList(node: Node, change: Change): string {
    const children = node.children ?? [];
    const indent = this.#indentInside(node);
    const items: Item[] = [];
    for (let index = 0; index <= children.length; index += 1) {
      const own = change.children.get(index);
      for (const value of own?.insert ?? []) items.push({ text: this.#render(value, indent) });
      const child = children[index];
      if (child && !isRemoval(own)) items.push({ text: own ? this.#changed(child, own) : this.#source(child), index });
    }
    return this.#join(node, '[', items, ']');
  }

  #changedObject(node: Node, change: Change): string {
    const indent = this.#indentInside(node);
    const items: Item[] = [];
    const lastOf = new Map((node.children ?? []).map((property) => [String(property.children?.[0]?.value), property]));
    for (const [index, property] of (node.children ?? []).entries()) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      const own = change.children.get(name);
      if (own && isRemoval(own)) continue;
      if (!own || !value || lastOf.get(name) !== property) items.push({ text: this.#source(property), index });
      else {
        const head = this.#text.slice(property.offset, value.offset);
        items.push({ text: head + this.#changed(value, own), index });
      }
    }
    for (const [key, own] of change.children) {
      if (lastOf.has(String(key)) || own.edit?.value === undefined) continue;
      items.push({ text: `${JSON.stringify(String(key))}${this.#style.colon}${this.#render(own.edit.value, indent)}` });
    }
    return this.#join(node, '{', items, '}');
  }

  /** Puts items together again: between two that were neighbours, what stood there; else what usually stands there. */
  #join(node: Node, open: string, items: readonly Item[], close: string): string {
    if (items.length === 0) return open + close;
    const children = node.children ?? [];
    const { lines, comma } = this.#style;
    const first = children[0];
    const last = children.at(-1);
    const end = node.offset + node.length - 1;
    const broken = lines && (!first || this.#text.slice(node.offset, first.offset).includes('\n'));
    const lead = first
      ? this.#text.slice(node.offset + 1, first.offset)
      : broken
        ? lines.eol + this.#indentInside(node)
        : '';
    const tail = last
      ? this.#text.slice(last.offset + last.length, end)
      : broken
        ? lines.eol + this.#indentOf(node)
        : '';
    const between = broken ? `,${lead}` : comma;
    let text = open + lead;
    items.forEach((item, index) => {
      const before = items[index - 1];
      if (before) text += this.#gap(children, before, item) ?? between;
      text += item.text;
    });
    return text + tail + close;
  }

  /** What stood between two items that were neighbours before. */
  #gap(children: readonly Node[], before: Item, after: Item): string | null {
    const [left, right] = [children[before.index ?? -1], children[after.index ?? -1]];
    if (!left || !right || after.index !== (before.index ?? -1) + 1) return null;
    return this.#text.slice(left.offset + left.length, right.offset);
  }

  /** Indentation of the line a node begins on. */
  #indentOf(node: Node): string {
    const start = this.#text.lastIndexOf('\n', node.offset - 1) + 1;
    return /^[ \t]*/.exec(this.#text.slice(start, node.offset))![0];
  }

  #indentInside(node: Node): string {
    const first = node.children?.[0];
    if (first && this.#text.slice(node.offset, first.offset).includes('\n')) return this.#indentOf(first);
    return this.#indentOf(node) + (this.#style.lines?.unit ?? '');
  }

  /** JSON text of a new value; parts that come from the document are copied. `old` is what stood in its place. */
  #render(value: unknown, indent: string, old?: Node): string {
    const place = this.#places.get(value);
    if (place) return this.#moved(place, indent);
    if (typeof value === 'string' && old?.type === 'string' && old.value === value) return this.#source(old);
    if (Array.isArray(value))
      return this.#renderItems(
        '[',
        value.map((item) => [null, item] as const),
        ']',
        indent,
        old,
      );
    if (isRecord(value)) return this.#renderItems('{', Object.entries(value), '}', indent, old);
    return JSON.stringify(value) ?? 'null';
  }

  #renderItems(
    open: string,
    items: readonly (readonly [string | null, unknown])[],
    close: string,
    indent: string,
    old?: Node,
  ): string {
    const { lines, comma, colon } = this.#style;
    const known = items.filter(([, value]) => value !== undefined);
    if (known.length === 0) return open + close;
    const inner = indent + (lines?.unit ?? '');
    const texts = known.map(
      ([key, value]) => `${key === null ? '' : JSON.stringify(key) + colon}${this.#render(value, inner, old)}`,
    );
    if (!lines) return open + texts.join(comma) + close;
    return `${open}${lines.eol}${texts.map((text) => inner + text).join(`,${lines.eol}`)}${lines.eol}${indent}${close}`;
  }

  /** Source of a moved part, its lines indented for the new place. Strings hold no line breaks, so no text changes. */
  #moved(place: Node, indent: string): string {
    const source = this.#source(place);
    const old = this.#indentOf(place);
    if (old === indent || !source.includes('\n')) return source;
    return source.replaceAll(
      /\n([ \t]*)/g,
      (_line, space: string) => `\n${space.startsWith(old) ? indent + space.slice(old.length) : space}`,
    );
  }
}

interface Item {
  text: string;
  /** Its index among the old items; absent for what is new. */
  index?: number;
}

function isRemoval(change: Change | undefined): boolean {
  return change?.edit !== undefined && change.edit.value === undefined;
}

function changesOf(edits: readonly Edit[]): Change {
  const root: Change = { children: new Map() };
  for (const edit of edits) {
    let change = root;
    for (const segment of edit.path) {
      let next = change.children.get(segment);
      if (!next) change.children.set(segment, (next = { children: new Map() }));
      change = next;
    }
    if (edit.insert) change.insert = [...(change.insert ?? []), ...edit.insert];
    else change.edit = edit;
  }
  return root;
}

/** How the document is written, from the first things that show it. */
function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const lead = first ? text.slice(root.offset + 1, first.offset) : '';
  const property = firstProperty(root);
  const [key, value] = property?.children ?? [];
  const colon = key && value ? text.slice(key.offset + key.length, value.offset) : ': ';
  const eol = lead.includes('\r\n') ? '\r\n' : '\n';
  const unit = lead.slice(lead.lastIndexOf('\n') + 1);
  return {
    lines: lead.includes('\n') ? { eol, unit } : null,
    colon: colon.includes('\n') ? ': ' : colon,
    comma: commaOf(text, root) ?? (colon.endsWith(' ') ? ', ' : ','),
  };
}

function firstProperty(root: Node): Node | undefined {
  for (let node: Node | undefined = root; node; node = node.children?.[0]) if (node.type === 'property') return node;
  return undefined;
}

function commaOf(text: string, root: Node): string | null {
  for (let node: Node | undefined = root; node; node = node.children?.[0]) {
    const [left, right] = node.type === 'property' ? [] : (node.children ?? []);
    if (left && right) {
      const gap = text.slice(left.offset + left.length, right.offset);
      return gap.includes('\n') ? ', ' : gap;
    }
  }
  return null;
}
