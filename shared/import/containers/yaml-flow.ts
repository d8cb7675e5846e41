import { closingQuote, plain, quoted } from './yaml-scalars.ts';

/** Index behind the bracket that closes the one at the start; -1 when it is not in this text. */
export function endOfFlow(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'") {
      const end = closingQuote(text, at);
      if (end === -1) return -1;
      at = end;
    } else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Reads a flow collection (YAML 1.2.2 §7.4), JSON included; undefined when it is none. */
export function readFlow(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const reader = new FlowReader(text);
    return reader.read(0);
  }
}

class FlowReader {
  #at = 0;

  constructor(readonly text: string) {}

  read(depth: number): unknown {
    this.#space();
    const char = this.text[this.#at];
    if (depth > 200 || char === undefined) return undefined;
    if (char === '[') return this.#list(depth);
    if (char === '{') return this.#map(depth);
    return this.#scalar(',]}');
  }

  #space(): void {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at += 1;
  }

  #list(depth: number): unknown {
    const list: unknown[] = [];
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.text[this.#at] === ']') break;
      const value = this.read(depth + 1);
      if (value === undefined) return undefined;
      list.push(value);
      if (!this.#comma(']')) return undefined;
    }
    this.#at += 1;
    return list;
  }

  #map(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.text[this.#at] === '}') break;
      const key = this.#scalar(':,}');
      this.#space();
      let value: unknown = null;
      if (this.text[this.#at] === ':') {
        this.#at += 1;
        value = this.read(depth + 1);
        if (value === undefined) return undefined;
      }
      entries.push([String(key), value]);
      if (!this.#comma('}')) return undefined;
    }
    this.#at += 1;
    return Object.fromEntries(entries);
  }

  /** Steps over a comma; true also before the closing bracket. */
  #comma(close: string): boolean {
    this.#space();
    if (this.text[this.#at] === ',') {
      this.#at += 1;
      return true;
    }
    return this.text[this.#at] === close;
  }

  #scalar(ends: string): unknown {
    const first = this.text[this.#at] ?? '';
    if (first === '"' || first === "'") {
      const end = closingQuote(this.text, this.#at);
      if (end === -1) return null;
      const lines = this.text.slice(this.#at + 1, end).split('\n');
      this.#at = end + 1;
      return quoted(first, lines);
    }
    const start = this.#at;
    while (this.#at < this.text.length && !ends.includes(this.text[this.#at] ?? '')) this.#at += 1;
    return plain(this.text.slice(start, this.#at).trim());
  }
}
