import { isRecord } from './blocks.ts';

/** What a recorder knows about one message: above all, which model wrote it. */
export interface ProvenanceEntry {
  model?: string;
  [key: string]: unknown;
}

const KEY = /^(?:request\.)?messages\.(\d+)$/;

/** Reads `{"messages.1": {"model": "…"}}`; anything else in it is left out. */
export function readProvenance(provenance: unknown): Map<number, ProvenanceEntry> {
  const entries = new Map<number, ProvenanceEntry>();
  if (!isRecord(provenance)) return entries;
  for (const [key, value] of Object.entries(provenance)) {
    const index = KEY.exec(key)?.[1];
    if (index !== undefined && isRecord(value)) entries.set(Number(index), value as ProvenanceEntry);
  }
  return entries;
}

/**
 * The provenance after messages were put in or taken out: keys follow their message, keys that name no message stay
 * as they are. Without a change the same object comes back.
 * @param moved new index of each old message; a message that is gone has none
 */
export function moveProvenance(provenance: unknown, moved: ReadonlyMap<number, number>): unknown {
  if (!isRecord(provenance)) return provenance;
  let changed = false;
  const entries = Object.entries(provenance).flatMap(([key, value]): [string, unknown][] => {
    const index = KEY.exec(key)?.[1];
    if (index === undefined) return [[key, value]];
    const next = moved.get(Number(index));
    if (next === Number(index)) return [[key, value]];
    changed = true;
    return next === undefined ? [] : [[`${key.slice(0, key.lastIndexOf('.') + 1)}${next}`, value]];
  });
  return changed ? Object.fromEntries(entries) : provenance;
}
