import { isRecord } from '../messages/blocks.ts';
import type { Message, Usage } from '../messages/types.ts';
import { anthropicApi } from './apis/anthropic.ts';
import type { ReadAnswer } from './apis/api-types.ts';
import { conversationOf } from './conversation.ts';
import { joinedBlocks } from './dedupe-blocks.ts';
import type { ImportedConversation, RecordRef } from './import-types.ts';
import { Ids, baseName } from './importer.ts';
import type { FileSink } from './sink.ts';
import { readTime } from './time.ts';
import { Transcript, listAt, numberAt, recordAt, stringAt } from './transcript.ts';

const TYPES = new Set([
  'system',
  'assistant',
  'user',
  'result',
  'stream_event',
  'rate_limit_event',
  'control_request',
  'control_response',
  'control_cancel_request',
  'conversation_reset',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'keep_alive',
  'prompt_suggestion',
]);

/** Whether a record is a message of `--output-format stream-json` or of the Agent SDK. */
export function isStreamRow(value: unknown): boolean {
  if (!isRecord(value) || typeof value.type !== 'string' || !TYPES.has(value.type)) return false;
  if ('parentUuid' in value || 'sessionId' in value) return false;
  if (value.type === 'assistant' || value.type === 'user') return isRecord(value.message);
  if (value.type === 'system') return typeof value.subtype === 'string' && !('role' in value);
  if (value.type === 'stream_event') return isRecord(value.event);
  if (value.type === 'result') return 'duration_ms' in value || 'total_cost_usd' in value || 'num_turns' in value;
  return true;
}

interface Answer {
  contents: Message['content'][];
  refs: RecordRef[];
  stopReason: string | null;
  usage: Usage | null;
  model: string | null;
  at: number | null;
  error: boolean;
}

/** One thread of the stream: the main loop, or the sub-agent under a call. */
interface Thread {
  session: string | null;
  parent: string | null;
  /** Answers by message id, and user messages, in order. */
  order: (
    | { answer: string }
    | { user: Message['content']; ref: RecordRef; at: number | null }
    | { event: string; text: string; ref: RecordRef }
  )[];
  answers: Map<string, Answer>;
  streams: Record<string, unknown>[][];
  model: string | null;
}

/**
 * Collects the messages of a run. An answer comes as one message per block, with the same id and usage that is not
 * final; sub-agents are told by `parent_tool_use_id`. The totals of the `result` message are not added to the answers'.
 */
export class StreamJsonReader {
  readonly #threads = new Map<string, Thread>();
  readonly #ids: Ids;
  #session: string | null = null;

  constructor(
    readonly format: string,
    readonly file: string,
    readonly sink: FileSink,
  ) {
    this.#ids = new Ids(baseName(file));
  }

  /** Takes a record; every one is accounted for. */
  add(value: unknown, ref: RecordRef): void {
    const type = stringAt(value, 'type');
    if (!isRecord(value) || type === null) return this.sink.drop(ref, 'unknown-record', 'The record has no type.');
    this.#session = stringAt(value, 'session_id') ?? this.#session;
    const thread = this.#thread(stringAt(value, 'parent_tool_use_id'));
    const message = recordAt(value, 'message');
    if ((type === 'assistant' || type === 'user') && message) return this.#message(type, value, message, thread, ref);
    if (type === 'stream_event') return this.#streamEvent(value, thread);
    if (type === 'result') return this.#result(value, thread, ref);
    if (type === 'system') return this.#system(value, thread, ref);
    this.sink.count(type, TYPES.has(type) ? 'meta' : 'unknown');
  }

  #thread(parent: string | null): Thread {
    const key = `${this.#session ?? ''}\n${parent ?? ''}`;
    const known = this.#threads.get(key) ?? (parent === null ? this.#threads.get('\n') : undefined);
    if (known) {
      known.session ??= this.#session;
      return known;
    }
    const thread: Thread = { session: this.#session, parent, order: [], answers: new Map(), streams: [], model: null };
    this.#threads.set(key, thread);
    return thread;
  }

  #message(
    type: 'assistant' | 'user',
    value: Record<string, unknown>,
    message: Record<string, unknown>,
    thread: Thread,
    ref: RecordRef,
  ): void {
    const { content } = message;
    if (typeof content !== 'string' && !Array.isArray(content)) {
      this.sink.drop(ref, 'no-content', 'The message has no content.');
      return;
    }
    this.sink.count(type);
    const at = readTime(value.timestamp);
    if (type === 'user') thread.order.push({ user: content as Message['content'], ref, at });
    else this.#answer(value, message, content as Message['content'], thread, ref, at);
  }

  #answer(
    value: Record<string, unknown>,
    message: Record<string, unknown>,
    content: Message['content'],
    thread: Thread,
    ref: RecordRef,
    at: number | null,
  ): void {
    const id = stringAt(message, 'id') ?? `answer ${thread.order.length}`;
    const usage = recordAt(message, 'usage') as Usage | null;
    const known = thread.answers.get(id);
    if (known) {
      known.contents.push(content);
      known.refs.push(ref);
      known.stopReason = stringAt(message, 'stop_reason') ?? known.stopReason;
      known.usage = usage ?? known.usage;
      return;
    }
    const model = stringAt(message, 'model');
    const error = model === '<synthetic>' || typeof value.error === 'string';
    thread.answers.set(id, {
      contents: [content],
      refs: [ref],
      stopReason: stringAt(message, 'stop_reason'),
      usage,
      model,
      at,
      error,
    });
    thread.order.push({ answer: id });
  }

  #streamEvent(value: Record<string, unknown>, thread: Thread): void {
    this.sink.count('stream_event', 'meta');
    const event = recordAt(value, 'event');
    if (!event) return;
    if (event.type === 'message_start' || thread.streams.length === 0) thread.streams.push([]);
    thread.streams.at(-1)?.push(event);
  }

  #result(value: Record<string, unknown>, thread: Thread, ref: RecordRef): void {
    this.sink.count('result', 'meta');
    const turns = numberAt(value, 'num_turns');
    const cost = numberAt(value, 'total_cost_usd', 'cost_usd');
    const parts = [
      stringAt(value, 'subtype') ?? 'finished',
      turns === null ? '' : `${turns} turns`,
      cost === null ? '' : `$${cost.toFixed(4)}`,
    ];
    thread.order.push({ event: 'result', text: parts.filter((part) => part !== '').join(', '), ref });
  }

  #system(value: Record<string, unknown>, thread: Thread, ref: RecordRef): void {
    const subtype = stringAt(value, 'subtype') ?? 'system';
    this.sink.count(subtype, 'meta');
    if (subtype === 'init') {
      thread.model = stringAt(value, 'model') ?? thread.model;
      thread.order.push({ event: 'init', text: `Session started with ${listAt(value, 'tools').length} tools`, ref });
    } else if (subtype === 'compact_boundary') thread.order.push({ event: 'compaction', text: 'Compacted', ref });
    else if (subtype === 'api_retry') {
      const text = `API error ${String(value.error_status ?? '')}, try ${String(value.attempt ?? '?')} of ${String(value.max_retries ?? '?')}`;
      thread.order.push({ event: 'retry', text, ref });
    }
  }

  conversations(): ImportedConversation[] {
    const made: ImportedConversation[] = [];
    const mains = new Map<string, string>();
    const threads = [...this.#threads.values()].toSorted(
      (left, right) => Number(left.parent !== null) - Number(right.parent !== null),
    );
    for (const thread of threads) {
      const transcript = transcriptOf(thread);
      if (transcript.items.length === 0) continue;
      const above = thread.parent === null ? undefined : (mains.get(thread.session ?? '') ?? made[0]?.id);
      const id =
        thread.parent === null
          ? this.#ids.take(thread.session)
          : `${above ?? baseName(this.file)}/agent-${thread.parent}`;
      if (thread.parent === null) mains.set(thread.session ?? '', id);
      const parent = above === undefined ? null : { conversation: above, toolUseId: thread.parent };
      made.push(conversationOf(transcript, { id, format: this.format, file: this.file, parent }, { joinUsers: true }));
    }
    if (made.length === 0) this.#sayWhy();
    return made;
  }

  #sayWhy(): void {
    const texts = [...this.#threads.values()].flatMap(({ order }) =>
      order.flatMap((entry) => ('event' in entry && entry.event === 'result' ? [entry.text] : [])),
    );
    if (texts.length === 0) return;
    const message = `This is only the result of a run (${texts.join('; ')}), without its messages. Import the session file, or the output of --output-format stream-json.`;
    this.sink.tell(null, 'result-only', message);
  }
}

function transcriptOf(thread: Thread): Transcript {
  const transcript = new Transcript();
  const streamed = streamedAnswers(thread);
  let asked: number | null = null;
  for (const entry of thread.order) {
    if ('event' in entry) transcript.event(entry.event, entry.text, null, entry.ref);
    else if ('user' in entry) {
      transcript.user(entry.user, [entry.ref]);
      asked = entry.at ?? asked;
    } else addAnswer(transcript, entry.answer, thread, streamed.get(entry.answer), asked);
  }
  for (const [id, answer] of streamed) {
    if (thread.answers.has(id)) continue;
    transcript.assistant(answer.content, [], answer.turn);
  }
  transcript.model ??= thread.model;
  return transcript;
}

/** Answers as their deltas build them up: they know the final usage, and stand in for an answer that never came whole. */
function streamedAnswers({ streams }: Thread): Map<string, ReadAnswer> {
  const answers = streams.flatMap((events) => anthropicApi.readEvents(events) ?? []);
  return new Map(answers.map((answer, index) => [answer.turn.id ?? `stream ${index}`, answer]));
}

function addAnswer(
  transcript: Transcript,
  id: string,
  thread: Thread,
  streamed: ReadAnswer | undefined,
  asked: number | null,
): void {
  const answer = thread.answers.get(id);
  if (!answer) return;
  const [only] = answer.contents;
  if (answer.error) {
    transcript.event('api_error', JSON.stringify(only).slice(0, 300), answer.at, answer.refs[0]);
    return;
  }
  const content = answer.contents.length === 1 && only !== undefined ? only : joinedBlocks(answer.contents);
  transcript.assistant(content, answer.refs, {
    stopReason: answer.stopReason ?? streamed?.turn.stopReason ?? null,
    usage: streamed?.turn.stopReason ? (streamed.turn.usage ?? answer.usage) : answer.usage,
    model: answer.model,
    startedAt: asked,
    ...(asked === null ? {} : { guessed: ['startedAt' as const] }),
    ...(id.startsWith('answer ') ? {} : { id }),
  });
}
