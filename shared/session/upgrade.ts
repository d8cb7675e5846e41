import { isRecord } from '../messages/blocks.ts';
import { EVENT_VERSION } from './events.ts';
import type { SessionEvent } from './events.ts';

type OldEvent = Record<string, unknown> & { v: number };
export type UpgradeResult = { ok: true; event: SessionEvent } | { ok: false; message: string };

/** `UPGRADERS[n]` turns an event of version n into one of version n + 1. Version 1 is the first. */
const UPGRADERS: readonly (((event: OldEvent) => OldEvent) | undefined)[] = [];

/**
 * Brings a stored event to today's version, one step at a time. A newer version than this program knows is
 * refused in words, as is anything that is not an event.
 */
export function upgradeEvent(value: unknown, upgraders = UPGRADERS): UpgradeResult {
  if (
    !isRecord(value) ||
    typeof value.v !== 'number' ||
    typeof value.seq !== 'number' ||
    typeof value.type !== 'string'
  ) {
    return { ok: false, message: 'This is not an event of a Loupe session: v, seq or type is missing.' };
  }
  let event = value as OldEvent;
  if (event.v > EVENT_VERSION) {
    return {
      ok: false,
      message: `This session was written by a newer Loupe (format ${event.v}; this one reads up to ${EVENT_VERSION}). Update Loupe to open it.`,
    };
  }
  while (event.v !== EVENT_VERSION) {
    const step = upgraders[event.v];
    if (!step) return { ok: false, message: `Format ${event.v} of a Loupe session is not known.` };
    event = { ...step(event), v: event.v + 1 };
  }
  return { ok: true, event: event as unknown as SessionEvent };
}
