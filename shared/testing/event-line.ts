import { textOf } from '../messages/blocks.ts';
import type { EventOf, EventType, SessionEvent } from '../session/events.ts';
import { pathText } from './path-text.ts';

const by = (why: 'undo' | 'redo' | undefined): string => (why ? ` (${why})` : '');

function text(content: Parameters<typeof textOf>[0]): string {
  const said = textOf(content).replaceAll('\n', ' ⏎ ');
  return said.length > 70 ? `${said.slice(0, 67)}…` : said;
}

function blocks(content: Parameters<typeof textOf>[0]): string {
  if (typeof content === 'string') return JSON.stringify(content);
  return pathText(content ?? []);
}

type Details = { [T in EventType]?: (event: EventOf<T>) => string };

/** What a line says behind the type of the event; nothing for types that are not here. */
const DETAILS: Details = {
  stopped: (event) =>
    ` at ${event.stop}, ${event.reason}${event.breakpoints?.length ? ` by ${event.breakpoints.join(' ')}` : ''}${event.calls?.length ? ` for ${event.calls.join(' ')}` : ''}`,
  continued: (event) => ` ${event.command}${event.granularity ? ` ${event.granularity}` : ''}`,
  'run-start': (event) => ` from ${event.phase}`,
  'run-end': (event) => ` ${event.outcome.status} · ${event.outcome.reason} in ${event.phase}`,
  'limit-hit': (event) => ` ${event.limit} ${event.reached} of ${event.value}${event.tool ? ` by ${event.tool}` : ''}`,
  'request-start': (event) =>
    ` turn ${event.turn} try ${event.try}: ${[...(event.base ? [`… ${event.base}`] : []), ...event.messages].join(', ')}${event.patch ? ` with ${JSON.stringify(event.patch)}` : ''}${event.madeUp ? `, made up in place of ${event.madeUp.of}` : ''}`,
  'response-end': (event) => ` ${event.outcome}, stop_reason ${event.message.stop_reason}`,
  'request-error': (event) =>
    ` ${event.outcome}: ${event.error.kind} ${event.error.type}${event.partial ? `, kept ${blocks(event.partial.content)}` : ''}`,
  'retry-wait': (event) => ` ${event.try} of ${event.of}: ${event.ms} ms`,
  'tool-call-start': (event) => ` ${event.call} ${event.name} ${JSON.stringify(event.input)} from ${event.source}`,
  'tool-call-wait': (event) => ` ${event.call} ${event.why}`,
  'tool-call-end': (event) => ` ${event.call} ${event.state} (${event.source}): ${text(event.result.content)}`,
  'tool-call-doubt': (event) => ` ${event.call}`,
  'call-set': (event) =>
    `${by(event.why)} ${event.call} ${JSON.stringify({ input: event.input, source: event.source, decision: event.decision, injection: event.injection })}`,
  'result-edit': (event) =>
    `${by(event.why)} ${event.call}: ${text(event.result.content)} (was ${text(event.before.content)})`,
  late: (event) => ` ${event.what} for effect ${event.effect}`,
  'message-append': (event) => ` m${event.seq} ${event.role} (${event.origin}): ${blocks(event.content)}`,
  'history-edit': (event) =>
    ` ${event.why} behind ${event.base ?? 'nothing'}: ${event.messages.map((each, index) => `m${event.seq}.${index} ${'from' in each ? `= ${each.from}` : `${each.role} ${blocks(each.content)}`}`).join(' | ')}`,
  'head-move': (event) => ` ${event.why} to ${event.to}${event.patch ? ` with ${JSON.stringify(event.patch)}` : ''}`,
  'branch-create': (event) =>
    ` "${event.name}" (${event.why}) from ${event.from} at ${event.head ?? 'nothing'}, ${event.stop}`,
  'branch-change': (event) => ` ${JSON.stringify({ name: event.name, deleted: event.deleted })}`,
  'log-point': (event) => ` ${event.breakpoint}: ${event.text?.replaceAll('\n', ' ⏎ ') ?? '(counted)'}`,
  'breakpoint-set': (event) =>
    ` ${event.breakpoint.id} ${JSON.stringify(event.breakpoint.where)}${event.removed ? ' removed' : ''}`,
  'limits-set': (event) => {
    const changed = Object.entries(event.limits).filter(
      ([key, value]) => event.before[key as keyof typeof event.before] !== value,
    );
    return ` ${changed.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
  },
  'config-set': (event) => ` max_tokens ${event.config.body.max_tokens}`,
  'source-set': (event) => ` ${event.tool ?? 'every tool'} from ${event.source ?? 'its default'}`,
  'session-create': (event) =>
    `: ${event.messages.map((message) => `${message.role} ${blocks(message.content)}`).join(' | ')}`,
};

/** One event as a line a person can read; ids are kept, times are left out. */
export function eventLine(event: SessionEvent): string {
  const detail = DETAILS[event.type] as ((event: SessionEvent) => string) | undefined;
  return `${event.seq} ${event.branch} ${event.type}${detail?.(event) ?? ''}`;
}
