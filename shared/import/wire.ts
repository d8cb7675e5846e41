import { isRecord } from '../messages/blocks.ts';
import { awsEvents } from './apis/aws-event-stream.ts';
import type { ModelApi, ReadAnswer } from './apis/api-types.ts';
import { readBody } from './apis/http-body.ts';
import { MODEL_APIS } from './apis/registry.ts';
import { UnpackBudget, unpack } from './containers/inflate.ts';
import { share } from './detect.ts';
import { ExchangeTree } from './exchanges.ts';
import type { ImportedConversation, RecordRef } from './import-types.ts';
import { Ids, baseName } from './importer.ts';
import { bytesSource, readAll } from './source.ts';
import type { FileSink } from './sink.ts';
import { between } from './time.ts';
import { recordAt, stringAt, textOfValue } from './transcript.ts';

/** A recorded HTTP call, whatever recorded it. Headers are not kept: they hold keys. */
export interface WireCall {
  url: string;
  method: string;
  requestBody: unknown;
  status: number | null;
  /** JSON, text, or bytes; null when no response was recorded. */
  responseBody: unknown;
  startedAt: number | null;
  endedAt: number | null;
  ref: RecordRef;
}

/** Puts the model calls of a capture together to conversations; tells what every other call was. */
export class WireReader {
  readonly #trees = new Map<ModelApi, ExchangeTree>();
  #calls = 0;
  #others = 0;

  constructor(
    readonly format: string,
    readonly file: string,
    readonly sink: FileSink,
  ) {}

  /** Takes a call; every one is accounted for. */
  async add(call: WireCall): Promise<void> {
    this.#calls += 1;
    const request = await decoded(call.requestBody);
    const response = await decoded(call.responseBody);
    const api = apiOf(call, request, response);
    if (!api) {
      this.#others += 1;
      this.sink.drop(call.ref, 'no-model-call', `${call.method} ${shortUrl(call.url)} is not a call of a model.`);
      return;
    }
    this.sink.count(`${api.id} call`);
    const body = readBody(request);
    const answer = answerOf(api, response);
    const failure = answer === null ? failureOf(call, response) : null;
    this.#tree(api).add({
      request: body?.kind === 'json' && isRecord(body.value) ? withModel(api.readRequest(body.value), call.url) : null,
      answer,
      ...(failure === null ? {} : { failure }),
      startedAt: call.startedAt,
      durationMs: between(call.startedAt, call.endedAt) ?? answer?.turn.durationMs ?? null,
      refs: [call.ref],
    });
  }

  #tree(api: ModelApi): ExchangeTree {
    const known = this.#trees.get(api);
    if (known) return known;
    const tree = new ExchangeTree();
    this.#trees.set(api, tree);
    return tree;
  }

  /** Conversations in the order of their first calls; side calls of one question last. */
  conversations(): ImportedConversation[] {
    const ids = new Ids(baseName(this.file));
    const head = { format: this.format, file: this.file, ids };
    const made = [...this.#trees.values()].flatMap((tree) => tree.conversations(head));
    if (made.length === 0 && this.#calls > 0) {
      const what =
        this.#others === 1
          ? 'The one recorded call is not a call'
          : `None of the ${this.#others} recorded calls is one`;
      const message = `${what} of a model API (Messages, Chat Completions, Responses, Converse, Gemini).`;
      this.sink.tell(null, 'no-model-calls', message);
    }
    const weight = (each: ImportedConversation) => (each.messages.length > 2 ? 1 : 0);
    return made.toSorted((left, right) => weight(right) - weight(left));
  }
}

/** Bytes as text, unzipped where they are gzip; event streams of AWS as their events. */
async function decoded(body: unknown): Promise<unknown> {
  if (!(body instanceof Uint8Array)) return body;
  if (body[0] === 0x1f && body[1] === 0x8b) {
    try {
      return decoded(await readAll(await unpack(bytesSource('body', body), 'gzip', 'body', new UnpackBudget())));
    } catch {
      return null;
    }
  }
  const events = body[0] === 0 ? awsEvents(body) : [];
  return events.length > 0 ? events : new TextDecoder().decode(body);
}

/** By the URL where that is known, else by the bodies. Token counting and batches are no answers. */
function apiOf(call: WireCall, request: unknown, response: unknown): ModelApi | null {
  const { url } = call;
  if (/\/(count_tokens|batches)(\/|\?|$)/.test(url)) return null;
  const body = readBody(request);
  const value = body?.kind === 'json' ? body.value : null;
  const named = MODEL_APIS.find((api) => api.answersAt(url));
  if (named && (value !== null || answerOf(named, response))) return named;
  const scored = MODEL_APIS.map((api) => ({
    api,
    score: Math.max(api.isRequest(value), answerOf(api, response) ? 0.9 : 0),
  }));
  const best = scored.reduce((most, each) => (each.score > most.score ? each : most));
  return best.score >= 0.5 ? best.api : null;
}

function answerOf(api: ModelApi, response: unknown): ReadAnswer | null {
  const body = readBody(response);
  if (!body) return null;
  if (body.kind === 'events')
    return share(body.events, (event) => api.isEvent(event) > 0) > 0.4 ? api.readEvents(body.events) : null;
  if (!isRecord(body.value)) return null;
  if (api.isResponse(body.value) > 0) return api.readResponse(body.value);
  return api.isEvent(body.value) > 0 ? api.readEvents([body.value]) : null;
}

/** Some APIs name the model in the path only. */
function withModel<T extends { model: string | null }>(request: T, url: string): T {
  if (request.model !== null) return request;
  const named = /\/models?\/([^/?:]+(?::\d+)?)/.exec(url)?.[1];
  return named === undefined ? request : { ...request, model: unescaped(named) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function failureOf(call: WireCall, response: unknown): string | null {
  const body = readBody(response);
  const value = body?.kind === 'json' ? body.value : null;
  const error = recordAt(value, 'error') ?? (isRecord(value) ? value : null);
  const said = stringAt(error, 'message') ?? (typeof response === 'string' ? response.slice(0, 200) : '');
  const type = stringAt(error, 'type');
  const parts = [call.status === null ? '' : String(call.status), type ?? '', said].filter((part) => part !== '');
  if (parts.length === 0) return 'No response was recorded.';
  return parts.join(' ');
}

function shortUrl(url: unknown): string {
  const text = textOfValue(url);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text || '(no URL)';
}
