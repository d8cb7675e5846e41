import type { EventOf, SessionEvent } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { blocksOf, isToolUse } from '../../shared/messages/blocks.ts';
import { totalInput } from '../../shared/messages/usage.ts';
import { branchById, nodeById } from '../../shared/session/tree.ts';
import type { translator } from '../i18n/translator.ts';

export type DrawerTranslator = ReturnType<typeof translator<'drawer'>>;

/** Events that say nothing on their own in a short list. */
export const QUIET_EVENTS: ReadonlySet<SessionEvent['type']> = new Set([
  'response-chunk',
  'response-head',
  'log-point',
]);

/**
 * One sentence for an event, in the language of `t`. `state` (any later one) gives calls and branches their
 * names; without it the ids stand in for them.
 */
export function eventSentence(event: SessionEvent, t: DrawerTranslator, state: SessionState | null): string {
  switch (event.type) {
    case 'request-start':
    case 'response-head':
    case 'response-chunk':
    case 'response-end':
    case 'request-error':
    case 'retry-wait':
      return requestSentence(event, t);
    case 'call-set':
    case 'tool-call-start':
    case 'tool-call-wait':
    case 'tool-call-end':
    case 'tool-call-doubt':
    case 'result-edit':
    case 'late':
      return callSentence(event, t, state);
    case 'run-start':
    case 'stopped':
    case 'continued':
    case 'limit-hit':
    case 'run-end':
    case 'log-point':
      return runSentence(event, t);
    default:
      return editSentence(event, t, state);
  }
}

type RequestEvent = EventOf<
  'request-start' | 'response-head' | 'response-chunk' | 'response-end' | 'request-error' | 'retry-wait'
>;

function requestSentence(event: RequestEvent, t: DrawerTranslator): string {
  switch (event.type) {
    case 'request-start':
      if (event.try > 1) return t('event.request-retry', { turn: event.turn, try: event.try });
      return t('event.request-start', { turn: event.turn, count: event.messages.length });
    case 'response-head':
      return t('event.response-head', { status: String(event.status) });
    case 'response-chunk':
      return t('event.response-chunk', { count: event.frames.length });
    case 'response-end': {
      const reason = event.message.stop_reason ?? 'null';
      if (event.outcome !== 'complete') return t('event.response-not-kept', { outcome: event.outcome, reason });
      const { usage } = event.message;
      return t('event.response-end', { reason, input: totalInput(usage), output: usage.output_tokens ?? 0 });
    }
    case 'request-error':
      return t('event.request-error', { type: event.error.type, text: event.error.message });
    case 'retry-wait':
      return t('event.retry-wait', { try: event.try, of: event.of, ms: event.ms });
  }
}

type CallEvent = EventOf<
  'call-set' | 'tool-call-start' | 'tool-call-wait' | 'tool-call-end' | 'tool-call-doubt' | 'result-edit' | 'late'
>;

function callSentence(event: CallEvent, t: DrawerTranslator, state: SessionState | null): string {
  const name = callName(event.call, state);
  switch (event.type) {
    case 'call-set':
      return t('event.call-set', { name, what: Object.keys(event.before).join(', ') });
    case 'tool-call-start':
      return t('event.tool-call-start', { name: event.name, source: event.source });
    case 'tool-call-wait':
      return t(`event.tool-call-wait.${event.why}`, { name });
    case 'tool-call-end':
      return t('event.tool-call-end', { name, state: event.state, ms: event.durationMs });
    case 'tool-call-doubt':
      return t('event.tool-call-doubt', { name });
    case 'result-edit':
      return t('event.result-edit', { name });
    case 'late':
      return t('event.late', { what: event.what === 'response' ? t('event.response') : t('event.results') });
  }
}

type RunEvent = EventOf<'run-start' | 'stopped' | 'continued' | 'limit-hit' | 'run-end' | 'log-point'>;

function runSentence(event: RunEvent, t: DrawerTranslator): string {
  switch (event.type) {
    case 'run-start':
      return t('event.run-start', { mode: event.mode });
    case 'stopped':
      return t('event.stopped', { stop: event.stop, reason: event.reason });
    case 'continued':
      return t(`event.continued.${event.granularity === 'turn' ? 'turn' : event.command}`);
    case 'limit-hit':
      return t('event.limit-hit', { limit: event.limit, at: event.at, value: event.value });
    case 'run-end':
      return t('event.run-end', { status: event.outcome.status, reason: event.outcome.reason });
    case 'log-point':
      return t('event.log-point', { text: event.text ?? '' });
  }
}

type EditEvent = Exclude<SessionEvent, RequestEvent | CallEvent | RunEvent>;

function editSentence(event: EditEvent, t: DrawerTranslator, state: SessionState | null): string {
  const branch = branchName(event.branch, state);
  switch (event.type) {
    case 'session-create':
      return t('event.session-create', { title: event.title });
    case 'config-set':
      return t('event.config-set', { branch });
    case 'limits-set':
      return t('event.limits-set', { names: changedLimits(event) });
    case 'source-set': {
      const tool = event.tool ?? t('event.all-tools');
      return event.source ? t('event.source-set', { tool, source: event.source }) : t('event.source-cleared', { tool });
    }
    case 'branch-create':
      return t(`event.branch-create.${event.why}`, { name: event.name, from: branchName(event.from, state) });
    case 'branch-change':
      if (event.name !== undefined) return t('event.branch-renamed', { name: event.name });
      return t(event.deleted ? 'event.branch-deleted' : 'event.branch-restored', { branch });
    case 'head-move':
      return t(`event.head-move.${event.why}`);
    case 'history-edit':
      return t(`event.history-edit.${event.why}`, { rule: event.rule ?? '' });
    case 'breakpoint-set':
      return event.removed ? t('event.breakpoint-removed') : t('event.breakpoint-set');
    case 'exception-breakpoints-set':
      return t('event.exception-breakpoints-set');
    case 'message-append':
      return t(`event.message-append.${event.origin}`, { count: blocksOf(event.content).length });
  }
}

function changedLimits(event: EventOf<'limits-set'>): string {
  const names = Object.keys(event.limits) as (keyof typeof event.limits)[];
  return names.filter((name) => event.limits[name] !== event.before[name]).join(', ');
}

function branchName(id: string, state: SessionState | null): string {
  return (state && branchById(state, id)?.name) ?? id;
}

/** The tool's name behind a call id (`<node>.<block>`). */
function callName(id: string | undefined, state: SessionState | null): string {
  if (!id) return '';
  const dot = id.lastIndexOf('.');
  const node = state ? nodeById(state, id.slice(0, dot)) : undefined;
  const block = blocksOf(node?.content)[Number(id.slice(dot + 1))];
  return block && isToolUse(block) ? block.name : id;
}
