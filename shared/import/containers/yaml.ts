import { BOUNDS } from '../bounds.ts';
import { endOfFlow, readFlow } from './yaml-flow.ts';
import { binary, blockScalar, closingQuote, plain, quoted } from './yaml-scalars.ts';

export type YamlReading = { ok: true; value: unknown } | { ok: false; message: string };

class YamlError extends Error {}

const SCALAR_TAGS = new Set(['!!int', '!!float', '!!bool', '!!null']);

/** Nodes that anchors may multiply a document to. */
const NODES = 5_000_000;

/** Whether a text that is no JSON begins like a YAML document: `key:` at the left edge, or `---`. */
export function looksLikeYaml(text: string): boolean {
  const lines = text.split('\n', 40).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = '', second = ''] = lines[0]?.startsWith('---') ? lines.slice(1) : lines;
  if (/^(event|data|id|retry):/.test(first)) return false;
  return /^[A-Za-z_][\w.-]*:(\s*$|\s+\S)/.test(first) && /^(\s|-\s|[A-Za-z_][\w.-]*:)/.test(second);
}

/**
 * Reads the first document of a YAML text: the block style that recorders of HTTP traffic write (PyYAML, js-yaml,
 * Ruby), with quoted, plain and block scalars, flow collections, anchors and `!!binary` (as bytes). Other tags are
 * ignored, nothing is constructed. Anchors are bounded, so that a small file cannot become a huge one.
 */
export function readYaml(text: string): YamlReading {
  try {
    return { ok: true, value: new YamlReader(text).document() };
  } catch (error) {
    if (error instanceof YamlError) return { ok: false, message: error.message };
    throw error;
  }
}

interface Key {
  key: string;
  /** What stands behind the colon. */
  rest: string;
  /** Column of `rest`. */
  column: number;
}

class YamlReader {
  readonly #lines: string[];
  #at = 0;
  #nodes = 0;
  #depth = 0;
  readonly #anchors = new Map<string, { value: unknown; nodes: number }>();

  constructor(text: string) {
    this.#lines = text.replaceAll('\r\n', '\n').split('\n');
  }

  document(): unknown {
    this.#skip();
    while (/^(---|%)/.test(this.#line())) {
      const rest = this.#line().slice(3).trim();
      this.#at += 1;
      if (rest !== '' && !rest.startsWith('#')) return this.#value(rest, -1, 4);
      this.#skip();
    }
    return this.#block(-1);
  }

  #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  /** Goes to the next line that is neither empty nor a comment. */
  #skip(): void {
    while (this.#at < this.#lines.length && /^\s*(#|$)/.test(this.#line())) this.#at += 1;
  }

  /** Whether the document goes on at `#at`, and how far in. -1 at its end. */
  #indent(): number {
    this.#skip();
    if (this.#at >= this.#lines.length || /^(---|\.\.\.)(\s|$)/.test(this.#line())) return -1;
    return indentOf(this.#line());
  }

  /** The node that begins in the next line, further in than `parent`. */
  #block(parent: number): unknown {
    const indent = this.#indent();
    if (indent <= parent) return null;
    this.#depth += 1;
    if (this.#depth > BOUNDS.jsonDepth) throw new YamlError(`It is nested deeper than ${BOUNDS.jsonDepth} levels.`);
    const value = this.#blockAt(indent);
    this.#depth -= 1;
    return value;
  }

  #blockAt(indent: number): unknown {
    const text = this.#line().slice(indent);
    if (isItem(text)) return this.#sequence(indent);
    if (text.startsWith('? ') || keyIn(text, indent)) return this.#mapping(indent);
    this.#at += 1;
    return this.#value(text, indent - 1, indent);
  }

  #sequence(indent: number): unknown[] {
    const list: unknown[] = [];
    while (this.#indent() === indent && isItem(this.#line().slice(indent))) {
      this.#count();
      const rest = this.#line().slice(indent + 1);
      const inner = rest.trimStart();
      const column = indent + 1 + (rest.length - inner.length);
      list.push(this.#item(inner, indent, column));
    }
    return list;
  }

  /** A list item may hold a whole mapping or list from its own column on. */
  #item(inner: string, indent: number, column: number): unknown {
    if (inner === '' || inner.startsWith('#')) {
      this.#at += 1;
      return this.#block(indent);
    }
    if (isItem(inner) || inner.startsWith('? ') || keyIn(inner, column)) {
      this.#lines[this.#at] = ' '.repeat(column) + inner;
      return this.#block(indent);
    }
    this.#at += 1;
    return this.#value(inner, indent, column);
  }

  #mapping(indent: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (this.#indent() === indent) {
      this.#count();
      const text = this.#line().slice(indent);
      if (text.startsWith('? ')) {
        entries.push(this.#longKey(text, indent));
        continue;
      }
      const found = keyIn(text, indent);
      if (!found) throw new YamlError(`Line ${this.#at + 1} is no entry of a mapping.`);
      this.#at += 1;
      entries.push([found.key, this.#entry(found, indent)]);
    }
    return Object.fromEntries(entries);
  }

  /** `? key`, then `: value`: what writers use for keys of more than 128 characters or several lines. */
  #longKey(text: string, indent: number): [string, unknown] {
    this.#at += 1;
    const key = String(this.#value(text.slice(2).trim(), indent, indent + 2));
    if (this.#indent() !== indent || !/^:(\s|$)/.test(this.#line().slice(indent))) return [key, null];
    const rest = this.#line().slice(indent + 1);
    return [key, this.#item(rest.trimStart(), indent, indent + 1 + rest.length - rest.trimStart().length)];
  }

  #entry({ rest, column }: Key, indent: number): unknown {
    if (rest !== '' && !rest.startsWith('#')) return this.#value(rest, indent, column);
    return this.#nested(indent);
  }

  /** The block under a key: further in, or a list at the key's own column. */
  #nested(indent: number): unknown {
    const next = this.#indent();
    if (next === indent && isItem(this.#line().slice(indent))) return this.#sequence(indent);
    return this.#block(indent);
  }

  /** A value that begins with `text`, which stood at `column`; it may go on in lines further in than `parent`. */
  #value(text: string, parent: number, column: number): unknown {
    this.#count();
    const first = text[0] ?? '';
    if (first === '&') return this.#anchored(text, parent, column);
    if (first === '*') return this.#alias(text.slice(1).split(/\s/, 1)[0] ?? '');
    if (first === '!') return this.#tagged(text, parent, column);
    if (first === '|' || first === '>') return this.#blockScalar(text, parent);
    if (first === '"' || first === "'") return this.#quoted(text, first);
    if (first === '[' || first === '{') return this.#flow(text);
    return this.#plain(text, parent);
  }

  #anchored(text: string, parent: number, column: number): unknown {
    const [name = ''] = text.slice(1).split(/\s/, 1);
    const before = this.#nodes;
    const rest = text.slice(name.length + 1).trimStart();
    const value = rest === '' ? this.#nested(parent) : this.#value(rest, parent, column);
    this.#anchors.set(name, { value, nodes: this.#nodes - before + 1 });
    return value;
  }

  #alias(name: string): unknown {
    const anchor = this.#anchors.get(name);
    if (!anchor) throw new YamlError(`The anchor ${name} is not defined.`);
    this.#count(anchor.nodes);
    return anchor.value;
  }

  #tagged(text: string, parent: number, column: number): unknown {
    const [tag = ''] = text.split(/\s/, 1);
    const rest = text.slice(tag.length).trimStart();
    const value = rest === '' ? this.#nested(parent) : this.#value(rest, parent, column);
    if (tag === '!!binary' && typeof value === 'string') return binary(value);
    if (tag === '!!str') return typeof value === 'string' ? value : rest;
    return typeof value === 'string' && SCALAR_TAGS.has(tag) ? plain(value) : value;
  }

  #blockScalar(header: string, parent: number): string {
    const lines: string[] = [];
    const explicit = /[1-9]/.exec(header.slice(0, 3))?.[0];
    let indent = explicit === undefined ? -1 : Math.max(0, parent) + Number(explicit);
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line();
      if (line.trim() === '') {
        lines.push(indent >= 0 ? line.slice(indent) : '');
        continue;
      }
      const own = indentOf(line);
      if (indent === -1 && own > parent) indent = own;
      if (own < indent || own <= parent) break;
      lines.push(line.slice(indent));
    }
    return blockScalar(header.startsWith('>'), /[-+]/.exec(header.slice(0, 3))?.[0] ?? '', lines);
  }

  #quoted(text: string, quote: string): string {
    const lines = [text];
    let end = closingQuote(text, 0);
    while (end === -1) {
      if (this.#at >= this.#lines.length) throw new YamlError('A quoted text is never closed.');
      // The first character stands in for the opening quote.
      const line = this.#line();
      lines.push(line);
      end = closingQuote(`${quote}${line}`, 0) - 1;
      if (end === -2) end = -1;
      this.#at += 1;
    }
    const last = lines.length - 1;
    lines[last] = (lines[last] ?? '').slice(0, end);
    lines[0] = (lines[0] ?? '').slice(1);
    return quoted(quote, lines);
  }

  #flow(text: string): unknown {
    let whole = text;
    while (endOfFlow(whole) === -1) {
      if (this.#at >= this.#lines.length) throw new YamlError('A list or mapping in brackets is never closed.');
      whole += `\n${this.#line()}`;
      this.#at += 1;
    }
    const value = readFlow(whole);
    if (value === undefined) throw new YamlError(`Line ${this.#at} holds brackets that cannot be read.`);
    return value;
  }

  #plain(text: string, parent: number): unknown {
    let whole = uncommented(text);
    let blank = 0;
    while (this.#at < this.#lines.length) {
      const line = this.#line();
      if (line.trim() === '') blank += 1;
      else if (indentOf(line) > parent && !line.trimStart().startsWith('#')) {
        whole += (blank > 0 ? '\n'.repeat(blank) : ' ') + uncommented(line.trim());
        blank = 0;
      } else break;
      this.#at += 1;
    }
    return plain(whole);
  }

  #count(nodes = 1): void {
    this.#nodes += nodes;
    if (this.#nodes > NODES) throw new YamlError('Its anchors make it too large to be read.');
  }
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ') at += 1;
  return at;
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ');
}

function uncommented(text: string): string {
  const comment = text.indexOf(' #');
  return (comment === -1 ? text : text.slice(0, comment)).trim();
}

/** Splits `key: rest`; null when the text is no entry. */
function keyIn(text: string, column: number): Key | null {
  const first = text[0];
  if (first === '"' || first === "'") {
    const end = closingQuote(text, 0);
    if (end === -1 || text[end + 1] !== ':' || (text[end + 2] ?? ' ') !== ' ') return null;
    const rest = text.slice(end + 2).trim();
    return { key: quoted(first, [text.slice(1, end)]), rest, column: column + end + 3 };
  }
  if (first === '[' || first === '{' || first === '|' || first === '>' || first === '#') return null;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const next = text[at + 1];
    if (next !== undefined && next !== ' ') continue;
    return { key: text.slice(0, at).trim(), rest: text.slice(at + 1).trim(), column: column + at + 2 };
  }
  return null;
}
