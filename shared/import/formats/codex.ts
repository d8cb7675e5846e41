import { isRecord } from '../../messages/blocks.ts';
import type { Usage } from '../../messages/types.ts';
import { addResponseItem, responsesUsage } from '../apis/openai-responses.ts';
import { addEventMessage, addThreadItem } from '../codex-items.ts';
import { conversationOfParts } from '../conversation.ts';
import { share } from '../detect.ts';
import type { RecordRef } from '../import-types.ts';
import { baseName } from '../importer.ts';
import type { Importer, ImporterOutput } from '../importer.ts';
import type { Input, Row } from '../input.ts';
import { between, readTime } from '../time.ts';
import { Transcript, listAt, recordAt, stringAt, textOfValue } from '../transcript.ts';

/** Codex: rollout files of all generations, and `codex exec --json`. */
export const codexImporter: Importer = {
  id: 'codex',
  label: 'Codex session',
  detect(sample) {
    const rollout = share(sample.rows, isRolloutRow);
    const exec = share(sample.rows, (row) => /^(thread|turn|item)\./.test(stringAt(row, 'type') ?? ''));
    const bare = sample.document === undefined ? 0.95 * share(sample.rows, isBareItem) : 0;
    return Math.max(rollout, exec, bare) > 0.5 ? 0.98 * Math.max(rollout, exec, bare) : 0;
  },
  read: (input) => new CodexReader(input).read(),
};

const ROLLOUT = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

function isRolloutRow(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (typeof value.type === 'string' && ROLLOUT.has(value.type)) return isRecord(value.payload);
  return isRecord(value.msg) && typeof value.msg.type === 'string' && 'id' in value;
}

/** The first generation wrote items without an envelope, behind a head with the git state. */
function isBareItem(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.record_type === 'state') return true;
  if ('instructions' in value && 'timestamp' in value && 'id' in value) return true;
  const { type } = value;
  return (
    type === 'function_call' ||
    type === 'function_call_output' ||
    type === 'reasoning' ||
    type === 'local_shell_call' ||
    (type === 'message' && Array.isArray(value.content) && !('message' in value))
  );
}

class CodexReader {
  readonly #rows: Row[] = [];
  #parts = [new Transcript()];
  #id: string | null = null;
  #usage: Usage | null = null;
  #total = '';
  #asked: number | null = null;

  constructor(readonly input: Input) {}

  get #transcript(): Transcript {
    return this.#parts.at(-1) as Transcript;
  }

  async read(): Promise<ImporterOutput> {
    let items = false;
    for await (const row of this.input.rows()) {
      this.#rows.push(row);
      items ||= isRecord(row.value) && (row.value.type === 'response_item' || isBareItem(row.value));
    }
    for (const row of this.#rows) this.#row(row, items);
    const head = { id: this.#id ?? baseName(this.input.name), format: 'codex', file: this.input.name };
    const conversation = conversationOfParts(this.#parts, head);
    return { conversations: conversation ? [conversation] : [] };
  }

  /** Events mirror the items; they count only where there are no items. */
  #row({ value, ref }: Row, items: boolean): void {
    const { sink } = this.input;
    if (!isRecord(value)) return sink.drop(ref, 'unknown-record', 'The record is no object.');
    const type = stringAt(value, 'type') ?? '';
    const at = readTime(value.timestamp);
    const payload = recordAt(value, 'payload') ?? recordAt(value, 'msg') ?? value;
    if (type === 'response_item' || (items && isBareItem(value) && type !== '')) return this.#item(payload, ref, at);
    if (type === 'compacted') return this.#compacted(payload, ref, at);
    if (type === 'turn_context') this.#transcript.model = stringAt(payload, 'model') ?? this.#transcript.model;
    else if (type === 'session_meta' || type === '' || type === 'thread.started') this.#head(payload);
    else if (type.startsWith('item.')) return this.#threadItem(type, value, ref);
    else if (type === 'turn.completed') this.#addUsage(responsesUsage(value.usage) ?? null);
    if (type === 'event_msg' || recordAt(value, 'msg')) return this.#event(payload, ref, at, items);
    sink.count(type || 'session', 'meta');
  }

  #head(payload: Record<string, unknown>): void {
    this.#id = stringAt(payload, 'id', 'session_id', 'thread_id') ?? this.#id;
    const instructions = payload.base_instructions ?? payload.instructions;
    const text = isRecord(instructions) ? stringAt(instructions, 'text') : stringAt({ instructions }, 'instructions');
    if (text !== null) this.#transcript.system = text;
  }

  #item(payload: Record<string, unknown>, ref: RecordRef, at: number | null): void {
    const known = addResponseItem(this.#transcript, payload, [ref], this.#turn(payload, at));
    this.input.sink.count(stringAt(payload, 'type') ?? 'message', known ? 'message' : 'unknown');
  }

  #turn(payload: Record<string, unknown>, at: number | null) {
    const isHost = payload.role === 'user' || String(payload.type).endsWith('_output');
    if (isHost) {
      this.#asked = at;
      return {};
    }
    const usage = this.#usage;
    this.#usage = null;
    return {
      model: this.#transcript.model,
      startedAt: this.#asked,
      durationMs: between(this.#asked, at),
      guessed: ['startedAt' as const, 'durationMs' as const],
      ...(usage ? { usage } : {}),
    };
  }

  #threadItem(type: string, value: Record<string, unknown>, ref: RecordRef): void {
    const item = recordAt(value, 'item');
    const done = type === 'item.completed' && item !== null && addThreadItem(this.#transcript, item, [ref]);
    this.input.sink.count(stringAt(item, 'type', 'item_type') ?? type, done ? 'message' : 'meta');
  }

  #event(payload: Record<string, unknown>, ref: RecordRef, at: number | null, items: boolean): void {
    const type = stringAt(payload, 'type') ?? 'event';
    if (type === 'token_count') this.#tokens(recordAt(payload, 'info'));
    else if (type === 'turn_aborted')
      this.#transcript.event('interrupted', stringAt(payload, 'reason') ?? 'interrupted', at, ref);
    else if (type === 'error' || type === 'stream_error')
      this.#transcript.event('api_error', stringAt(payload, 'message') ?? type, at, ref);
    const used = !items && addEventMessage(this.#transcript, payload, [ref]);
    this.input.sink.count(type, used ? 'message' : 'meta');
  }

  /** A count that repeats the total only refreshes rate limits. */
  #tokens(info: Record<string, unknown> | null): void {
    const last = recordAt(info, 'last_token_usage');
    const total = textOfValue(info?.total_token_usage);
    if (!last || total === this.#total) return;
    this.#total = total;
    this.#addUsage(responsesUsage(last) ?? null);
  }

  /** Belongs to the answer just read, or, where counts come first, to the next one. */
  #addUsage(usage: Usage | null): void {
    const last = this.#transcript.items.findLast((item) => item.role === 'assistant');
    const current = this.#transcript.items.at(-1);
    const open =
      current?.role === 'assistant' ? current : last?.turn && !last.turn.usage && this.#usage ? last : undefined;
    if (open && !open.turn?.usage) open.turn = { ...open.turn, usage };
    else this.#usage = usage;
  }

  /** The history is replaced by a summary, or by a list of items. */
  #compacted(payload: Record<string, unknown>, ref: RecordRef, at: number | null): void {
    this.input.sink.count('compacted', 'meta');
    const before = this.#transcript;
    const next = new Transcript();
    Object.assign(next, { system: before.system, model: before.model });
    next.event('compaction', 'Compacted', at, ref);
    const replaced = listAt(payload, 'replacement_history').filter(isRecord);
    for (const item of replaced) addResponseItem(next, item, [ref]);
    const summary = stringAt(payload, 'message');
    if (replaced.length === 0 && summary !== null) next.user(summary, [ref]);
    this.#parts.push(next);
  }
}
