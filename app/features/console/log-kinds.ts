import type { EventType } from '../../../shared/session/events.ts';

export type LogKind = 'run' | 'request' | 'tool' | 'edit' | 'log';
export const LOG_KINDS: readonly LogKind[] = ['run', 'request', 'tool', 'edit', 'log'];

/** Which filter an event belongs to; a new event type fails to compile until it has a row. */
const KIND: Record<EventType, LogKind> = {
  'session-create': 'run',
  'config-set': 'edit',
  'limits-set': 'edit',
  'source-set': 'edit',
  'branch-create': 'edit',
  'branch-change': 'edit',
  'head-move': 'edit',
  'history-edit': 'edit',
  'breakpoint-set': 'edit',
  'exception-breakpoints-set': 'edit',
  'run-start': 'run',
  stopped: 'run',
  continued: 'run',
  'limit-hit': 'run',
  'run-end': 'run',
  'request-start': 'request',
  'response-head': 'request',
  'response-chunk': 'request',
  'response-end': 'request',
  'request-error': 'request',
  'retry-wait': 'request',
  'call-set': 'edit',
  'tool-call-start': 'tool',
  'tool-call-wait': 'tool',
  'tool-call-end': 'tool',
  'tool-call-doubt': 'tool',
  'result-edit': 'edit',
  late: 'tool',
  'message-append': 'run',
  'log-point': 'log',
};

export function logKind(type: EventType): LogKind {
  return KIND[type];
}
