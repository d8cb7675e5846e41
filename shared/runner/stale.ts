import type { CommandEnvelope } from '../debugger/command-types.ts';
import type { EventLog } from '../session/log.ts';
import type { EventType, SessionEvent } from '../session/events.ts';

/** Events that do not change what a person decides on. */
const HARMLESS: readonly EventType[] = [
  'log-point',
  'breakpoint-set',
  'exception-breakpoints-set',
  'response-chunk',
  'late',
  'source-set',
];
/** Commands that mean the same whatever happened meanwhile: they name all they act on, or nothing. */
const TIMELESS: readonly CommandEnvelope['type'][] = [
  'pause',
  'terminate',
  'restart',
  'fork',
  'what-if',
  'edit-limits',
  'set-source',
  'set-breakpoint',
  'remove-breakpoint',
  'set-exception-breakpoints',
  'rename-branch',
  'restore-branch',
];

function concerns(command: CommandEnvelope, event: SessionEvent): boolean {
  if (event.branch !== command.branch || HARMLESS.includes(event.type)) return false;
  if (command.type !== 'set-call' && command.type !== 'edit-result') return true;
  if ('call' in event && event.call !== undefined) return event.call === command.call;
  return ['run-end', 'message-append', 'history-edit', 'head-move'].includes(event.type);
}

/**
 * What happened on the command's branch after the moment its sender saw (`at`), newest last; empty when nothing did
 * and the command may act. Without `at` a command is taken as it is.
 */
export function happenedSince(log: EventLog, command: CommandEnvelope): SessionEvent[] {
  if (command.at === undefined || TIMELESS.includes(command.type)) return [];
  const since: SessionEvent[] = [];
  for (let index = log.events.length - 1; index >= 0; index--) {
    const event = log.events[index];
    if (!event || event.seq <= command.at) break;
    if (concerns(command, event)) since.push(event);
  }
  return since.reverse();
}
