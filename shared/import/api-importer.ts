import { isRecord } from '../messages/blocks.ts';
import type { ModelApi, ReadAnswer, ReadRequest } from './apis/api-types.ts';
import { readBody } from './apis/http-body.ts';
import { conversationOf } from './conversation.ts';
import { share } from './detect.ts';
import { ExchangeTree } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import type { ImportedConversation, RecordRef } from './import-types.ts';
import { Ids, baseName } from './importer.ts';
import type { Importer } from './importer.ts';
import type { Input, Row, Sample } from './input.ts';
import { Transcript, numberAt, recordAt } from './transcript.ts';
import { between, readTime } from './time.ts';

/**
 * An importer for the bodies of one API as they are: a request, an answer, both in one object, a bare list of messages,
 * the events of a stream; one per file, one per line, or a list of them.
 */
export function apiImporter(api: ModelApi, label: string): Importer {
  return {
    id: api.id,
    label,
    detect: (sample) => confidence(api, sample),
    read: (input) => new BodyReader(api, input).read(),
  };
}

function confidence(api: ModelApi, sample: Sample): number {
  const some = sample.records.slice(0, 30);
  if (some.length === 0) return 0;
  const own = some.reduce<number>((sum, value) => sum + matches(api, value), 0) / some.length;
  const rows =
    sample.rows.length === 0 ? 0 : share(sample.rows, (row) => api.isEvent(row) > 0 || matches(api, row) > 0.6);
  // Lines of a log with one message each.
  const lines = some.length > 1 ? 0.95 * api.isMessageList(some) : 0;
  return Math.max(own, lines, rows > 0.5 ? 0.9 * rows : 0, 0.96 * share(sample.rows, (row) => api.isEvent(row) > 0));
}

function matches(api: ModelApi, value: unknown): number {
  const bodies = Math.max(api.isMessageList(value), api.isRequest(value), api.isResponse(value), api.isEvent(value));
  return isRecord(value) ? Math.max(bodies, isPair(api, value)) : bodies;
}

const REQUEST_KEYS = ['request', 'request_body', 'params', 'body', 'req', 'input'];
const ANSWER_KEYS = ['response', 'original_response', 'response_body', 'res', 'output', 'result'];

function partOf(value: Record<string, unknown>, keys: readonly string[], test: (part: unknown) => boolean): unknown {
  for (const key of keys) {
    const part = value[key];
    if (test(part)) return part;
    const inner = isRecord(part) ? (part.body ?? part.message) : undefined;
    if (test(inner)) return inner;
  }
  return undefined;
}

function answerIn(api: ModelApi, value: unknown): ReadAnswer | null {
  const body = readBody(value);
  if (!body) return null;
  if (body.kind === 'json')
    return api.isResponse(body.value) > 0 && isRecord(body.value) ? api.readResponse(body.value) : null;
  return share(body.events, (event) => api.isEvent(event) > 0) > 0.5 ? api.readEvents(body.events) : null;
}

/** The request of a pair: under its own key, or the object itself with the answer beside the messages (LiteLLM). */
function requestIn(api: ModelApi, value: Record<string, unknown>): unknown {
  return (
    partOf(value, REQUEST_KEYS, (part) => api.isRequest(part) > 0) ?? (api.isRequest(value) > 0 ? value : undefined)
  );
}

/** `{request, response}` under any of the names that loggers give them; the answer may be the text of a stream. */
function isPair(api: ModelApi, value: Record<string, unknown>): number {
  const request = requestIn(api, value);
  const answer = partOf(value, ANSWER_KEYS, (part) => answerIn(api, part) !== null);
  if (request !== undefined && answer !== undefined) return 0.96;
  if (request === value) return 0;
  if (request !== undefined && ('provenance' in value || 'custom_id' in value || 'response' in value)) return 0.9;
  if (request !== undefined) return 0.6;
  return answer === undefined ? 0 : 0.6;
}

class BodyReader {
  readonly #tree = new ExchangeTree();
  /** Answers whose requests are not in the file. */
  readonly #lone = new Transcript();
  #events: Record<string, unknown>[] = [];
  #eventRefs: RecordRef[] = [];
  /** A request that waits for the answer in the next record. */
  #waiting: { request: ReadRequest; refs: RecordRef[] } | null = null;

  /** Messages that stand in records of their own. */
  readonly #messages: { value: Record<string, unknown>; ref: RecordRef }[] = [];

  constructor(
    readonly api: ModelApi,
    readonly input: Input,
  ) {}

  async read(): Promise<{ conversations: ImportedConversation[] }> {
    for await (const record of this.input.records()) {
      if (this.#take(record)) continue;
      if (!Array.isArray(record.value)) {
        this.input.sink.drop(record.ref, 'no-conversation', 'The record holds no request, answer or message.');
        continue;
      }
      this.input.sink.seen += record.value.length - 1;
      for (const [index, value] of record.value.entries()) {
        const part = { value: value as unknown, ref: record.ref, index };
        if (!this.#take(part))
          this.input.sink.drop(
            record.ref,
            'no-conversation',
            `Element ${index} of the list holds no request, answer or message.`,
          );
      }
    }
    this.#endStream();
    this.#endWaiting();
    this.#endMessages();
    return { conversations: this.#conversations() };
  }

  #take({ value, ref }: Row): boolean {
    const { api } = this;
    if (api.isMessageList(value) > 0 && Array.isArray(value))
      return this.#request(api.readMessageList(value), ref, 'messages');
    if (!isRecord(value)) return false;
    if (api.isEvent(value) > 0) return this.#event(value, ref);
    if (api.isResponse(value) > 0) return this.#answer(api.readResponse(value), ref);
    if (isPair(api, value) > 0) return this.#pair(value, ref);
    if (api.isRequest(value) > 0) return this.#request(api.readRequest(value), ref, 'request');
    if (typeof value.role !== 'string' || (!('content' in value) && !('parts' in value) && !('tool_calls' in value)))
      return false;
    this.#messages.push({ value, ref });
    this.input.sink.count('message');
    return true;
  }

  #request(request: ReadRequest, ref: RecordRef, kind: string): true {
    this.#endStream();
    this.#endWaiting();
    this.#waiting = { request, refs: [ref] };
    this.input.sink.count(kind);
    return true;
  }

  #event(event: Record<string, unknown>, ref: RecordRef): true {
    const before = this.#events.at(-1);
    if (before && this.api.isStart(event, before)) this.#endStream();
    this.#events.push(event);
    this.#eventRefs.push(ref);
    this.input.sink.count('stream event');
    return true;
  }

  #endStream(): void {
    if (this.#events.length === 0) return;
    const answer = this.api.readEvents(this.#events);
    const [first, last] = [this.#eventRefs[0], this.#eventRefs.at(-1)];
    if (answer && first && last) this.#put(answer, [{ ...first, length: last.offset + last.length - first.offset }]);
    if (!answer) this.input.sink.tell(first?.line ?? null, 'no-answer', 'The events of this stream make no answer.');
    this.#events = [];
    this.#eventRefs = [];
  }

  #answer(answer: ReadAnswer | null, ref: RecordRef): boolean {
    this.#endStream();
    if (!answer) return false;
    this.#put(answer, [ref]);
    this.input.sink.count('response');
    return true;
  }

  /** An answer belongs to the request before it; without one it stands alone. */
  #put(answer: ReadAnswer, refs: RecordRef[]): void {
    if (this.#waiting) {
      const { request, refs: asked } = this.#waiting;
      this.#waiting = null;
      this.#tree.add({ request, answer, startedAt: null, durationMs: null, refs: [...asked, ...refs] });
      return;
    }
    this.#lone.assistant(answer.content, refs, answer.turn);
    this.#lone.rawInput.push(...(answer.rawInput ?? []));
    if (answer.problem !== undefined) this.#lone.event('stream_error', answer.problem);
  }

  #endWaiting(): void {
    if (!this.#waiting) return;
    const { request, refs } = this.#waiting;
    this.#waiting = null;
    this.#tree.add({ request, answer: null, startedAt: null, durationMs: null, refs });
  }

  #endMessages(): void {
    if (this.#messages.length === 0) return;
    const request = this.api.readMessageList(this.#messages.map(({ value }) => value));
    const refs = this.#messages.map(({ ref }) => ref);
    this.#tree.add({ request, answer: null, startedAt: null, durationMs: null, refs });
  }

  #pair(value: Record<string, unknown>, ref: RecordRef): true {
    this.#endStream();
    this.#endWaiting();
    const { api } = this;
    const body = requestIn(api, value);
    const found = partOf(value, ANSWER_KEYS, (part) => answerIn(api, part) !== null);
    const exchange: Exchange = {
      request: isRecord(body) ? api.readRequest(body) : null,
      answer: found === undefined ? null : answerIn(api, found),
      ...failureOf(value),
      ...timesOf(value),
      refs: [ref],
    };
    this.input.sink.count('request and response');
    if (exchange.request || !exchange.answer) this.#tree.add(exchange);
    else this.#put(exchange.answer, [ref]);
    return true;
  }

  #conversations(): ImportedConversation[] {
    const ids = new Ids(baseName(this.input.name));
    const head = { format: this.api.id, file: this.input.name };
    const conversations = this.#tree.conversations({ ...head, ids });
    if (this.#lone.items.length === 0) return conversations;
    return [...conversations, conversationOf(this.#lone, { ...head, id: ids.take() }, { keepLastOpen: true })];
  }
}

/** The API's own words, when an error came instead of an answer. */
export function failureOf(value: Record<string, unknown>): { failure?: string } {
  const body = partOf(value, ANSWER_KEYS, (part) => recordAt(part, 'error') !== null);
  const error = recordAt(body, 'error');
  if (!error) return {};
  const type = typeof error.type === 'string' ? error.type : 'error';
  return { failure: `${type}: ${typeof error.message === 'string' ? error.message : JSON.stringify(error)}` };
}

function timesOf(value: Record<string, unknown>): { startedAt: number | null; durationMs: number | null } {
  const started = readTime(
    value.timestamp ?? value.started_at ?? value.created_at ?? recordAt(value, 'request')?.timestamp,
  );
  const seconds = numberAt(value, 'latency_sec', 'latency');
  const duration = numberAt(value, 'duration_ms', 'latency_ms') ?? (seconds === null ? null : seconds * 1000);
  return {
    startedAt: started,
    durationMs: duration ?? between(started, readTime(recordAt(value, 'response')?.timestamp)),
  };
}
