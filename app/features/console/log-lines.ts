import type { SessionEvent } from '../../../shared/session/events.ts';
import type { EventLog } from '../../../shared/session/log.ts';
import { eventSentence } from '../../store/event-sentence.ts';
import { translator, useLanguage } from '../../i18n/translator.ts';

export interface LogLine {
  event: SessionEvent;
  text: string;
}

interface Made {
  lines: readonly LogLine[];
  /** Events of the log that are in `lines` or were left out. */
  read: number;
}

const made = new WeakMap<EventLog, Map<string, Made>>();

/**
 * The events of a log in words, stream chunks left out, in the language of the page. Each sentence is made once
 * per language; the list is the same object until something is added.
 */
export function logLines(log: EventLog): readonly LogLine[] {
  const { language } = useLanguage.getState();
  const byLanguage = made.get(log) ?? new Map<string, Made>();
  made.set(log, byLanguage);
  const before = byLanguage.get(language) ?? { lines: [], read: 0 };
  if (before.read === log.events.length) return before.lines;
  const t = translator('drawer');
  const fresh = log.events.slice(before.read).filter((event) => event.type !== 'response-chunk');
  const lines = fresh.map((event) => ({ event, text: eventSentence(event, t, log.newest) }));
  const after = { lines: lines.length === 0 ? before.lines : [...before.lines, ...lines], read: log.events.length };
  byLanguage.set(language, after);
  return after.lines;
}
