import { BOUNDS } from './bounds.ts';
import { endOfString } from './json.ts';

/** What a scan came to: the index behind the value, or why there is none. */
export type ScanEnd = { kind: 'end'; at: number } | { kind: 'open' } | { kind: 'error'; at: number };

type Expect = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close';

const QUOTE = 34;
const LITERALS = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'];

/**
 * Finds the end of one JSON array or object, line by line: a pretty-printed document among log lines, several records
 * on one line. It checks the grammar as it goes, so that a torn value is found at the first wrong character and
 * not at the end of the file. Strings never hold a line break, so one that is open at a line's end is an error.
 */
export class ValueScanner {
  /** Closing characters that are still due, innermost last. */
  readonly #closers: string[] = [];
  #expect: Expect = 'value';

  /** Reads on in `text` from `from`; call again with the next line while the answer is `open`. */
  scan(text: string, from: number): ScanEnd {
    let at = from;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 32 || (code >= 9 && code <= 13 && code !== 11 && code !== 12)) {
        at += 1;
        continue;
      }
      const next = this.#step(text, at, code);
      if (next < 0) return { kind: 'error', at };
      at = next;
      if (this.#closers.length === 0) return { kind: 'end', at };
    }
    return { kind: 'open' };
  }

  /** Index behind the token at `at`; -1 when it does not belong there. */
  #step(text: string, at: number, code: number): number {
    const char = text[at] ?? '';
    switch (this.#expect) {
      case 'colon':
        return char === ':' ? this.#then('value', at + 1) : -1;
      case 'comma-or-close':
        if (char === ',') return this.#then(this.#closers.at(-1) === '}' ? 'key' : 'value', at + 1);
        return this.#close(char, at);
      case 'key':
      case 'key-or-close':
        if (code === QUOTE) return this.#string(text, at, 'colon');
        return this.#expect === 'key-or-close' ? this.#close(char, at) : -1;
      case 'value':
      case 'value-or-close':
        return this.#value(text, at, char);
      default:
        return -1;
    }
  }

  #value(text: string, at: number, char: string): number {
    if (char === '{') return this.#open('}', 'key-or-close', at);
    if (char === '[') return this.#open(']', 'value-or-close', at);
    if (char === ']' && this.#expect === 'value-or-close') return this.#close(char, at);
    if (this.#closers.length === 0) return -1;
    if (char === '"') return this.#string(text, at, 'comma-or-close');
    const end = endOfScalar(text, at);
    return end < 0 ? -1 : this.#then('comma-or-close', end);
  }

  #open(closer: string, expect: Expect, at: number): number {
    if (this.#closers.length >= BOUNDS.jsonDepth) return -1;
    this.#closers.push(closer);
    return this.#then(expect, at + 1);
  }

  #close(char: string, at: number): number {
    if (this.#closers.at(-1) !== char) return -1;
    this.#closers.pop();
    return this.#then('comma-or-close', at + 1);
  }

  #string(text: string, at: number, expect: Expect): number {
    const end = endOfString(text, at);
    if (end === text.length && !endsInString(text, at)) return -1;
    return this.#then(expect, end);
  }

  #then(expect: Expect, at: number): number {
    this.#expect = expect;
    return at;
  }
}

/** Whether the string that begins at `start` and reaches the text's end is closed by its last character. */
function endsInString(text: string, start: number): boolean {
  if (text.length - start < 2 || !text.endsWith('"')) return false;
  let back = text.length - 2;
  while (back > start && text[back] === '\\') back -= 1;
  return (text.length - 2 - back) % 2 === 0;
}

function endOfScalar(text: string, at: number): number {
  for (const literal of LITERALS) if (text.startsWith(literal, at)) return at + literal.length;
  let end = at;
  while (end < text.length && '+-.0123456789eE'.includes(text[end] ?? '')) end += 1;
  return end === at ? -1 : end;
}
