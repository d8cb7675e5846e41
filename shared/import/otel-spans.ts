import { isRecord } from '../messages/blocks.ts';
import { readTime } from './time.ts';
import { listAt, recordAt, stringAt } from './transcript.ts';

/** A span, whatever exporter wrote it. */
export interface Span {
  name: string;
  trace: string | null;
  attributes: Record<string, unknown>;
  events: { name: string; attributes: Record<string, unknown> }[];
  startedAt: number | null;
  endedAt: number | null;
  error: string | null;
}

/** Spans of a record: OTLP JSON (`resourceSpans`), a span of an SDK or of Phoenix, a list of them. */
export function spansIn(value: unknown): Span[] {
  const resources = [...listAt(value, 'resourceSpans'), ...listAt(value, 'resource_spans')];
  if (resources.length > 0) {
    const scopes = resources.flatMap((resource) => [
      ...listAt(resource, 'scopeSpans'),
      ...listAt(resource, 'scope_spans'),
      ...listAt(resource, 'instrumentationLibrarySpans'),
    ]);
    return scopes
      .flatMap((scope) => listAt(scope, 'spans'))
      .filter(isRecord)
      .map(spanOf);
  }
  const batch = listAt(value, 'spans');
  if (batch.length > 0) return batch.filter(isRecord).map(spanOf);
  return isRecord(value) && isSpan(value) ? [spanOf(value)] : [];
}

function isSpan(value: Record<string, unknown>): boolean {
  const timed = ['startTime', 'start_time', 'startTimeUnixNano', 'start_time_unix_nano', 'startTimestamp'].some(
    (key) => key in value,
  );
  return typeof value.name === 'string' && timed && (isRecord(value.attributes) || Array.isArray(value.attributes));
}

function spanOf(value: Record<string, unknown>): Span {
  const context = recordAt(value, 'context') ?? recordAt(value, 'spanContext') ?? value;
  const status = recordAt(value, 'status');
  const failed =
    status?.code === 2 ||
    status?.code === 'STATUS_CODE_ERROR' ||
    status?.status_code === 'ERROR' ||
    value.status_code === 'ERROR';
  return {
    name: stringAt(value, 'name') ?? '',
    trace: stringAt(context, 'traceId', 'trace_id'),
    attributes: attributesOf(value.attributes),
    events: listAt(value, 'events')
      .filter(isRecord)
      .map((event) => ({
        name: stringAt(event, 'name') ?? '',
        attributes: attributesOf(event.attributes ?? event.body),
      })),
    startedAt: spanTime(
      value.startTimeUnixNano ??
        value.start_time_unix_nano ??
        value.startTime ??
        value.start_time ??
        value.startTimestamp,
    ),
    endedAt: spanTime(
      value.endTimeUnixNano ?? value.end_time_unix_nano ?? value.endTime ?? value.end_time ?? value.endTimestamp,
    ),
    error: failed
      ? (stringAt(status, 'message', 'description') ?? stringAt(value, 'status_message') ?? 'The call failed.')
      : null,
  };
}

/** `[seconds, nanoseconds]` of the JavaScript SDK, or a time. */
function spanTime(value: unknown): number | null {
  if (Array.isArray(value) && typeof value[0] === 'number')
    return value[0] * 1000 + Math.round((typeof value[1] === 'number' ? value[1] : 0) / 1e6);
  return readTime(value);
}

/** Attributes by their dotted keys: from OTLP's list, from an object, from the nested object that Phoenix exports. */
function attributesOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) {
    return Object.fromEntries(value.filter(isRecord).map((pair) => [String(pair.key), otlpValue(pair.value)]));
  }
  if (!isRecord(value)) return {};
  const flat = Object.entries(value).flatMap(([key, member]) => flattened(key, member, 0));
  return Object.fromEntries(flat);
}

const NESTED = new Set(['llm', 'gen_ai', 'input', 'output', 'openinference', 'ai', 'tool']);

function flattened(key: string, value: unknown, depth: number): [string, unknown][] {
  const opens = depth > 0 || NESTED.has(key);
  if (!opens || depth > 8 || value === null || typeof value !== 'object') return [[key, value]];
  return Object.entries(value).flatMap(([own, member]) => flattened(`${key}.${own}`, member as unknown, depth + 1));
}

/** An OTLP `AnyValue`. */
function otlpValue(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  if ('arrayValue' in value) return listAt(value.arrayValue, 'values').map(otlpValue);
  if ('kvlistValue' in value) {
    const pairs = listAt(value.kvlistValue, 'values').filter(isRecord);
    return Object.fromEntries(pairs.map((pair) => [String(pair.key), otlpValue(pair.value)]));
  }
  return 'bytesValue' in value ? value.bytesValue : value;
}

/** Members of flat keys as a list of objects: `llm.input_messages.0.message.role` and so on. Order is by number. */
export function unflattened(attributes: Record<string, unknown>, prefix: string): unknown[] {
  const root = new Map<string, unknown>();
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith(`${prefix}.`)) put(root, key.slice(prefix.length + 1).split('.'), value);
  }
  const list = plain(root);
  return Array.isArray(list) ? list : [];
}

function put(map: Map<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0 || rest.length > 20) {
    map.set(key, value);
    return;
  }
  const inner = map.get(key);
  const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
  map.set(key, next);
  put(next, rest, value);
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Map<string, unknown>)].map(([key, member]) => [key, plain(member)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d{1,6}$/.test(key))) {
    return entries.toSorted(([left], [right]) => Number(left) - Number(right)).map(([, member]) => member);
  }
  return Object.fromEntries(entries);
}
