import { createHash } from 'node:crypto';

/** Strings longer than this many UTF-16 units leave the event's row. */
export const PAYLOAD_MIN = 16 * 1024;
/** UTF-16 units of such a string that stay in the row. */
export const PREVIEW_LENGTH = 2 * 1024;

/** Keys and indices from the event to the string. */
export type PayloadPath = (string | number)[];
export type PayloadRef = [path: PayloadPath, hash: string];

export interface Extracted {
  /** JSON text of the value, long strings cut to their preview. */
  json: string;
  refs: PayloadRef[];
  /** Full strings as JSON text (lone surrogates and NUL stay intact in any database), by hash. */
  texts: Map<string, string>;
}

/**
 * Splits long strings off a JSON value. The value itself is not changed. Where they belong is kept beside the
 * row and not as a marker inside it, because content may hold any key and any text.
 */
export function extractPayloads(value: unknown): Extracted {
  const json = JSON.stringify(value);
  const refs: PayloadRef[] = [];
  const texts = new Map<string, string>();
  if (json.length <= PAYLOAD_MIN) return { json, refs, texts };
  const cut = cutStrings(value, [], (text, path) => {
    const body = JSON.stringify(text);
    const hash = createHash('sha256').update(body).digest('hex');
    texts.set(hash, body);
    refs.push([path, hash]);
    return text.slice(0, PREVIEW_LENGTH);
  });
  return refs.length === 0 ? { json, refs, texts } : { json: JSON.stringify(cut), refs, texts };
}

function cutStrings(value: unknown, path: PayloadPath, cut: (text: string, path: PayloadPath) => string): unknown {
  if (typeof value === 'string') return value.length > PAYLOAD_MIN ? cut(value, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => cutStrings(item, [...path, index], cut));
  if (value === null || typeof value !== 'object') return value;
  // fromEntries defines own properties, so a key named `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutStrings(item, [...path, key], cut)]));
}

/**
 * Puts the full strings back into a parsed event, in place.
 * @throws when a text is missing: the data folder was damaged.
 */
export function restorePayloads(value: unknown, refs: readonly PayloadRef[], texts: ReadonlyMap<string, string>): void {
  for (const [path, hash] of refs) {
    const body = texts.get(hash);
    if (body === undefined)
      throw new Error(`The data folder lost the text ${hash} of an event; restore it from a backup.`);
    setAt(value, path, JSON.parse(body) as string);
  }
}

function setAt(root: unknown, path: PayloadPath, text: string): void {
  let holder = root as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last === undefined) return;
  // Plain assignment to an inherited `__proto__` would do nothing.
  Object.defineProperty(holder, last, { value: text, enumerable: true, configurable: true, writable: true });
}
