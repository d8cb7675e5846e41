import { secretsIn } from './sanitize-scan.ts';
import type { SecretKind } from './sanitize-scan.ts';

/** One private text in a session, wherever and however often it stands there. */
export interface Finding {
  kind: SecretKind;
  /** The text itself; shown to the person, never exported. */
  value: string;
  /** What stands in its place: `[email 1]`. */
  placeholder: string;
  count: number;
}

/**
 * Private texts of any JSON value, in the order in which they first stand in it. Linear in its size.
 *
 * @param names keys whose values count as secrets are found in objects by themselves
 */
export function findPrivate(value: unknown): Finding[] {
  const found = new Map<string, Finding>();
  const numbers = new Map<SecretKind, number>();
  walk(value, (text, key) => {
    for (const { kind, from, to } of secretsIn(text, key)) {
      const secret = text.slice(from, to);
      const known = found.get(secret);
      if (known) known.count += 1;
      else {
        const number = (numbers.get(kind) ?? 0) + 1;
        numbers.set(kind, number);
        found.set(secret, { kind, value: secret, placeholder: `[${kind} ${number}]`, count: 1 });
      }
    }
    return text;
  });
  return [...found.values()];
}

/** The value with these texts replaced by their placeholders, in every string and key; the rest is shared. */
export function sanitize<T>(value: T, findings: readonly Pick<Finding, 'value' | 'placeholder'>[]): T {
  // Longer ones first: an address inside a longer secret must not cut it in half.
  const longest = findings.toSorted((one, other) => other.value.length - one.value.length);
  if (longest.length === 0) return value;
  return walk(value, (text) =>
    longest.reduce((sum, { value: secret, placeholder }) => sum.replaceAll(secret, () => placeholder), text),
  ) as T;
}

/** The way back: `sanitize` with the two sides exchanged. Only who holds the findings can go it. */
export function restore<T>(value: T, findings: readonly Pick<Finding, 'value' | 'placeholder'>[]): T {
  return sanitize(
    value,
    findings.map(({ value: secret, placeholder }) => ({ value: placeholder, placeholder: secret })),
  );
}

/** Every string of a JSON value through `change`; objects and lists that stay the same are not copied. */
function walk(
  value: unknown,
  change: (text: string, key: string | null) => string,
  key: string | null = null,
): unknown {
  if (typeof value === 'string') return change(value, key);
  if (Array.isArray(value)) {
    const list = value.map((item: unknown) => walk(item, change, key));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const before = Object.entries(value);
  const after = before.map(([name, item]) => [change(name, null), walk(item, change, name)] as const);
  const same = after.every(([name, item], index) => name === before[index]?.[0] && item === before[index][1]);
  return same ? value : Object.fromEntries(after);
}
