import { BOUNDS } from './bounds.ts';

export type JsonReading =
  | {
      ok: true;
      value: unknown;
      /** True when `NaN` or `Infinity` stood in it and was read as null. */ lenient: boolean;
    }
  | { ok: false; code: 'not-json' | 'too-deep'; message: string };

/**
 * Reads one JSON value. `NaN`, `Infinity` and `-Infinity` (Python writes them) become null; deeper nesting than
 * `BOUNDS.jsonDepth` is refused. An own `__proto__` key stays an own key, as `JSON.parse` gives it.
 */
export function readJson(text: string): JsonReading {
  let value: unknown;
  let lenient = false;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    const patched = withoutNonNumbers(text);
    if (patched === text) return { ok: false, code: 'not-json', message: sentence(error) };
    try {
      value = JSON.parse(patched) as unknown;
      lenient = true;
    } catch {
      return { ok: false, code: 'not-json', message: sentence(error) };
    }
  }
  if (!isShallow(value, BOUNDS.jsonDepth)) {
    return { ok: false, code: 'too-deep', message: `It is nested deeper than ${BOUNDS.jsonDepth} levels.` };
  }
  return { ok: true, value, lenient };
}

/** JSON kept in a string (arguments, twice-encoded fields); undefined when it is none. */
export function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  const reading = readJson(text);
  return reading.ok ? reading.value : undefined;
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 160 ? `${message.slice(0, 160)}…` : message;
}

/** Whether no list or object of the value stands deeper than `levels`. Recursion ends at the bound. */
function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && !isShallow(item, levels - 1)) return false;
    return true;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== null && typeof member === 'object' && !isShallow(member, levels - 1)) return false;
  }
  return true;
}

const NON_NUMBERS = ['-Infinity', 'Infinity', 'NaN'];

/** The text with bare `NaN`, `Infinity`, `-Infinity` outside strings replaced by `null`; linear. */
function withoutNonNumbers(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === 'N' || char === 'I' || char === '-') {
      const word = NON_NUMBERS.find((each) => text.startsWith(each, at));
      if (word === undefined) continue;
      parts.push(text.slice(kept, at), 'null');
      at += word.length - 1;
      kept = at + 1;
    }
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** Index behind the string that begins at `start` (a quote); the end of the text when it is never closed. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let back = quote - 1;
    while (text[back] === '\\') back -= 1;
    if ((quote - back) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/**
 * The value with half surrogate pairs in its strings replaced by U+FFFD, which is what UTF-8 makes of them on the way
 * to the API. The same object when there are none; counts the strings that changed in `counter`.
 */
export function wellFormed<T>(value: T, counter: { strings: number }): T {
  return isFine(value) ? value : (fixed(value, counter) as T);
}

/** The usual case, without making anything. */
function isFine(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!isFine(item)) return false;
    return true;
  }
  for (const key in value) {
    if (!key.isWellFormed() || !isFine((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function fixed(value: unknown, counter: { strings: number }): unknown {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value;
    counter.strings += 1;
    return value.toWellFormed();
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const list = value.map((item) => fixed(item, counter));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  const entries = Object.entries(value);
  const changed = entries.map(([key, member]) => [fixed(key, counter), fixed(member, counter)] as [string, unknown]);
  const same = changed.every(([key, member], index) => key === entries[index]?.[0] && member === entries[index]?.[1]);
  return same ? value : Object.fromEntries(changed);
}
