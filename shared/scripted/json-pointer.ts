export type PointerResult = { found: true; value: unknown } | { found: false };

/**
 * The value at a JSON pointer (RFC 6901): `''` is the whole value, `/a/0/b~1c` goes in by own keys and list positions.
 * A pointer that leads nowhere, or is none, finds nothing.
 */
export function atPointer(value: unknown, pointer: string): PointerResult {
  if (pointer === '') return { found: true, value };
  if (!pointer.startsWith('/')) return { found: false };
  let current = value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return { found: false };
    if (Array.isArray(current) && !/^(?:0|[1-9]\d{0,9})$/.test(key)) return { found: false };
    current = (current as Record<string, unknown>)[key];
  }
  return { found: true, value: current };
}
