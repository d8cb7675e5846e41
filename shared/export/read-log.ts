import type { SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import { upgradeEvent } from '../session/upgrade.ts';

/**
 * The sessions of a `*.loupe.jsonl` text, each up to its first event that does not fit. Lines that are no events are
 * left out: `import` says what became of them.
 */
export function readLogs(text: string): EventLog[] {
  const logs: EventLog[] = [];
  let log: EventLog | null = null;
  for (const line of text.split('\n')) {
    const event = readEvent(line);
    if (event?.type === 'session-create') logs.push((log = new EventLog()));
    if (!event || !log) continue;
    try {
      log.push(event);
    } catch {
      log = null;
    }
  }
  return logs.filter(({ events }) => events.length > 0);
}

function readEvent(line: string): SessionEvent | null {
  if (line.trim() === '') return null;
  try {
    const upgraded = upgradeEvent(JSON.parse(line));
    return upgraded.ok ? upgraded.event : null;
  } catch {
    return null;
  }
}
